/* dataflow_loops.c: the loops of a kernel, from the basic blocks that its warps enter. */
#include "dataflow_parts.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_FRAMES = 16,
  MOST_LOOPS = 256,
  MOST_COPIES = 32 /* the most iterations of a loop that nvcc fully unrolls */
};

/* ---- control flow --------------------------------------------------------------------------- */

typedef struct dataflow_path {
  unsigned depth;
  uint64_t height[MOST_FRAMES];
  uint32_t block[MOST_FRAMES];
} dataflow_path;

static bool add_edge(lens_dataflow *course, uint32_t from, uint32_t to) {
  dataflow_study *it = &course->studies[from];
  for (unsigned i = 0; i < it->num_next; i++) {
    if (it->next[i] == to) return true;
  }
  uint32_t *grown = lens_alloc_more(it->next, it->num_next + 1, sizeof *grown);
  if (!grown) return false;
  it->next = grown;
  it->next[it->num_next++] = to;
  return true;
}

static bool go_to_block(lens_dataflow *course, dataflow_path *lane, uint32_t block) {
  uint64_t height = lens_key_height(course->sites[block].key);
  while (lane->depth && lane->height[lane->depth - 1] < height) lane->depth--;
  if (lane->depth && lane->height[lane->depth - 1] == height) {
    uint32_t before = lane->block[lane->depth - 1];
    lane->block[lane->depth - 1] = block;
    return add_edge(course, before, block);
  }
  course->studies[block].entry = true;
  if (lane->depth) course->sites[lane->block[lane->depth - 1]].calls = true;
  if (lane->depth == MOST_FRAMES) return true;
  lane->height[lane->depth] = height;
  lane->block[lane->depth++] = block;
  return true;
}

/* Learns the control flow from a warp. Reads the warp to its end, because a long loop is left only
 * there. */
static bool learn_flow(dataflow_reading *it) {
  lens_dataflow *course = it->course;
  dataflow_path lanes[LENS_WARP] = {{0}};
  lens_recording_step step;
  uint32_t site;
  while (lens_dataflow_next_step(it, &step, &site)) {
    bool block = lens_dataflow_is_block(&course->sites[site]);
    for (uint32_t rest = step.lanes; rest; rest &= rest - 1) {
      dataflow_path *lane = &lanes[__builtin_ctz(rest)];
      if (block && !go_to_block(course, lane, site)) return false;
      if (!block && lane->depth) course->sites[site].block = lane->block[lane->depth - 1];
    }
  }
  return true;
}

enum { UNSEEN, OPEN, DONE };

typedef struct back_edge {
  uint32_t from, to;
} back_edge;

/* Visits all blocks that can be reached from `root`, depth first, and lists the edges that lead
 * back to a block on the stack. */
static size_t find_back_edges(lens_dataflow *course, uint32_t root, uint32_t *stack, unsigned *at,
                              back_edge *out, size_t most) {
  size_t found = 0;
  unsigned depth = 0;
  stack[depth] = root;
  at[depth++] = 0;
  course->studies[root].color = OPEN;
  while (depth) {
    uint32_t block = stack[depth - 1];
    dataflow_study *it = &course->studies[block];
    if (at[depth - 1] == it->num_next) {
      it->color = DONE;
      depth--;
      continue;
    }
    uint32_t next = it->next[at[depth - 1]++];
    if (course->studies[next].color == OPEN && found < most)
      out[found++] = (back_edge){block, next};
    if (course->studies[next].color != UNSEEN) continue;
    course->studies[next].color = OPEN;
    stack[depth] = next;
    at[depth++] = 0;
  }
  return found;
}

/* Marks in `inside` the blocks that can reach the start of the edge without passing the head of the
 * loop. */
static void mark_body(const lens_dataflow *course, back_edge edge, bool *inside) {
  inside[edge.to] = true;
  inside[edge.from] = true;
  for (bool changed = edge.from != edge.to; changed;) {
    changed = false;
    for (uint32_t i = 0; i < course->num_sites; i++) {
      if (inside[i] || !lens_dataflow_is_block(&course->sites[i])) continue;
      const dataflow_study *it = &course->studies[i];
      for (unsigned k = 0; k < it->num_next && !inside[i]; k++) {
        /* the head is inside, but its predecessors are outside or come along a back edge */
        if (it->next[k] != edge.to && inside[it->next[k]]) inside[i] = changed = true;
      }
    }
  }
}

/* Whether the loop has an exit that no thread took: it consists of two blocks, and the first was
 * only seen to lead to the second. The two blocks are separate because the first ends with a
 * branch. That branch can only lead out of the loop: it is a `break` that did not happen. */
