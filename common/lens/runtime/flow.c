/* flow.c: makes a control-flow graph from traces, and a table from the order of the graph
 * (flow_order.c). */
#include "flow.h"
#include "alloc.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SPAN (16u << 20)

/* ---- learning ------------------------------------------------------------------------------- */

static uint32_t find_block(lens_flow *flow, uint32_t place) {
  for (uint32_t i = 0; i < flow->num_blocks; i++) {
    if (flow->blocks[i].place == place) return i;
  }
  if (flow->num_blocks == flow->capacity) {
    uint32_t capacity = flow->capacity ? 2 * flow->capacity : 64;
    lens_flow_block *grown = lens_alloc_more(flow->blocks, capacity, sizeof *grown);
    if (!grown) return LENS_FLOW_NONE;
    flow->blocks = grown;
    flow->capacity = capacity;
  }
  flow->blocks[flow->num_blocks] = (lens_flow_block){.place = place};
  flow->changed = true;
  return flow->num_blocks++;
}

static void add_edge(lens_flow *flow, uint32_t from, uint32_t to) {
  lens_flow_block *block = &flow->blocks[from];
  for (uint32_t i = 0; i < block->num_next; i++) {
    if (block->next[i] == to) return;
  }
  uint32_t *grown = lens_alloc_more(block->next, block->num_next + 1, sizeof *grown);
  if (!grown) return;
  block->next = grown;
  block->next[block->num_next++] = to;
  flow->changed = true;
}

static void enter_block(lens_flow *flow, lens_flow_path *path, uint64_t height, uint32_t block) {
  while (path->depth && path->height[path->depth - 1] < height) path->depth--; /* returned */
  if (path->depth && path->height[path->depth - 1] == height) {
    add_edge(flow, path->block[path->depth - 1], block);
  } else {
    flow->blocks[block].entry = true;
    if (path->depth == LENS_FLOW_FRAMES) return;
    path->height[path->depth++] = height;
  }
  path->block[path->depth - 1] = block;
}

/* Follows an edge that is already known, as nearly all edges are. False if the edge is new. */
static bool follow_edge(const lens_flow *flow, lens_flow_path *path, uint64_t height,
                        uint32_t place) {
  if (path->depth == 0 || path->height[path->depth - 1] != height) return false;
  const lens_flow_block *block = &flow->blocks[path->block[path->depth - 1]];
  for (uint32_t i = 0; i < block->num_next; i++) {
    if (flow->blocks[block->next[i]].place != place) continue;
    path->block[path->depth - 1] = block->next[i];
    return true;
  }
  return false;
}

void lens_flow_learn(lens_flow *flow, lens_flow_path *path, const lens_record *begin,
                     const lens_record *end) {
  for (const lens_record *it = begin; it < end; it++) {
    uint64_t height = lens_key_height(it->key);
    if (lens_kind_of(it->what) == LENS_RECORD_SYNC) {
      while (path->depth && path->height[path->depth - 1] < height) path->depth--;
      if (path->depth) flow->blocks[path->block[path->depth - 1]].waits = true;
    }
    if (lens_kind_of(it->what) != LENS_RECORD_BLOCK) continue;
    if (follow_edge(flow, path, height, lens_key_place(it->key))) continue;
    uint32_t block = find_block(flow, lens_key_place(it->key));
    if (block != LENS_FLOW_NONE) enter_block(flow, path, height, block);
  }
}

/* ---- the table ------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b) {
  uint32_t one = (*(const lens_flow_block *const *)a)->place;
  uint32_t two = (*(const lens_flow_block *const *)b)->place;
  return (one > two) - (one < two);
}

/* Sorts a block's successors, so that successors which no path orders are visited in the order of
 * the code. */
static void sort_next(const lens_flow *flow, lens_flow_block *block) {
  for (uint32_t i = 1; i < block->num_next; i++) {
    uint32_t moved = block->next[i];
    uint32_t at = i;
    while (at > 0 && flow->blocks[block->next[at - 1]].place < flow->blocks[moved].place) {
      block->next[at] = block->next[at - 1];
      at--;
    }
    block->next[at] = moved;
  }
}

static void sort_by_place(lens_flow *flow, const lens_flow_block **sorted) {
  uint32_t count = flow->num_blocks;
  for (uint32_t i = 0; i < count; i++) sorted[i] = &flow->blocks[i];
  qsort(sorted, count, sizeof(lens_flow_block *), by_place);
  for (uint32_t i = 0; i < count; i++) {
    lens_flow_block *block = &flow->blocks[sorted[i] - flow->blocks];
    block->joins = LENS_FLOW_NONE;
    sort_next(flow, block);
    block->behind = (uint32_t)(sorted[i + 1 < count ? i + 1 : i] - flow->blocks);
  }
}

/* Fills the table of ranks. A block's code ends where the code of the next block begins. Code that
 * was never seen belongs to the block before it. */
static void fill_table(lens_flow *flow, const lens_flow_block **sorted) {
  uint32_t low = sorted[0]->place;
  uint32_t last = sorted[flow->num_blocks - 1]->place;
  free(flow->order.rank);
  flow->order = (lens_order){0};
  if (last - low > MOST_SPAN) return; /* functions far apart: order by place */
  uint32_t span = last - low + 4096;
  uint32_t *rank = lens_alloc(span, sizeof *rank);
  if (!rank) return;
  for (uint32_t i = 0; i < flow->num_blocks; i++) {
    uint32_t end = i + 1 < flow->num_blocks ? sorted[i + 1]->place - low : span;
    for (uint32_t at = sorted[i]->place - low; at < end; at++) rank[at] = sorted[i]->rank;
  }
  flow->order = (lens_order){low, span, rank};
}

void lens_flow_update(lens_flow *flow) {
  if (!flow->changed) return;
  flow->changed = false;
  const lens_flow_block **sorted = lens_alloc(flow->num_blocks, sizeof(lens_flow_block *));
  if (!sorted) return;
  sort_by_place(flow, sorted);
  if (lens_flow_order(flow)) {
    fill_table(flow, sorted);
  } else {
    free(flow->order.rank);
    flow->order = (lens_order){0};
  }
  free(sorted);
}

void lens_flow_free(lens_flow *flow) {
  for (uint32_t i = 0; i < flow->num_blocks; i++) free(flow->blocks[i].next);
  free(flow->blocks);
  free(flow->order.rank);
  *flow = (lens_flow){0};
}
