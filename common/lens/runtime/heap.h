/** @file heap.h
 *  Memory that kernels take with malloc or new. It is checked like other device memory.
 */
#ifndef LENS_RUNTIME_HEAP_H
#define LENS_RUNTIME_HEAP_H

#include "memory.h"

/** The block that the address is in, or behind; NULL when there is none before it. */
lens_allocation *lens_heap_find(uintptr_t address);
/** Forgets all blocks. No kernel may run. */
void lens_heap_reset(void);

/** The part of the arena that is the heap's. */
uintptr_t lens_heap_start(void);
uintptr_t lens_heap_end(void);

#endif
