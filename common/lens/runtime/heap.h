/** @file heap.h
 *  Memory that kernels allocate with malloc or new. It is checked like other device memory.
 */
#ifndef LENS_RUNTIME_HEAP_H
#define LENS_RUNTIME_HEAP_H

#include "memory.h"

/** The block that contains the address, or else the nearest block before it; NULL if there is
 *  none. */
lens_allocation *lens_heap_find(uintptr_t address);
/** Forgets all blocks. No kernel may run. */
void lens_heap_reset(void);

/** Where the heap's part of the arena starts and ends. */
uintptr_t lens_heap_start(void);
uintptr_t lens_heap_end(void);

#endif
