/* cooperative_groups/scan.h: the lens's stand-in for prefix sums over a tile or coalesced threads.
 */
#ifndef LENS_COOPERATIVE_GROUPS_SCAN_H
#define LENS_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#include "../lens_shim/group_operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
LENS_INSTRUCTION T inclusive_scan(const Group &group, T value, Operator &&combine) {
  return lens_shim::scan_lanes(group, value, combine);
}
template <class Group, class T> LENS_INSTRUCTION T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/* An exclusive scan. The first thread gets T(). */
template <class Group, class T, class Operator>
LENS_INSTRUCTION T exclusive_scan(const Group &group, T value, Operator &&combine) {
  T before = group.shfl_up(lens_shim::scan_lanes(group, value, combine), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> LENS_INSTRUCTION T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif
