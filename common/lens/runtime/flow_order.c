/* flow_order.c: makes an order of the blocks of a control-flow graph.
 *
 * The order is the weak topological order of F. Bourdoncle ("Efficient chaotic iteration strategies
 * with widenings", 1993), with the block where the lanes of a loop meet in each round moved to the
 * end of the loop. This order puts a block that all paths reach after these paths, and the code
 * that follows a loop after the loop. So lanes that took the short path wait at the join, lanes
 * that left a loop wait after the loop, and lanes that begin another iteration wait at the loop's
 * head for the other lanes.
 *
 * If the compiler itself has laid out the code in such an order, the layout is used instead,
 * because it also covers paths that were not observed. */
#include "alloc.h"
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#define ORDERED UINT32_MAX

typedef struct ordering {
  lens_flow *flow;
  uint32_t *stack;
  uint32_t stacked;
  uint32_t visits;
  uint32_t next_rank; /* ranks are given from the end */
  bool searches;      /* exit paths that belong to their loops are being searched for */
  uint32_t *work;
  bool *seen;   /* used by can_avoid */
  bool *inside; /* the blocks of a loop, and those that were added to it */
} ordering;

static uint32_t visit(ordering *it, uint32_t number);

/* Successor number `i` of a block, from 0 on; LENS_FLOW_NONE if there is none. If no successor was
 * seen because threads still wait in the block, the next block in the code is a good guess. */
static uint32_t successor(const lens_flow_block *block, uint32_t number, uint32_t i) {
  if (i < block->num_next) return block->next[i];
  if (block->num_next == 0 && block->waits && block->behind != number) {
    return i == 0 ? block->behind : LENS_FLOW_NONE;
  }
  return i == block->num_next ? block->joins : LENS_FLOW_NONE;
}

/* ---- loops ----------------------------------------------------------------------------------- */

typedef struct flow_order_loop {
  const uint32_t *member;
  uint32_t count;
} flow_order_loop;

/* Whether some path from the loop ends without passing `block`. Exit paths are ignored. */
static bool can_avoid(ordering *it, const flow_order_loop *from, uint32_t block) {
  const lens_flow_block *blocks = it->flow->blocks;
  uint32_t count = 0;
  memset(it->seen, 0, it->flow->num_blocks * sizeof *it->seen);
  it->seen[block] = true;
  for (uint32_t i = 0; i < from->count; i++) {
    if (from->member[i] == block || blocks[from->member[i]].joins != LENS_FLOW_NONE) continue;
    it->seen[from->member[i]] = true;
    it->work[count++] = from->member[i];
  }
  while (count) {
    const lens_flow_block *at = &blocks[it->work[--count]];
    if (at->num_next == 0) return true;
    for (uint32_t i = 0; i < at->num_next; i++) {
      if (it->seen[at->next[i]]) continue;
      it->seen[at->next[i]] = true;
      it->work[count++] = at->next[i];
    }
  }
  return false;
}

/* The block where the loop's lanes meet once per iteration: the one that all paths lead to, if
 * there is one, otherwise the loop's entry. */
static uint32_t meeting_point(ordering *it, const flow_order_loop *loop) {
  for (uint32_t i = 0; i < loop->count; i++) {
    if (!can_avoid(it, loop, loop->member[i])) return loop->member[i];
  }
  return loop->member[0];
}

/* Whether a path leads from the loop, or from blocks that were added to it, to the block. */
static bool follows_loop(ordering *it, uint32_t block) {
  const lens_flow_block *blocks = it->flow->blocks;
  for (uint32_t i = 0; i < it->flow->num_blocks; i++) {
    for (uint32_t j = 0; it->inside[i] && j < blocks[i].num_next; j++) {
      if (blocks[i].next[j] == block) return true;
    }
  }
  return false;
}

static void mark_inside(ordering *it, const flow_order_loop *loop) {
  memset(it->inside, 0, it->flow->num_blocks * sizeof *it->inside);
  for (uint32_t i = 0; i < loop->count; i++) it->inside[loop->member[i]] = true;
}

/* Code on an exit path, as in `if (found) { x[i] = 1; break; }`, is not part of the loop in the
 * graph, because no path leads back. But lanes that take such a path execute it at once, and wait
 * after it. The code is recognised by its place: it is in the middle of the loop's code, and is not
 * the last of the exits. */
