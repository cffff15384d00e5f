/* device_math.h: mathematical functions that CUDA has and the C library does not. */
#ifndef LENS_SHIM_DEVICE_MATH_H
#define LENS_SHIM_DEVICE_MATH_H

#include "common.h"

#include "standard.h"

/* In C the argument's type chooses sqrtf by name; CUDA, like C++, has sqrt(float). */
using std::abs;
using std::signbit;

/* Newer C libraries also declare some of these functions (glibc 2.41 sinpi, 2.42 rsqrt). Inline
 * code uses the definitions here, so that results are the same with any library. */
#define LENS_C_INSTRUCTION extern "C" inline __attribute__((always_inline))

LENS_C_INSTRUCTION float rsqrtf(float x) noexcept {
  return 1.0f / sqrtf(x);
}
LENS_C_INSTRUCTION double rsqrt(double x) noexcept {
  return 1.0 / ::sqrt(x);
}
LENS_INSTRUCTION float rsqrt(float x) {
  return rsqrtf(x);
}
LENS_INSTRUCTION float rcbrtf(float x) {
  return 1.0f / cbrtf(x);
}
LENS_INSTRUCTION double rcbrt(double x) {
  return 1.0 / ::cbrt(x);
}

/* Returns sin(πx), exactly at the multiples of a half, at which x·π in floating point is not
 * exact. */
LENS_C_INSTRUCTION double sinpi(double x) noexcept {
  double r = ::fmod(x, 2.0);
  if (r == ::trunc(r)) return 0.0 * x;
  return ::sin(r * 3.14159265358979323846);
}
LENS_C_INSTRUCTION double cospi(double x) noexcept {
  double r = ::fmod(::fabs(x), 2.0);
  if (r == 0.5 || r == 1.5) return 0.0;
  return ::cos(r * 3.14159265358979323846);
}
LENS_C_INSTRUCTION float sinpif(float x) noexcept {
  return static_cast<float>(sinpi(x));
}
LENS_C_INSTRUCTION float cospif(float x) noexcept {
  return static_cast<float>(cospi(x));
}
LENS_INSTRUCTION void sincospi(double x, double *sine, double *cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
LENS_INSTRUCTION void sincospif(float x, float *sine, float *cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

LENS_INSTRUCTION double norm3d(double a, double b, double c) {
  return ::sqrt(a * a + b * b + c * c);
}
LENS_INSTRUCTION float norm3df(float a, float b, float c) {
  return sqrtf(a * a + b * b + c * c);
}
LENS_INSTRUCTION double norm4d(double a, double b, double c, double d) {
  return ::sqrt(a * a + b * b + c * c + d * d);
}
LENS_INSTRUCTION float norm4df(float a, float b, float c, float d) {
  return sqrtf(a * a + b * b + c * c + d * d);
}
LENS_INSTRUCTION double rnorm3d(double a, double b, double c) {
  return 1.0 / norm3d(a, b, c);
}
LENS_INSTRUCTION float rnorm3df(float a, float b, float c) {
  return 1.0f / norm3df(a, b, c);
}
LENS_INSTRUCTION double rnorm4d(double a, double b, double c, double d) {
  return 1.0 / norm4d(a, b, c, d);
}
LENS_INSTRUCTION float rnorm4df(float a, float b, float c, float d) {
  return 1.0f / norm4df(a, b, c, d);
}
LENS_INSTRUCTION double rhypot(double a, double b) {
  return 1.0 / ::hypot(a, b);
}
LENS_INSTRUCTION float rhypotf(float a, float b) {
  return 1.0f / hypotf(a, b);
}
LENS_INSTRUCTION double normcdf(double x) {
  return 0.5 * ::erfc(-x * 0.70710678118654752440);
}
LENS_INSTRUCTION float normcdff(float x) {
  return static_cast<float>(normcdf(x));
}
LENS_INSTRUCTION float fdividef(float a, float b) {
  return a / b;
}

/* Defined in runtime_api/mathematics.c. */
extern "C" {
double lens_erfinv(double x) __attribute__((const));
double lens_erfcinv(double x) __attribute__((const));
double lens_erfcx(double x) __attribute__((const));
double lens_bessel_i(int order, double x) __attribute__((const));
}
#define LENS_FUNCTION(name, expression)                                                            \
  LENS_INSTRUCTION double name(double x) {                                                         \
    return expression;                                                                             \
  }                                                                                                \
  LENS_INSTRUCTION float name##f(float x) {                                                        \
    return static_cast<float>(name(static_cast<double>(x)));                                       \
  }
LENS_FUNCTION(erfinv, lens_erfinv(x))
LENS_FUNCTION(erfcinv, lens_erfcinv(x))
LENS_FUNCTION(erfcx, lens_erfcx(x))
LENS_FUNCTION(normcdfinv, -1.41421356237309504880 * lens_erfcinv(2.0 * x))
LENS_FUNCTION(cyl_bessel_i0, lens_bessel_i(0, x))
LENS_FUNCTION(cyl_bessel_i1, lens_bessel_i(1, x))
#undef LENS_FUNCTION

#define LENS_NORMS(T, suffix)                                                                      \
  LENS_INSTRUCTION T norm##suffix(int count, const T *x) {                                         \
    T sum = 0;                                                                                     \
    for (int i = 0; i < count; i++) sum += x[i] * x[i];                                            \
    return ::sqrt##suffix(sum);                                                                    \
  }                                                                                                \
  LENS_INSTRUCTION T rnorm##suffix(int count, const T *x) {                                        \
    return T(1) / norm##suffix(count, x);                                                          \
  }
LENS_NORMS(float, f)
LENS_NORMS(double, )
#undef LENS_NORMS

/* The GPU's fast approximations. Here they have full precision, because their errors are specific
 * to the GPU. They are macros, because the C library declares some of these names itself. */
#define __expf(x)          expf(x)
#define __exp10f(x)        powf(10.0f, x)
#define __logf(x)          logf(x)
#define __log2f(x)         log2f(x)
#define __log10f(x)        log10f(x)
#define __powf(x, y)       powf(x, y)
#define __sinf(x)          sinf(x)
#define __cosf(x)          cosf(x)
#define __tanf(x)          tanf(x)
#define __sincosf(x, s, c) (*(s) = sinf(x), *(c) = cosf(x), (void)0)
#define __fdividef(x, y)   ((float)(x) / (float)(y))
#define __saturatef(x)     fminf(fmaxf((x), 0.0f), 1.0f)
#define __frsqrt_rn(x)     rsqrtf(x)

#endif
