/* cuda_bf16.h: the lens's stand-in for bfloat16, the upper half of a float. */
#ifndef LENS_CUDA_BF16_H
#define LENS_CUDA_BF16_H

#include "cuda_runtime.h"

#include "lens_shim/half_pair.h"

typedef lens_shim::small_float<lens_shim::bfloat16_format> __nv_bfloat16;
typedef lens_shim::half_pair<lens_shim::bfloat16_format> __nv_bfloat162;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

LENS_HALF_CONVERSIONS(__nv_bfloat16, bfloat16)
LENS_PAIR_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
LENS_INSTRUCTION __nv_bfloat162 __float2bfloat162_rn(float x) {
  return __nv_bfloat162(x, x);
}
LENS_INSTRUCTION __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return __nv_bfloat162(x, y);
}
LENS_INSTRUCTION __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(a.x, a.y);
}
LENS_INSTRUCTION float2 __bfloat1622float2(__nv_bfloat162 a) {
  return make_float2(a.x, a.y);
}
LENS_INSTRUCTION __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) {
  return __nv_bfloat162(x, x);
}
LENS_INSTRUCTION __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
  return __nv_bfloat162(x, y);
}

#endif
