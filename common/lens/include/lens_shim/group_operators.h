/* group_operators.h: the operators with which reduce.h and scan.h of cooperative groups combine
 * values. */
#ifndef LENS_SHIM_GROUP_OPERATORS_H
#define LENS_SHIM_GROUP_OPERATORS_H

#include "groups.h"

namespace cooperative_groups {

#define LENS_OPERATOR(name, expression)                                                            \
  template <class T> struct name {                                                                 \
    LENS_MEMBER T operator()(T a, T b) const {                                                     \
      return static_cast<T>(expression);                                                           \
    }                                                                                              \
  };
LENS_OPERATOR(plus, a + b)
LENS_OPERATOR(less, b < a ? b : a)
LENS_OPERATOR(greater, a < b ? b : a)
LENS_OPERATOR(bit_and, a &b)
LENS_OPERATOR(bit_or, a | b)
LENS_OPERATOR(bit_xor, a ^ b)
#undef LENS_OPERATOR

} // namespace cooperative_groups

namespace lens_shim {

/* An inclusive scan in steps of 1, 2, 4, …: in each step, a lane takes the value of the lane that
 * many places before it. This is CUDA's order; the sum of floats depends on the order. */
template <class Group, class T, class Operator>
LENS_INSTRUCTION T scan_lanes(const Group &group, T value, Operator &combine) {
  for (unsigned step = 1; step < group.size(); step *= 2) {
    T before = group.shfl_up(value, step);
    if (group.thread_rank() >= step) value = combine(value, before);
  }
  return value;
}

} // namespace lens_shim

#endif
