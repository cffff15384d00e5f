/** @file register_values.h
 *  Values of shared memory that nvcc may keep in a register.
 *
 *  In `for (…) s[tid] += a[i];` each iteration reads what the same threads stored in the iteration
 *  before. Without a barrier between them, no other thread may change the value, and nvcc removes
 *  loads and stores from the loop. The lens counts the loop as written, and reports for such a line
 *  how many accesses nvcc would remove.
 */
#ifndef LENS_RUNTIME_REGISTER_VALUES_H
#define LENS_RUNTIME_REGISTER_VALUES_H

#include "align.h"

#include <stdbool.h>

/** What a warp stored last. No lanes: nothing that a later load could reuse. */
typedef struct lens_stored {
  uint64_t what; /**< space and size */
  uint32_t lanes;
  uint64_t address[LENS_WARP];
} lens_stored;

/** Called for each step of a warp that touches memory: remembers what the step stores in shared
 *  memory, and returns whether it loads exactly the remembered values. Volatile and atomic accesses
 *  never count. */
bool lens_register_value_is_kept(lens_stored *stored, const lens_step *step);

#endif
