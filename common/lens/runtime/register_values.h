/** @file register_values.h
 *  Values of shared memory that nvcc may keep in a register.
 *
 *  In `for (…) s[tid] += a[i];` each turn reads what the same threads stored in the turn before.
 *  With no barrier between, nothing else can have changed it, and nvcc leaves loads and stores out
 *  of the loop. The lens counts the loop as written, and says at such a line how many they are.
 */
#ifndef LENS_RUNTIME_REGISTER_VALUES_H
#define LENS_RUNTIME_REGISTER_VALUES_H

#include "align.h"

#include <stdbool.h>

/** What a warp stored last. No lanes: nothing that a load may find again. */
typedef struct lens_stored {
  uint64_t what; /**< space and size */
  uint32_t lanes;
  uint64_t address[LENS_WARP];
} lens_stored;

/** The warp takes a step that touches memory: remembers what it stores in shared memory, and
 *  returns whether it loads just that. Volatile and atomic accesses are never kept. */
bool lens_register_value_is_kept(lens_stored *stored, const lens_step *step);

#endif
