/** @file alloc.h
 *  Memory for the lens's records. A lens that has lost records might accept a wrong program, so a
 *  failed allocation is remembered, and lens_shortage reports it from then on.
 *
 *  The program's own allocations (cudaMalloc, malloc in a kernel) do not use these functions: their
 *  failure is an ordinary result for the program.
 */
#ifndef LENS_RUNTIME_ALLOC_H
#define LENS_RUNTIME_ALLOC_H

#include <stddef.h>

/** Allocates cleared memory for `count` elements of `size` bytes; returns NULL if there is no
 *  memory. For tests, the environment's LENS_FAIL_TAKE is the number, from 1, of the one call that
 *  fails. */
void *lens_alloc(size_t count, size_t size);

/** Like realloc: `old` with room for `count` elements of `size` bytes. If there is no memory,
 *  returns NULL and leaves `old` unchanged. */
void *lens_alloc_more(void *old, size_t count, size_t size);

/** Where the program's own `new` finds memory on the host: see lens_set_host_memory. */
typedef struct lens_host_memory_source {
  void *(*take)(size_t bytes, size_t align);
  void (*give_back)(void *pointer);
} lens_host_memory_source;
extern lens_host_memory_source lens_host_memory;

/** Makes lens_shortage return this sentence from now on, unless an earlier call has set another
 *  one. */
void lens_alloc_short(const char *sentence);

#endif