static bool has_hidden_exit(const lens_dataflow *course, uint32_t head, const bool *inside) {
  unsigned blocks = 0;
  uint32_t other = LENS_SITE_NONE;
  for (uint32_t i = 0; i < course->num_sites; i++) {
    if (!lens_dataflow_is_block(&course->sites[i]) || !inside[i]) continue;
    blocks++;
    if (i != head) other = i;
  }
  if (blocks != 2) return false;
  const dataflow_study *first = &course->studies[head];
  return first->num_next == 1 && first->next[0] == other;
}

static void describe_loop(lens_dataflow *course, lens_loop *loop, const bool *inside) {
  loop->simple = true;
  loop->exits += has_hidden_exit(course, loop->head, inside);
  for (uint32_t i = 0; i < course->num_sites; i++) {
    const lens_site *site = &course->sites[i];
    if (lens_dataflow_is_block(site) && inside[i]) {
      const dataflow_study *it = &course->studies[i];
      bool leaves = it->num_next == 0;
      for (unsigned k = 0; k < it->num_next; k++) leaves |= !inside[it->next[k]];
      loop->exits += leaves;
      loop->has_call |= site->calls;
      if (site->calls) loop->simple = false;
    } else if (!lens_dataflow_is_block(site) && site->block != LENS_SITE_NONE &&
               inside[site->block]) {
      unsigned kind = lens_kind_of(site->what);
      loop->has_barrier |= kind == LENS_RECORD_SYNC;
      loop->has_exchange |= kind == LENS_RECORD_MET;
      loop->has_store |= kind == LENS_RECORD_STORE || kind == LENS_RECORD_ATOMIC;
      loop->accesses += lens_dataflow_is_access(site);
      loop->loads += kind == LENS_RECORD_LOAD;
    }
  }
}

static uint32_t loop_with_head(const lens_dataflow *course, uint32_t head) {
  uint32_t i = 0;
  while (course->loops[i].head != head) i++;
  return i;
}

/* For each loop, finds the smallest loop around it. `contains` has the heads that are inside of
 * each loop, by edge. */
static void find_above(lens_dataflow *course, const back_edge *edges, size_t num_edges,
                       const bool *contains, const unsigned *sizes) {
  for (unsigned outer = 0; outer < course->num_loops; outer++) {
    for (size_t k = 0; k < num_edges; k++) {
      if (!contains[(size_t)outer * MOST_LOOPS + k]) continue;
      lens_loop *inner = &course->loops[loop_with_head(course, edges[k].to)];
      if (inner->above == LENS_SITE_NONE || sizes[inner->above] > sizes[outer]) {
        inner->above = outer;
      }
    }
  }
}

/* Finds the loops, inner loops after outer ones. */
static bool find_loops(lens_dataflow *course) {
  unsigned count = course->num_sites;
  size_t most = MOST_LOOPS, num_edges = 0;
  uint32_t *stack = lens_alloc(count, sizeof *stack);
  unsigned *at = lens_alloc(count, sizeof *at);
  back_edge *edges = lens_alloc(most, sizeof *edges);
  bool *inside = lens_alloc(count, sizeof *inside);
  unsigned *sizes = lens_alloc(most, sizeof *sizes);
  bool *contains = lens_alloc(most * most, sizeof *contains); /* loop × most + edge: its head */
  course->loops = lens_alloc(most, sizeof *course->loops);
  bool good = stack && at && edges && inside && sizes && contains && course->loops;
  for (int entries = 1; good && entries >= 0; entries--) { /* blocks that no entry leads to come
                                                            * last */
    for (uint32_t i = 0; i < count; i++) {
      const dataflow_study *it = &course->studies[i];
      if (!lens_dataflow_is_block(&course->sites[i]) || it->color != UNSEEN ||
          it->entry != (entries == 1))
        continue;
      num_edges += find_back_edges(course, i, stack, at, edges + num_edges, most - num_edges);
    }
  }
  for (size_t i = 0; good && i < num_edges; i++) {
    uint32_t head = edges[i].to;
    bool known = false;
    for (unsigned k = 0; k < course->num_loops; k++) known |= course->loops[k].head == head;
    if (known) continue;
    memset(inside, 0, count * sizeof *inside);
    for (size_t k = i; k < num_edges; k++) {
      if (edges[k].to == head) mark_body(course, edges[k], inside);
    }
    unsigned size = 0;
    for (uint32_t k = 0; k < count; k++) size += inside[k];
    lens_loop *loop = &course->loops[course->num_loops];
    *loop = (lens_loop){.head = head, .above = LENS_SITE_NONE};
    describe_loop(course, loop, inside);
    for (size_t k = 0; k < num_edges; k++) {
      contains[course->num_loops * most + k] = edges[k].to != head && inside[edges[k].to];
      if (contains[course->num_loops * most + k]) loop->simple = false;
    }
    for (uint32_t k = 0; k < count; k++) { /* a block belongs to the smallest loop around it */
      uint32_t own = course->sites[k].loop;
      if (inside[k] && (own == LENS_SITE_NONE || sizes[own] > size)) {
        course->sites[k].loop = course->num_loops;
      }
    }
    sizes[course->num_loops++] = size;
  }
  if (good) find_above(course, edges, num_edges, contains, sizes);
  free(stack);
  free(at);
  free(edges);
  free(inside);
  free(sizes);
  free(contains);
  return good;
}

