/* min_max.h: min and max without a namespace, for the pairs of types that CUDA supports. */
#ifndef LENS_SHIM_MIN_MAX_H
#define LENS_SHIM_MIN_MAX_H

#include "common.h"

#define LENS_MIN_MAX(Result, A, B)                                                                 \
  LENS_INSTRUCTION Result min(A a, B b) {                                                          \
    Result x = static_cast<Result>(a), y = static_cast<Result>(b);                                 \
    return x < y ? x : y;                                                                          \
  }                                                                                                \
  LENS_INSTRUCTION Result max(A a, B b) {                                                          \
    Result x = static_cast<Result>(a), y = static_cast<Result>(b);                                 \
    return x > y ? x : y;                                                                          \
  }

/* Signed and unsigned integers of one size are compared as unsigned, as in C. */
#define LENS_MIN_MAX_INTEGERS(T)                                                                   \
  LENS_MIN_MAX(T, T, T)                                                                            \
  LENS_MIN_MAX(unsigned T, unsigned T, unsigned T)                                                 \
  LENS_MIN_MAX(unsigned T, T, unsigned T)                                                          \
  LENS_MIN_MAX(unsigned T, unsigned T, T)
LENS_MIN_MAX_INTEGERS(int)
LENS_MIN_MAX_INTEGERS(long)
LENS_MIN_MAX_INTEGERS(long long)
#undef LENS_MIN_MAX_INTEGERS
#undef LENS_MIN_MAX

/* For floating-point types, min and max are fmin and fmax: if one operand is NaN, the other one is
 * returned. */
#define LENS_MIN_MAX_FLOATING(Result, A, B, suffix)                                                \
  LENS_INSTRUCTION Result min(A a, B b) {                                                          \
    return fmin##suffix(a, b);                                                                     \
  }                                                                                                \
  LENS_INSTRUCTION Result max(A a, B b) {                                                          \
    return fmax##suffix(a, b);                                                                     \
  }
LENS_MIN_MAX_FLOATING(float, float, float, f)
LENS_MIN_MAX_FLOATING(double, double, double, )
LENS_MIN_MAX_FLOATING(double, float, double, )
LENS_MIN_MAX_FLOATING(double, double, float, )
#undef LENS_MIN_MAX_FLOATING

LENS_INSTRUCTION long long llmin(long long a, long long b) {
  return min(a, b);
}
LENS_INSTRUCTION long long llmax(long long a, long long b) {
  return max(a, b);
}
LENS_INSTRUCTION unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
LENS_INSTRUCTION unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
LENS_INSTRUCTION unsigned umin(unsigned a, unsigned b) {
  return min(a, b);
}
LENS_INSTRUCTION unsigned umax(unsigned a, unsigned b) {
  return max(a, b);
}

#endif
