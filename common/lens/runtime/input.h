/** @file input.h
 *  Inputs, the arrays that a launch cannot write: who reads them need not be remembered.
 *
 *  An input reaches the kernel through parameters that point to constant numbers (`const float
 * *x`), and through no other parameter. Loads from it are only checked for having been written at
 * all. That spares most of the shadow of a kernel that gathers, and host threads the passing of its
 *  words from core to core.
 *
 *  The kernel may get there all the same: by a pointer in device memory or in a `__device__`
 *  variable, by an index that leads out of another array, by a const cast away. The first such
 * write ends it, for the rest of the launch and for all later ones; what was read before that is
 * not remembered.
 */
#ifndef LENS_RUNTIME_INPUT_H
#define LENS_RUNTIME_INPUT_H

#include "memory.h"

enum { LENS_NO_INPUT, LENS_INPUT, LENS_NEVER_INPUT /**< a kernel wrote to one */ };

/** Which of them an array is, by its number. Atomic: a kernel that runs may end inputs. */
extern unsigned char lens_inputs[LENS_MOST_NUMBERS] __attribute__((visibility("hidden")));

/** Whether a granule of that state belongs to an input. */
static inline bool lens_is_input(uint32_t state) {
  uint32_t number = state >> LENS_GRANULE_NUMBER_SHIFT;
  return __atomic_load_n(&lens_inputs[number], __ATOMIC_RELAXED) == LENS_INPUT;
}

/** A launch is about to begin: its inputs take the place of those of the launch before. */
void lens_input_begin(const lens_launch *launch);
/** The kernel is about to write to the array of a granule of that state. */
void lens_input_end(uint32_t state);

#endif
