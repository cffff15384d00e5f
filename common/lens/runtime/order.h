/** @file order.h
 *  What fences order: a thread writes data, fences, and sets a flag; another thread reads the flag,
 *  fences, and may use the data.
 *
 *  A *release* is everything that a thread did before a fence, once it has done an atomic or a
 *  volatile store after the fence. What a barrier ordered before the fence is part of it. Releases
 *  are numbered over the launch. A flag, that is, the word of such a store, keeps the highest
 *  number released through it. A thread that reads the flag, by an atomic or a volatile load, and
 *  then fences or passes a barrier, has *acquired* this number and all releases up to it.
 *
 *  One number instead of a clock for each thread makes this cheap, and errs on the safe side:
 *  earlier releases through other flags count as acquired too. So a program that fences correctly
 *  is never reported, but a race may be missed if its first access was also released through a flag
 *  that the second thread never read.
 */
#ifndef LENS_RUNTIME_ORDER_H
#define LENS_RUNTIME_ORDER_H

#include "lens/lens.h"

#include <stdbool.h>
#include <stdint.h>

struct lens_lane;
struct lens_block;
struct lens_work;

/** The state of one thread. Clocks are ticks since the block began. */
typedef struct lens_fences {
  uint64_t own, warp, block; /**< the last fence comes after all accesses before these clocks: the
                                thread's own, its warp's, its block's */
  uint64_t released;         /**< number of the last release; 0: none */
  uint64_t acquired;
  uint64_t seen; /**< the number read from flags, which is acquired at the next fence or barrier */
  const void *flag; /**< the flag of the last volatile load; its number is looked up later, because
                       the value is read only after the hook has returned */
  bool fresh;       /**< the thread has fenced since the last release */
  bool block_only;  /**< the fence was __threadfence_block */
} lens_fences;

/** Called when a launch begins. */
void lens_order_begin(struct lens_work *work);

/** Called when the thread executes a fence. */
void lens_order_fence(struct lens_lane *lane, bool block_only);
/** Called before each atomic and each volatile store. */
void lens_order_release(struct lens_lane *lane, const void *flag);
/** lens_order_see is called after each atomic, lens_order_will_see before each volatile load. */
void lens_order_see(struct lens_lane *lane, const void *flag);
void lens_order_will_see(struct lens_lane *lane, const void *flag);

/** Called after `lanes` of the current warp, or all threads of the block, have synchronised: each
 *  has now acquired what any of them had acquired. */
void lens_order_join_warp(struct lens_block *block, uint32_t lanes);
void lens_order_join_block(struct lens_block *block);

/** Whether fences order the earlier access of `word` (shadow.h) before the lane's current access.
 *  `reader`: `word` is the cell's reader. `weak`: the lane's access is atomic or volatile, and
 *  needs no fence after the read of the flag. */
bool lens_order_before(struct lens_lane *lane, lens_space space, uint64_t word, bool reader,
                       bool weak);

#endif
