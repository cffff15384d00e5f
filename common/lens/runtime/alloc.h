/** @file alloc.h
 *  Memory for what the lens notes. A lens that has lost some of it might call a wrong program right:
 *  so who asks in vain is remembered, and lens_shortage says so from then on.
 *
 *  What the program itself asks for (cudaMalloc, malloc in a kernel) is not taken here: there, that
 *  memory is short is an answer like any other.
 */
#ifndef LENS_RUNTIME_ALLOC_H
#define LENS_RUNTIME_ALLOC_H

#include <stddef.h>

/** Cleared memory for `count` elements of `size` bytes; NULL when there is none. For tests, the
 *  environment's LENS_FAIL_TAKE is the number of the one call, from 1, that gets none. */
void *lens_alloc(size_t count, size_t size);

/** As realloc: `old`, which stays as it was where there is no memory, with room for `count`
 *  elements of `size` bytes. */
void *lens_alloc_more(void *old, size_t count, size_t size);

/** Where the program's own `new` finds memory on the host: see lens_set_host_memory. */
typedef struct lens_host_memory_source {
  void *(*take)(size_t bytes, size_t align);
  void (*give_back)(void *pointer);
} lens_host_memory_source;
extern lens_host_memory_source lens_host_memory;

/** From now on lens_shortage says this, unless it already says something else. */
void lens_alloc_short(const char *sentence);

#endif
