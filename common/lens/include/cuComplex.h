/* cuComplex.h: the lens's stand-in for complex numbers. */
#ifndef LENS_CUCOMPLEX_H
#define LENS_CUCOMPLEX_H
#define CU_COMPLEX_H_ /* other headers test CUDA's own guard */

#include "vector_functions.h"

#include <math.h>

/* Products and quotients use the textbook formulas; quotients and moduli are scaled, so that
 * squares stay in range. */
#define LENS_COMPLEX(Complex, T, make, real, imag, conj, add, sub, mul, div, abs, fabs, sqrt)      \
  static inline T real(Complex a) {                                                                \
    return a.x;                                                                                    \
  }                                                                                                \
  static inline T imag(Complex a) {                                                                \
    return a.y;                                                                                    \
  }                                                                                                \
  static inline Complex conj(Complex a) {                                                          \
    return make(a.x, -a.y);                                                                        \
  }                                                                                                \
  static inline Complex add(Complex a, Complex b) {                                                \
    return make(a.x + b.x, a.y + b.y);                                                             \
  }                                                                                                \
  static inline Complex sub(Complex a, Complex b) {                                                \
    return make(a.x - b.x, a.y - b.y);                                                             \
  }                                                                                                \
  static inline Complex mul(Complex a, Complex b) {                                                \
    return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                     \
  }                                                                                                \
  static inline Complex div(Complex a, Complex b) {                                                \
    T scale = 1 / (fabs(b.x) + fabs(b.y));                                                         \
    T x = b.x * scale, y = b.y * scale, square = scale / (x * x + y * y);                          \
    return make((a.x * x + a.y * y) * square, (a.y * x - a.x * y) * square);                       \
  }                                                                                                \
  static inline T abs(Complex a) {                                                                 \
    T more = fabs(a.x), less = fabs(a.y);                                                          \
    if (more < less) {                                                                             \
      T other = more;                                                                              \
      more = less;                                                                                 \
      less = other;                                                                                \
    }                                                                                              \
    if (more == 0 || isinf(more)) return more;                                                     \
    T part = less / more;                                                                          \
    return more * sqrt(1 + part * part);                                                           \
  }

typedef float2 cuFloatComplex;
typedef cuFloatComplex cuComplex;
typedef double2 cuDoubleComplex;

static inline cuFloatComplex make_cuFloatComplex(float x, float y) {
  return make_float2(x, y);
}
static inline cuComplex make_cuComplex(float x, float y) {
  return make_float2(x, y);
}
static inline cuDoubleComplex make_cuDoubleComplex(double x, double y) {
  return make_double2(x, y);
}
LENS_COMPLEX(cuFloatComplex, float, make_float2, cuCrealf, cuCimagf, cuConjf, cuCaddf, cuCsubf,
             cuCmulf, cuCdivf, cuCabsf, fabsf, sqrtf)
LENS_COMPLEX(cuDoubleComplex, double, make_double2, cuCreal, cuCimag, cuConj, cuCadd, cuCsub,
             cuCmul, cuCdiv, cuCabs, fabs, sqrt)
#undef LENS_COMPLEX

static inline cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) {
  return cuCaddf(cuCmulf(a, b), c);
}
static inline cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return cuCadd(cuCmul(a, b), c);
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return make_double2(a.x, a.y);
}
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return make_float2((float)a.x, (float)a.y);
}

#endif
