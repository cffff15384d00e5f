/* groups.c: functions that cooperative_groups.h calls. They are not defined in that header, because
 * their loops would be traced as part of the kernel. */
#include "work.h"

unsigned lens_nth_lane(unsigned lanes, unsigned n) {
  for (; n > 0; n--) lanes &= lanes - 1;
  return lanes ? (unsigned)__builtin_ctz(lanes) : LENS_WARP;
}

unsigned lens_pack_lanes(unsigned lanes, unsigned bits) {
  unsigned packed = 0;
  for (unsigned at = 0; lanes; lanes &= lanes - 1, at++) {
    packed |= (bits >> __builtin_ctz(lanes) & 1u) << at;
  }
  return packed;
}

int lens_is_cooperative(void) {
  return lens_lane_now ? lens_lane_now->block->work->launch->cooperative : 0;
}
