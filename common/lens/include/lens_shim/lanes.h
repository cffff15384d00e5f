/* lanes.h: arithmetic on the two halves or the four bytes of a word (CUDA's "SIMD" intrinsics). */
#ifndef LENS_SHIM_LANES_H
#define LENS_SHIM_LANES_H

#ifdef __cplusplus
extern "C" {
#endif

enum lens_lane_operation {
  LENS_LANE_ADD,
  LENS_LANE_SUB,
  LENS_LANE_ABS,
  LENS_LANE_NEG,
  LENS_LANE_DIFFERENCE, /**< |a - b| */
  LENS_LANE_AVERAGE,    /**< a half is rounded away from zero */
  LENS_LANE_HALF_SUM,   /**< rounded down */
  LENS_LANE_MAX,
  LENS_LANE_MIN,
  LENS_LANE_EQ,
  LENS_LANE_NE,
  LENS_LANE_GE,
  LENS_LANE_GT,
  LENS_LANE_LE,
  LENS_LANE_LT
};
enum lens_lane_kind {
  LENS_LANE_SIGNED = 1,
  LENS_LANE_SATURATED = 2,
  LENS_LANE_MASK = 4, /**< a comparison sets all bits of the lane, otherwise 1 */
  LENS_LANE_SUM = 8   /**< of the results of all lanes */
};
/** `lanes`: 2 or 4. */
unsigned lens_lanes(int operation, int kind, int lanes, unsigned a, unsigned b)
    __attribute__((const));

#ifdef __cplusplus
}

#include "common.h"

#define LENS_LANES_1(name, operation, kind)                                                        \
  LENS_INSTRUCTION unsigned name##2(unsigned a) {                                                  \
    return lens_lanes(operation, kind, 2, a, 0);                                                   \
  }                                                                                                \
  LENS_INSTRUCTION unsigned name##4(unsigned a) {                                                  \
    return lens_lanes(operation, kind, 4, a, 0);                                                   \
  }
#define LENS_LANES_2(name, operation, kind)                                                        \
  LENS_INSTRUCTION unsigned name##2(unsigned a, unsigned b) {                                      \
    return lens_lanes(operation, kind, 2, a, b);                                                   \
  }                                                                                                \
  LENS_INSTRUCTION unsigned name##4(unsigned a, unsigned b) {                                      \
    return lens_lanes(operation, kind, 4, a, b);                                                   \
  }
/* Names end in s for signed and u for unsigned lanes. */
#define LENS_LANES_SU(name, operation, kind)                                                       \
  LENS_LANES_2(name##s, operation, (kind) | LENS_LANE_SIGNED)                                      \
  LENS_LANES_2(name##u, operation, kind)
#define LENS_LANES_COMPARED(name, operation)                                                       \
  LENS_LANES_SU(__vcmp##name, operation, LENS_LANE_MASK)                                           \
  LENS_LANES_SU(__vset##name, operation, 0)

LENS_LANES_2(__vadd, LENS_LANE_ADD, 0)
LENS_LANES_2(__vsub, LENS_LANE_SUB, 0)
LENS_LANES_2(__vaddss, LENS_LANE_ADD, LENS_LANE_SIGNED | LENS_LANE_SATURATED)
LENS_LANES_1(__vabs, LENS_LANE_ABS, LENS_LANE_SIGNED)
LENS_LANES_1(__vabsss, LENS_LANE_ABS, LENS_LANE_SIGNED | LENS_LANE_SATURATED)
LENS_LANES_1(__vneg, LENS_LANE_NEG, LENS_LANE_SIGNED)
LENS_LANES_1(__vnegss, LENS_LANE_NEG, LENS_LANE_SIGNED | LENS_LANE_SATURATED)
LENS_LANES_2(__vaddus, LENS_LANE_ADD, LENS_LANE_SATURATED)
LENS_LANES_2(__vsubss, LENS_LANE_SUB, LENS_LANE_SIGNED | LENS_LANE_SATURATED)
LENS_LANES_2(__vsubus, LENS_LANE_SUB, LENS_LANE_SATURATED)
LENS_LANES_SU(__vabsdiff, LENS_LANE_DIFFERENCE, 0)
LENS_LANES_SU(__vavg, LENS_LANE_AVERAGE, 0)
LENS_LANES_2(__vhaddu, LENS_LANE_HALF_SUM, 0)
LENS_LANES_SU(__vmax, LENS_LANE_MAX, 0)
LENS_LANES_SU(__vmin, LENS_LANE_MIN, 0)
LENS_LANES_SU(__vsad, LENS_LANE_DIFFERENCE, LENS_LANE_SUM)
LENS_LANES_2(__vcmpeq, LENS_LANE_EQ, LENS_LANE_MASK)
LENS_LANES_2(__vcmpne, LENS_LANE_NE, LENS_LANE_MASK)
LENS_LANES_2(__vseteq, LENS_LANE_EQ, 0)
LENS_LANES_2(__vsetne, LENS_LANE_NE, 0)
LENS_LANES_COMPARED(ge, LENS_LANE_GE)
LENS_LANES_COMPARED(gt, LENS_LANE_GT)
LENS_LANES_COMPARED(le, LENS_LANE_LE)
LENS_LANES_COMPARED(lt, LENS_LANE_LT)
#undef LENS_LANES_1
#undef LENS_LANES_2
#undef LENS_LANES_SU
#undef LENS_LANES_COMPARED

/* Two products of a half of `a` with a byte of `b`: of its lower or its upper two. */
LENS_INSTRUCTION int __dp2a_lo(int a, int b, int sum) {
  return sum + static_cast<short>(a) * static_cast<signed char>(b) +
         static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8);
}
LENS_INSTRUCTION int __dp2a_hi(int a, int b, int sum) {
  return __dp2a_lo(a, b >> 16, sum);
}
LENS_INSTRUCTION unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum) {
  return sum + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
LENS_INSTRUCTION unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum) {
  return __dp2a_lo(a, b >> 16, sum);
}

#endif
#endif
