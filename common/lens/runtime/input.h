/** @file input.h
 *  Inputs, the arrays that a launch cannot write. Their readers need not be remembered.
 *
 *  An input reaches the kernel through parameters that point to constant numbers (`const float
 *  *x`), and through no other parameter. A load from an input is only checked for data that were
 *  never written. For a kernel that gathers, this saves most of the shadow's work, and the words of
 *  the shadow do not move from core to core.
 *
 *  The kernel may still write to an input: by a pointer in device memory or in a `__device__`
 *  variable, by an index outside of another array, or after casting const away. After the first
 *  such write the array is no longer an input, in the rest of this launch and in all later ones.
 *  Reads before that write were not recorded.
 */
#ifndef LENS_RUNTIME_INPUT_H
#define LENS_RUNTIME_INPUT_H

#include "memory.h"

enum { LENS_NO_INPUT, LENS_INPUT, LENS_NEVER_INPUT /**< a kernel wrote to the array */ };

/** The state of each array, by its number. Atomic, because a running kernel may write to an
 *  input. */
extern unsigned char lens_inputs[LENS_MOST_NUMBERS] __attribute__((visibility("hidden")));

/** Whether a granule with this state belongs to an input. */
static inline bool lens_is_input(uint32_t state) {
  uint32_t number = state >> LENS_GRANULE_NUMBER_SHIFT;
  return __atomic_load_n(&lens_inputs[number], __ATOMIC_RELAXED) == LENS_INPUT;
}

/** Called before a launch: replaces the inputs of the previous launch by those of this launch. */
void lens_input_begin(const lens_launch *launch);
/** Called before the kernel writes to the array of a granule with this state: the array is never an
 *  input again. */
void lens_input_end(uint32_t state);

#endif
