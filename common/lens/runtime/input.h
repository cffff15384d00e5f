/** @file input.h
 *  Inputs, the arrays that a launch cannot write: who reads them need not be remembered.
 *
 *  An input reaches the kernel through parameters that point to constant numbers (`const float
 * *x`), and through no other parameter. Its granules say so while the launch runs, and loads from
 *  them are only checked for having been written at all. That spares most of the shadow of a kernel
 *  that gathers, and host threads the passing of its words from core to core.
 *
 *  A pointer that is no parameter may lead there all the same: one in device memory or in a
 *  `__device__` variable, or a const that was cast away. The first write ends it, for the rest of
 *  the launch and for all later ones; what was read before that is not remembered.
 */
#ifndef LENS_RUNTIME_INPUT_H
#define LENS_RUNTIME_INPUT_H

#include "lens/abi.h"

#include <stdint.h>

/** Before a launch: sets LENS_GRANULE_INPUT for its inputs, and clears it for all other arrays. */
void lens_input_begin(const lens_launch *launch);
/** A kernel is about to write to the input that holds this address of the arena. */
void lens_input_end(uintptr_t address);

#endif
