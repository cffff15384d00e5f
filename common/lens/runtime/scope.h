/** @file scope.h
 *  Atomics of block scope, such as atomicAdd_block: for threads of other blocks they are ordinary
 *  loads and stores. If two blocks use such atomics on one word of device memory, they race. Only
 *  atomics of block scope are compared with each other: a conflict with an atomic of device scope
 *  is not reported.
 */
#ifndef LENS_RUNTIME_SCOPE_H
#define LENS_RUNTIME_SCOPE_H

#include "block.h"

/** Called when a launch begins, or when all blocks have met at a barrier of the grid. */
void lens_scope_begin(void);

/** Called before the lane does an atomic of block scope: adds a finding if another block has done
 *  one on the same word. */
void lens_scope_look(lens_lane *lane, const void *address, unsigned bytes, uintptr_t place);

#endif
