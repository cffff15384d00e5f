/** @file fiber.h
 *  Stacks and the switch between them. A CUDA thread is a fiber, so thousands of threads are cheap.
 */
#ifndef LENS_RUNTIME_FIBER_H
#define LENS_RUNTIME_FIBER_H

#include <stddef.h>
#include <stdint.h>

#define LENS_STACK_BYTES                                                                           \
  (256u * 1024u) /**< local memory of a thread; untouched pages cost nothing */

/** Space below the local memory for code that runs on a stack without checking how much is left:
 *  the hooks, the C library, a signal handler. Both sizes together are an odd number of 4 KiB
 *  pages, because otherwise stacks would compete for the same few entries of the processor's
 *  tables. */
#define LENS_STACK_RESERVE (36u * 1024u)

/** Saves the registers that a callee must keep, stores the stack pointer to `*save`, and continues
 *  on the stack `to`. Returns when another fiber switches back. Rounding modes are not saved. */
void lens_fiber_switch(void **save, void *to);

/** Like lens_fiber_switch, but switches to an empty stack: `entry` is called there and must not
 *  return. `stack_top` is a multiple of 16. */
void lens_fiber_start(void **save, char *stack_top, void (*entry)(void));

/** A pool of stacks, all in one mapping: guard pages would cost two mappings per stack, and Linux
 *  gives a process only 65,530 mappings. The hooks detect overflow in time (guard.h). */
typedef struct lens_stacks {
  char *memory;
  unsigned count;
  char **tops; /**< the tops of all stacks; the first `num_free` are not in use */
  unsigned num_free;
  intptr_t second; /**< distance from each stack to its second stack (confine.h) */
} lens_stacks;

/** Ensures that there are at least `count` stacks. Returns 0, or −1 when memory is short. */
int lens_fiber_stacks_grow(lens_stacks *stacks, unsigned count);
/** The address space that `count` stacks take, in bytes. */
size_t lens_fiber_stacks_bytes(unsigned count);
/** Makes all stacks free again. */
void lens_fiber_stacks_reset(lens_stacks *stacks);
/** Takes a free stack and returns its top; stacks grow downwards. The stack that was returned last
 *  is taken first, because it is still in the caches. */
static inline char *lens_stacks_take(lens_stacks *stacks) {
  return stacks->tops[--stacks->num_free];
}
static inline void lens_stacks_give_back(lens_stacks *stacks, char *top) {
  stacks->tops[stacks->num_free++] = top;
}
void lens_fiber_stacks_free(lens_stacks *stacks);

#endif