/* ---- unrolled loops ------------------------------------------------------------------------- */

static bool is_within(const lens_dataflow *course, uint32_t loop, uint32_t outer) {
  while (loop != outer && loop != LENS_SITE_NONE) loop = course->loops[loop].above;
  return loop == outer;
}

/* How many iterations each lane of a warp executes in each loop. */
typedef struct turn_count {
  uint32_t block[LENS_WARP];    /* by lane: the latest block */
  unsigned (*turns)[LENS_WARP]; /* iterations of each loop since it was entered, by lane */
} turn_count;

static void end_turns(lens_loop *loop, unsigned turns) {
  if (turns == 0) return;
  loop->entries++;
  if (loop->turns == 0) loop->turns = turns;
  loop->varies |= turns != loop->turns;
}

static bool learn_turns(dataflow_reading *it) {
  lens_dataflow *course = it->course;
  turn_count count = {.turns = lens_alloc(course->num_loops, sizeof *count.turns)};
  if (!count.turns) return false;
  memset(count.block, 0xff, sizeof count.block);
  lens_recording_step step;
  uint32_t number;
  unsigned steps = 0;
  for (; steps < DATAFLOW_MOST_STEPS && lens_dataflow_next_step(it, &step, &number); steps++) {
    const lens_site *site = &course->sites[number];
    if (!lens_dataflow_is_block(site)) continue;
    bool head = site->loop != LENS_SITE_NONE && course->loops[site->loop].head == number;
    for (uint32_t rest = step.lanes; rest; rest &= rest - 1) {
      unsigned lane = (unsigned)__builtin_ctz(rest);
      uint32_t before = count.block[lane];
      count.block[lane] = number;
      if (!head) continue;
      unsigned *turns = &count.turns[site->loop][lane];
      uint32_t from = before == LENS_SITE_NONE ? LENS_SITE_NONE : course->sites[before].loop;
      if (!is_within(course, from, site->loop)) {
        end_turns(&course->loops[site->loop], *turns);
        *turns = 0;
      }
      ++*turns;
    }
  }
  for (unsigned i = 0; steps < DATAFLOW_MOST_STEPS && i < course->num_loops; i++) {
    for (unsigned lane = 0; lane < LENS_WARP; lane++) {
      end_turns(&course->loops[i], count.turns[i][lane]);
    }
  }
  free(count.turns);
  return true;
}

/* nvcc fully unrolls a loop with a constant number of iterations, with or without `#pragma unroll`.
 * The number is assumed to be constant if all lanes of all warps that are read execute equally many
 * iterations, each time they enter the loop. */
static bool is_written_out(const lens_loop *loop) {
  return loop->above != LENS_SITE_NONE && !loop->has_barrier && !loop->has_call && !loop->varies &&
         loop->entries >= 2 * LENS_WARP && loop->turns > 1 && loop->turns <= MOST_COPIES &&
         loop->turns * loop->accesses <= 4 * MOST_COPIES;
}

/* Assigns the blocks of each fully unrolled loop to the loop around it. */
static void write_out_loops(lens_dataflow *course) {
  for (uint32_t i = 0; i < course->num_sites; i++) {
    lens_site *block = &course->sites[i];
    if (!lens_dataflow_is_block(block)) continue;
    while (block->loop != LENS_SITE_NONE && is_written_out(&course->loops[block->loop])) {
      block->loop = course->loops[block->loop].above;
      block->written_out = true;
    }
  }
  for (uint32_t i = 0; i < course->num_sites; i++) {
    lens_site *block = &course->sites[i];
    if (!lens_dataflow_is_block(block) || block->loop == LENS_SITE_NONE) continue;
    const dataflow_study *it = &course->studies[i];
    block->leaves = it->num_next == 0;
    for (unsigned k = 0; k < it->num_next; k++) {
      block->leaves |= !is_within(course, course->sites[it->next[k]].loop, block->loop);
    }
  }
}

