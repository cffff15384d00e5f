/* cuda_fp16.h: the lens's stand-in for half precision. */
#ifndef LENS_CUDA_FP16_H
#define LENS_CUDA_FP16_H

#include "cuda_runtime.h"

#include "lens_shim/half_pair.h"

typedef lens_shim::small_float<lens_shim::half_format> __half;
typedef lens_shim::half_pair<lens_shim::half_format> __half2;
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

LENS_HALF_CONVERSIONS(__half, half)
LENS_PAIR_CONVERSIONS(__half, __half2, half)
LENS_INSTRUCTION __half2 __float2half2_rn(float x) {
  return __half2(x, x);
}
LENS_INSTRUCTION __half2 __floats2half2_rn(float x, float y) {
  return __half2(x, y);
}
LENS_INSTRUCTION __half2 __float22half2_rn(float2 a) {
  return __half2(a.x, a.y);
}
LENS_INSTRUCTION float2 __half22float2(__half2 a) {
  return make_float2(a.x, a.y);
}
LENS_INSTRUCTION __half2 __half2half2(__half x) {
  return __half2(x, x);
}
LENS_INSTRUCTION __half2 make_half2(__half x, __half y) {
  return __half2(x, y);
}

#endif