static void find_ways_out(ordering *it, const flow_order_loop *loop, uint32_t head) {
  lens_flow *flow = it->flow;
  uint32_t low = UINT32_MAX, high = 0, last_out = 0;
  mark_inside(it, loop);
  for (uint32_t i = 0; i < loop->count; i++) {
    const lens_flow_block *block = &flow->blocks[loop->member[i]];
    low = block->place < low ? block->place : low;
    high = block->place > high ? block->place : high;
    for (uint32_t j = 0; j < block->num_next; j++) {
      uint32_t place = flow->blocks[block->next[j]].place;
      if (!it->inside[block->next[j]] && place > last_out) last_out = place;
    }
  }
  bool more = true;
  while (more) {
    more = false;
    for (uint32_t i = 0; i < flow->num_blocks; i++) {
      lens_flow_block *block = &flow->blocks[i];
      if (it->inside[i] || block->place <= low || block->place >= high) continue;
      if (block->place == last_out || !follows_loop(it, i) || !can_avoid(it, loop, i)) continue;
      it->inside[i] = more = true;
      block->joins = head;
    }
  }
}

/* Orders the blocks of a loop before the loop's head, which represents the end of an iteration. */
static void order_loop(ordering *it, uint32_t head, uint32_t entry) {
  lens_flow_block *blocks = it->flow->blocks;
  uint32_t next;
  if (blocks[entry].mark == 0) (void)visit(it, entry);
  for (uint32_t i = 0; (next = successor(&blocks[head], head, i)) != LENS_FLOW_NONE; i++) {
    if (blocks[next].mark == 0) (void)visit(it, next);
  }
}

/* Tarjan's search for strongly connected components. Returns the earliest block on the stack that
 * can be reached. */
static uint32_t visit(ordering *it, uint32_t number) {
  lens_flow_block *blocks = it->flow->blocks;
  it->stack[it->stacked++] = number;
  uint32_t mine = blocks[number].mark = ++it->visits;
  uint32_t head = mine;
  bool loop = false;
  uint32_t next;
  for (uint32_t i = 0; (next = successor(&blocks[number], number, i)) != LENS_FLOW_NONE; i++) {
    uint32_t reached = blocks[next].mark == 0 ? visit(it, next) : blocks[next].mark;
    if (reached > head) continue;
    head = reached;
    loop = true;
  }
  if (head != mine) return head;
  uint32_t begin = it->stacked;
  while (it->stack[--begin] != number) blocks[it->stack[begin]].mark = 0; /* allows another visit */
  const flow_order_loop members = {it->stack + begin, it->stacked - begin};
  blocks[number].mark = 0;
  uint32_t last = loop ? meeting_point(it, &members) : number;
  if (loop && it->searches) find_ways_out(it, &members, last);
  it->stacked = begin;
  blocks[last].mark = ORDERED;
  blocks[last].rank = --it->next_rank;
  blocks[number].head = loop; /* keeps the order of the code */
  if (loop) order_loop(it, last, number);
  return head;
}

/* Whether the lanes meet correctly if those that are furthest back in the code always run first.
 * That holds if the code jumps backwards only to begin another iteration of a loop, from one place
 * per loop.
 */
static bool layout_is_an_order(lens_flow *flow) {
  for (uint32_t i = 0; i < flow->num_blocks; i++) flow->blocks[i].mark = 0;
  for (uint32_t from = 0; from < flow->num_blocks; from++) {
    const lens_flow_block *block = &flow->blocks[from];
    for (uint32_t i = 0; i < block->num_next; i++) {
      lens_flow_block *next = &flow->blocks[block->next[i]];
      if (next->place > block->place) continue;
      if (!next->head || next->mark++ > 0) return false;
    }
  }
  return true;
}

static void rank_blocks(ordering *it) {
  lens_flow *flow = it->flow;
  it->next_rank = flow->num_blocks;
  for (uint32_t i = 0; i < flow->num_blocks; i++) flow->blocks[i].mark = 0;
  for (uint32_t i = 0; i < flow->num_blocks; i++) {
    if (flow->blocks[i].entry && flow->blocks[i].mark == 0) (void)visit(it, i);
  }
}

bool lens_flow_order(lens_flow *flow) {
  size_t count = flow->num_blocks;
  ordering it = {.flow = flow, .searches = true};
  it.stack = lens_alloc(count, sizeof *it.stack);
  it.work = lens_alloc(count, sizeof *it.work);
  it.seen = lens_alloc(count, sizeof *it.seen);
  it.inside = lens_alloc(count, sizeof *it.inside);
  bool needed = false;
  if (it.stack && it.work && it.seen && it.inside) {
    for (size_t i = 0; i < count; i++) flow->blocks[i].joins = LENS_FLOW_NONE;
    rank_blocks(&it);
    needed = !layout_is_an_order(flow);
    it.searches = false; /* order once more, with the exit paths in their loops */
    if (needed) rank_blocks(&it);
  }
  free(it.stack);
  free(it.work);
  free(it.seen);
  free(it.inside);
  return needed;
}
