/* cooperative_groups/reduce.h: the lens's stand-in for reductions over a tile or coalesced threads.
 */
#ifndef LENS_COOPERATIVE_GROUPS_REDUCE_H
#define LENS_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#include "../lens_shim/group_operators.h"

namespace lens_shim {

/* Reduces over a tile: pairs of lanes, then pairs of pairs. Every lane gets the result. */
template <unsigned N, class Parent, class T, class Operator>
LENS_INSTRUCTION T reduce_lanes(const cooperative_groups::thread_block_tile<N, Parent> &tile,
                                T value, Operator &combine) {
  for (unsigned half = N / 2; half > 0; half /= 2)
    value = combine(value, tile.shfl_xor(value, half));
  return value;
}

/* Reduces over any lanes: the result is the scan of the last lane. CUDA treats all 32 lanes as a
 * tile. */
template <class T, class Operator>
LENS_INSTRUCTION T reduce_lanes(const cooperative_groups::coalesced_group &group, T value,
                                Operator &combine) {
  if (group.size() < 32) return group.shfl(scan_lanes(group, value, combine), group.size() - 1);
  for (int half = 16; half > 0; half /= 2)
    value = combine(value, exchange_any(LENS_SHFL_XOR, 0xffffffffu, value, half, 32));
  return value;
}

} // namespace lens_shim

namespace cooperative_groups {

template <class Group, class T, class Operator>
LENS_INSTRUCTION T reduce(const Group &group, T value, Operator &&combine) {
  return lens_shim::reduce_lanes(group, value, combine);
}

} // namespace cooperative_groups

#endif
