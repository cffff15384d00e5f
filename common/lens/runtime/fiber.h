/** @file fiber.h
 *  Stacks and the switch between them: a CUDA thread is a fiber, thousands of them cheap.
 */
#ifndef LENS_RUNTIME_FIBER_H
#define LENS_RUNTIME_FIBER_H

#include <stddef.h>
#include <stdint.h>

#define LENS_STACK_BYTES                                                                           \
  (256u * 1024u) /**< local memory of a thread; untouched pages cost nothing */

/** Below that, for what runs on a stack and does not look how much is left: the hooks, the C
 *  library, a signal's handler. Together an odd number of pages of 4 KiB, or stacks would compete
 *  for the same few entries of the processor's tables. */
#define LENS_STACK_RESERVE (36u * 1024u)

/** Saves the registers the callee must keep, stores the stack pointer to `*save`, and goes on with
 *  the stack `to`. Returns when somebody switches back. Rounding modes are not kept apart. */
void lens_fiber_switch(void **save, void *to);

/** The same, to a stack that is empty: `entry` is called there and must not return. `stack_top` is
 * a multiple of 16. */
void lens_fiber_start(void **save, char *stack_top, void (*entry)(void));

/** A pool of stacks, all in one mapping: guard pages would cost two mappings a stack, of which
 * Linux gives a process 65,530. Who needs more than a stack is told so in time by the hooks
 * (guard.h). */
typedef struct lens_stacks {
  char *memory;
  unsigned count;
  char **tops; /**< of all of them; the first `num_free` are not in use */
  unsigned num_free;
  intptr_t second; /**< distance to their second stacks (confine.h) */
} lens_stacks;

/** Makes sure that there are `count` stacks. Returns 0, or −1 when memory is short. */
int lens_fiber_stacks_grow(lens_stacks *stacks, unsigned count);
/** The address space of so many. */
size_t lens_fiber_stacks_bytes(unsigned count);
/** All are free again. */
void lens_fiber_stacks_reset(lens_stacks *stacks);
/** Where a free stack may be used from, downwards. It is the one that was given back last, which is
 *  still warm in the caches. */
static inline char *lens_stacks_take(lens_stacks *stacks) {
  return stacks->tops[--stacks->num_free];
}
static inline void lens_stacks_give_back(lens_stacks *stacks, char *top) {
  stacks->tops[stacks->num_free++] = top;
}
void lens_fiber_stacks_free(lens_stacks *stacks);

#endif
