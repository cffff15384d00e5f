/* bounds.c: reports indices outside of a thread's local array.
 *
 * No hook reports accesses to local variables, which may be in registers. So the compiler checks
 * each index against the length (-fsanitize=bounds), in passes after those that insert the hooks.
 * If the compiler moves loads differently because of these checks, which would change the counts,
 * the driver leaves out the checks of the file (keep_checks in driver/checks.sh). The driver also
 * puts the array's name where the compiler had the file's name. The driver puts no name if the
 * index may be outside while the access is inside of the variable: people write `table[0][k]` to
 * visit all rows. Shared memory and variables of the device are checked by address. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "describe.h"
#include "error.h"
#include "lane.h"
#include "memory.h"

/* What gcc passes about a failed check. */
typedef struct bounds {
  const char *array;
  uint32_t line, column;
  const lens_checked_type *type, *index_type;
} bounds;

void __ubsan_handle_out_of_bounds(const bounds *of, uintptr_t index);

static bool is_checked_by_address(const lens_lane *lane, const char *array) {
  const lens_shared_memory *shared = &lane->block->shared_memory;
  for (unsigned i = 1; i <= shared->num_variables; i++) {
    if (strcmp(shared->variables[i].name, array) == 0) return true;
  }
  return lens_memory_is_variable(array);
}

void __ubsan_handle_out_of_bounds(const bounds *of, uintptr_t index) {
  lens_lane *lane = lens_lane_now;
  if (!lane || !of->array || is_checked_by_address(lane, of->array)) return;
  const char *length = strchr(of->type->name, '[');
  lens_sighting sighting =
      lens_describe_lane(lane, LENS_OUT_OF_BOUNDS_INDEX, (uintptr_t)__builtin_return_address(0));
  (void)snprintf(sighting.array, sizeof sighting.array, "%s", of->array);
  sighting.index = (long long)index;
  sighting.length = length ? strtoll(length + 1, NULL, 10) : 0;
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the thread's own array has no such element; a GPU reads or writes whatever lies "
                 "there, usually another variable of the thread");
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_ILLEGAL_ADDRESS);
  lens_lane_kill(lane);
}
