/* shift.c: shifts by more bits than there are, or by a negative number.
 *
 * C++ leaves open what they give, and processors differ: x86 takes the number modulo 32 or 64, and
 * a GPU moves every bit out. So the compiler asks of each number whether it is in range
 * (-fsanitize=shift-exponent), and driver/checks.sh keeps these questions out of what is counted. A
 * thread that shifts too far ends there, as what it would go on with is not what a GPU gives. Host
 * code gives on the lens what it gives beside a GPU, so nothing is said of it. */
#include <stdio.h>
#include <stdlib.h>

#include "checked.h"
#include "describe.h"
#include "error.h"
#include "lane.h"

/* As gcc and clang lay it out. */
typedef struct shift {
  const char *file;
  uint32_t line, column;
  const lens_checked_type *type, *count_type;
} shift;

void __ubsan_handle_shift_out_of_bounds_abort(const shift *of, uintptr_t value, uintptr_t count)
    __attribute__((noreturn));

static unsigned bits_of(const lens_checked_type *type) {
  return 1u << (type->info >> 1);
}

/* A number of more than 64 bits is handed over by its address; gcc extends shorter ones by their
 * sign, clang by zeros. */
static long long number_of(const lens_checked_type *type, uintptr_t handed) {
  unsigned bits = bits_of(type);
  if (bits > 64) return *(const long long *)handed;
  unsigned unused = 64 - bits;
  uint64_t bare = (uint64_t)handed << unused;
  return type->info & 1 ? (int64_t)bare >> unused : (long long)(bare >> unused);
}

void __ubsan_handle_shift_out_of_bounds_abort(const shift *of, uintptr_t value, uintptr_t count) {
  (void)value;
  lens_lane *lane = lens_lane_now;
  if (!lane) abort(); /* driver/checks.sh sees to it that host code does not come here */
  lens_sighting sighting =
      lens_describe_lane(lane, LENS_SHIFT_TOO_FAR, (uintptr_t)__builtin_return_address(0));
  long long by = number_of(of->count_type, count);
  unsigned bits = bits_of(of->type);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "shifts by %lld, and the value has %u bits: only shifts by 0 to %u are defined. "
                 "On a GPU no bit of it is left; a CPU most often shifts by %u",
                 by, bits, bits - 1, (unsigned)by & (bits - 1));
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_LAUNCH_FAILURE);
  lens_lane_kill(lane);
}
