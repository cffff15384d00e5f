/** @file scope.h
 *  Atomics of block scope, as atomicAdd_block: to threads of other blocks they are ordinary loads
 *  and stores. Two blocks that meet in one word of device memory by such atomics race. Only these
 *  are compared with each other: where one of the two is an atomic of the device, nothing is said.
 */
#ifndef LENS_RUNTIME_SCOPE_H
#define LENS_RUNTIME_SCOPE_H

#include "block.h"

/** A launch begins, or all blocks have met at a barrier of the grid. */
void lens_scope_begin(void);

/** The lane is about to do such an atomic. */
void lens_scope_look(lens_lane *lane, const void *address, unsigned bytes, uintptr_t place);

#endif
