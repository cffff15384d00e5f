/* rounding.h: arithmetic and conversions rounded in a direction: rz towards zero, ru up, rd down.
 * The functions that round to nearest (rn) are in intrinsics.h. */
#ifndef LENS_SHIM_ROUNDING_H
#define LENS_SHIM_ROUNDING_H

#ifdef __cplusplus
extern "C" {
#endif

enum lens_directed { LENS_TO_ZERO, LENS_UPWARD, LENS_DOWNWARD };
enum lens_rounded_operation { LENS_ADD, LENS_SUB, LENS_MUL, LENS_DIV, LENS_SQRT, LENS_FMA };

float lens_rounded_float(int operation, int direction, float a, float b, float c)
    __attribute__((const));
double lens_rounded_double(int operation, int direction, double a, double b, double c)
    __attribute__((const));
float lens_float_of_double(int direction, double x) __attribute__((const));
float lens_float_of_signed(int direction, long long x) __attribute__((const));
float lens_float_of_unsigned(int direction, unsigned long long x) __attribute__((const));
double lens_double_of_signed(int direction, long long x) __attribute__((const));
double lens_double_of_unsigned(int direction, unsigned long long x) __attribute__((const));

#ifdef __cplusplus
}

#include "common.h"

#define LENS_ROUNDED(T, letter, fma, suffix, direction)                                            \
  LENS_INSTRUCTION T __##letter##add_##suffix(T a, T b) {                                          \
    return lens_rounded_##T(LENS_ADD, direction, a, b, 0);                                         \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##sub_##suffix(T a, T b) {                                          \
    return lens_rounded_##T(LENS_SUB, direction, a, b, 0);                                         \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##mul_##suffix(T a, T b) {                                          \
    return lens_rounded_##T(LENS_MUL, direction, a, b, 0);                                         \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##div_##suffix(T a, T b) {                                          \
    return lens_rounded_##T(LENS_DIV, direction, a, b, 0);                                         \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##rcp_##suffix(T a) {                                               \
    return lens_rounded_##T(LENS_DIV, direction, 1, a, 0);                                         \
  }                                                                                                \
  LENS_INSTRUCTION T __##letter##sqrt_##suffix(T a) {                                              \
    return lens_rounded_##T(LENS_SQRT, direction, a, 0, 0);                                        \
  }                                                                                                \
  LENS_INSTRUCTION T fma##_##suffix(T a, T b, T c) {                                               \
    return lens_rounded_##T(LENS_FMA, direction, a, b, c);                                         \
  }
#define LENS_ROUNDED_FROM(suffix, direction)                                                       \
  LENS_ROUNDED(float, f, __fmaf, suffix, direction)                                                \
  LENS_ROUNDED(double, d, __fma, suffix, direction)                                                \
  LENS_INSTRUCTION float __fmaf_ieee_##suffix(float a, float b, float c) {                         \
    return __fmaf_##suffix(a, b, c);                                                               \
  }                                                                                                \
  LENS_INSTRUCTION float __double2float_##suffix(double x) {                                       \
    return lens_float_of_double(direction, x);                                                     \
  }                                                                                                \
  LENS_INSTRUCTION float __int2float_##suffix(int x) {                                             \
    return lens_float_of_signed(direction, x);                                                     \
  }                                                                                                \
  LENS_INSTRUCTION float __uint2float_##suffix(unsigned x) {                                       \
    return lens_float_of_unsigned(direction, x);                                                   \
  }                                                                                                \
  LENS_INSTRUCTION float __ll2float_##suffix(long long x) {                                        \
    return lens_float_of_signed(direction, x);                                                     \
  }                                                                                                \
  LENS_INSTRUCTION float __ull2float_##suffix(unsigned long long x) {                              \
    return lens_float_of_unsigned(direction, x);                                                   \
  }                                                                                                \
  LENS_INSTRUCTION double __ll2double_##suffix(long long x) {                                      \
    return lens_double_of_signed(direction, x);                                                    \
  }                                                                                                \
  LENS_INSTRUCTION double __ull2double_##suffix(unsigned long long x) {                            \
    return lens_double_of_unsigned(direction, x);                                                  \
  }
LENS_ROUNDED_FROM(rz, LENS_TO_ZERO)
LENS_ROUNDED_FROM(ru, LENS_UPWARD)
LENS_ROUNDED_FROM(rd, LENS_DOWNWARD)
#undef LENS_ROUNDED
#undef LENS_ROUNDED_FROM

#endif
#endif