/* Finds where a branch over a few instructions ends: nvcc predicates these instructions, and only
 * compares. */
static void find_joins(lens_dataflow *course) {
  enum { MOST_PREDICATED = 4 }; /* accesses */
  unsigned *before = lens_alloc(course->num_sites, sizeof *before);
  unsigned *accesses = lens_alloc(course->num_sites, sizeof *accesses);
  for (uint32_t i = 0; before && accesses && i < course->num_sites; i++) {
    const lens_site *site = &course->sites[i];
    const dataflow_study *it = &course->studies[i];
    for (unsigned k = 0; k < it->num_next; k++) before[it->next[k]]++;
    if (lens_dataflow_is_block(site) || site->block == LENS_SITE_NONE) continue;
    accesses[site->block] += lens_dataflow_is_access(site) ? 1 : MOST_PREDICATED + 1;
  }
  for (uint32_t i = 0; before && accesses && i < course->num_sites; i++) {
    const dataflow_study *it = &course->studies[i];
    if (it->num_next != 2) continue;
    for (unsigned k = 0; k < 2; k++) {
      uint32_t over = it->next[k], join = it->next[1 - k];
      const dataflow_study *short_way = &course->studies[over];
      bool joins = short_way->num_next == 1 && short_way->next[0] == join && before[over] == 1 &&
                   before[join] == 2 && accesses[over] <= MOST_PREDICATED;
      if (!joins || course->sites[over].calls) continue;
      course->sites[over].predicated = true;
      course->sites[join].joins = true;
    }
  }
  free(before);
  free(accesses);
}

static bool has_nested_loops(const lens_dataflow *course) {
  for (unsigned i = 0; i < course->num_loops; i++) {
    if (course->loops[i].above != LENS_SITE_NONE) return true;
  }
  return false;
}

bool lens_dataflow_find_loops(lens_dataflow *course, const lens_recording *const *tapes,
                              size_t num_tapes) {
  bool good = lens_dataflow_for_each_warp(course, tapes, num_tapes, learn_flow) &&
              find_loops(course) &&
              (!has_nested_loops(course) ||
               lens_dataflow_for_each_warp(course, tapes, num_tapes, learn_turns));
  if (!good) return false;
  write_out_loops(course);
  find_joins(course);
  return true;
}

/* ---- conclusions ---------------------------------------------------------------------------- */

static bool is_multiple(uint64_t distance, uint64_t step) {
  return step && distance % step == 0;
}

static bool steps_by_size(const lens_dataflow *course, const lens_site *site) {
  uint64_t distance = site->distance < 0 ? (uint64_t)-site->distance : (uint64_t)site->distance;
  unsigned bytes = lens_bytes_of(site->what);
  return is_multiple(distance, course->steps.over_grid * bytes) ||
         is_multiple(distance, course->steps.over_block * bytes);
}

/* nvcc unrolls a loop if it can compute the number of iterations before the loop: the loop has one
 * exit, an address advances by the same distance in each iteration, and nothing is read again in
 * each iteration because a store may have changed it. It does not unroll a loop whose step is the
 * size of a block or grid: that number is unsigned, so the loop variable may wrap around. */
static void settle_loop(lens_dataflow *course, lens_loop *loop) {
  bool moving = false, unknown = false, by_size = false, read_again = false;
  for (uint32_t i = 0; i < course->num_sites; i++) {
    const lens_site *site = &course->sites[i];
    if (!lens_dataflow_is_access(site) || site->block == LENS_SITE_NONE) continue;
    if (course->sites[site->block].loop == LENS_SITE_NONE) continue;
    if (&course->loops[course->sites[site->block].loop] != loop) continue;
    loop->hands_out |= site->hands_out;
    moving |= site->moves && site->need == LENS_NEEDS_NOTHING;
    bool serial = !site->moves && !site->stays && site->need != LENS_NEEDS_SITE &&
                  !course->studies[i].after_loads;
    unknown |= serial;
    by_size |= site->moves && steps_by_size(course, site);
    read_again |= site->stays && lens_kind_of(site->what) == LENS_RECORD_LOAD && loop->has_store &&
                  lens_syntax_space_of(site->what) == LENS_GLOBAL;
  }
  loop->has_moving = moving;
  loop->unrolls = loop->simple && loop->exits == 1 && moving && !unknown && !by_size &&
                  !read_again && !loop->has_barrier && loop->accesses <= 16;
}

void lens_dataflow_settle_loops(lens_dataflow *course) {
  for (unsigned i = 0; i < course->num_loops; i++) settle_loop(course, &course->loops[i]);
}
