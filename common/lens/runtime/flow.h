/** @file flow.h
 *  The control flow of a kernel, learnt from the traces of its first block, and the order in which
 *  diverged lanes must run so that they meet where they meet on a GPU.
 */
#ifndef LENS_RUNTIME_FLOW_H
#define LENS_RUNTIME_FLOW_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LENS_FLOW_FRAMES 16         /**< nested calls that are followed */
#define LENS_FLOW_NONE   UINT32_MAX /**< no block */

/** For each byte of code from `low` on the rank of the basic block it belongs to. Without ranks,
 * the order is that of the code. */
typedef struct lens_order {
  uint32_t low, span;
  uint32_t *rank;
} lens_order;

/** The key's position in that order: the lane with the lowest position goes first. Without an
 *  order, by place.
 */
static inline uint64_t lens_order_position(const lens_order *order, uint64_t key) {
  if (!order || !order->rank) return key;
  uint32_t at = lens_key_place(key) - order->low;
  uint64_t rank = at < order->span ? order->rank[at] : 0;
  return (key >> 32 << 44) | rank << 24 | (lens_key_place(key) & 0xffffff);
}

/** A basic block, and the blocks seen to follow it in the same function. */
typedef struct lens_flow_block {
  uint32_t place;
  bool entry; /**< a function begins with it */
  bool waits; /**< threads wait in it for others */
  bool head;  /**< it is the head of a loop */
  uint32_t *next;
  uint32_t num_next;
  uint32_t behind; /**< the block that follows in the code; itself when it is the last */
  uint32_t joins;  /**< the head of the loop it belongs to although no path leads back, or none */
  uint32_t mark;   /**< used while ordering */
  uint32_t rank;
} lens_flow_block;

typedef struct lens_flow {
  lens_flow_block *blocks;
  uint32_t num_blocks, capacity;
  bool changed; /**< the flow has changed since the order was made */
  lens_order order;
} lens_flow;

/** Where one thread is: the latest block in each function it is in. */
typedef struct lens_flow_path {
  unsigned depth;
  uint64_t height[LENS_FLOW_FRAMES];
  uint32_t block[LENS_FLOW_FRAMES];
} lens_flow_path;

/** Follows a piece of a thread's trace. */
void lens_flow_learn(lens_flow *flow, lens_flow_path *path, const lens_record *begin,
                     const lens_record *end);
/** Makes the order again if something was learnt. */
void lens_flow_update(lens_flow *flow);
/** Ranks all blocks. False if the code itself is laid out in such an order. Then the layout is
 *  better, because it also covers paths that were not observed. */
bool lens_flow_order(lens_flow *flow);
void lens_flow_free(lens_flow *flow);

#endif
