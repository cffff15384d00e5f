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

/** An order of basic blocks: for each byte of code from `low` on, the rank of the basic block that
 *  the byte belongs to. If `rank` is NULL, the order is that of the code. */
typedef struct lens_order {
  uint32_t low, span;
  uint32_t *rank;
} lens_order;

/** The position of a lane with this key: the lane with the lowest position runs first. If there is
 *  no order, positions are ordered by place. */
static inline uint64_t lens_order_position(const lens_order *order, uint64_t key) {
  if (!order || !order->rank) return key;
  uint32_t at = lens_key_place(key) - order->low;
  uint64_t rank = at < order->span ? order->rank[at] : 0;
  return (key >> 32 << 44) | rank << 24 | (lens_key_place(key) & 0xffffff);
}

/** A basic block, and the blocks seen to follow it in the same function. */
typedef struct lens_flow_block {
  uint32_t place;
  bool entry; /**< a function begins with the block */
  bool waits; /**< threads wait in the block for other threads */
  bool head;  /**< the block is the head of a loop */
  uint32_t *next;
  uint32_t num_next;
  uint32_t behind; /**< the block that follows in the code; the last block follows itself */
  uint32_t joins;  /**< the head of a loop that the block counts to although no path leads back, or
                      none */
  uint32_t mark;   /**< used while ordering */
  uint32_t rank;
} lens_flow_block;

typedef struct lens_flow {
  lens_flow_block *blocks;
  uint32_t num_blocks, capacity;
  bool changed; /**< the flow has changed since the order was made */
  lens_order order;
} lens_flow;

/** Where one thread is: the latest block in each function that it has called and not left. */
typedef struct lens_flow_path {
  unsigned depth;
  uint64_t height[LENS_FLOW_FRAMES];
  uint32_t block[LENS_FLOW_FRAMES];
} lens_flow_path;

/** Learns from a part of a thread's trace. */
void lens_flow_learn(lens_flow *flow, lens_flow_path *path, const lens_record *begin,
                     const lens_record *end);
/** Computes the order again if something was learnt. */
void lens_flow_update(lens_flow *flow);
/** Ranks all blocks. False if the code itself is laid out in such an order. Then the layout of the
 *  code is used, because it also covers paths that were not observed. */
bool lens_flow_order(lens_flow *flow);
void lens_flow_free(lens_flow *flow);

#endif
