/* dataflow.c: loops and dependences, from the tapes of a few warps. */
#include "dataflow.h"
#include "alloc.h"

#include "lens/lens.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_FRAMES = 16,
  MOST_WARPS = 96,      /* that are read */
  MOST_STEPS = 1 << 14, /* of each, to find dependences */
  MOST_RECENT = 16,     /* loads that an access is compared with */
  LANE_BITS = 5,
  MOST_FACTOR = 1 << 12, /* between a value and an address */
  ENOUGH = 3,            /* this many agreeing values are not a coincidence */
  MOST_LOOPS = 256,
  MOST_COPIES = 32 /* iterations of a loop that nvcc writes out one after another */
};

/* Whether the address of one access follows from the value of another: address = base + factor ×
 * value, everywhere. */
typedef struct relation {
  uint32_t load, access;
  bool used, wrong, started, scaled;
  int64_t value, address; /* of the first lane examined */
  int64_t factor;
  unsigned agreeing; /* with another value than the first */
} relation;

/* Whether the value of a load decides whether a thread enters a block. */
typedef struct decision {
  uint32_t load, block;
  bool used;
  int64_t least[2], most[2]; /* of the values of those that do not, and of those that do */
  uint64_t count[2];
} decision;

/* What is learnt of a site, beside what lens_site says of it. */
typedef struct study {
  bool spaced_known, spaced_wrong; /* lane i asks for base + Σ of spacing[b] over the bits of i */
  int64_t spacing[LANE_BITS];
  bool moves_known, moves_wrong; /* from iteration to iteration by `moves` */
  int64_t moves;
  bool copied_known, copied_wrong; /* from copy to copy in one iteration by `copied` */
  int64_t copied;
  uint64_t first[LENS_WARP];    /* its first addresses in the latest iteration */
  uint64_t last[LENS_WARP];     /* its latest addresses */
  uint64_t last_in[LENS_WARP];  /* the iteration: numbers of entry and of iteration */
  bool one_word, several_words; /* whether all its accesses are to one address */
  uint64_t word;
  uint32_t atomic;     /* that came before it in its group, plus 1; 0: none */
  bool first_of_group; /* it was seen with no load before it */
  bool after_loads;    /* and with some */
  uint32_t *next;      /* of blocks: their successors */
  unsigned num_next;
  bool entry;
  uint64_t entered; /* number of threads */
  uint64_t passed;  /* number of threads that might have entered */
  unsigned color;   /* while searching */
} study;

typedef struct recent {
  uint32_t site;
  bool repeated; /* more than one copy of the load is in the group */
  uint32_t lanes;
  int64_t value[LENS_WARP];
} recent;

struct lens_dataflow {
  lens_site *sites;
  study *studies;
  unsigned num_sites, capacity;
  uint32_t *index;
  unsigned index_capacity;
  uint32_t *places;
  unsigned num_places, places_capacity;
  lens_loop *loops;
  unsigned num_loops;
  relation *relations; /* by hash */
  unsigned num_relations, relations_capacity;
  decision *decisions;
  unsigned num_decisions, decisions_capacity;
  lens_value_at *value;
  lens_steps steps;
  uint64_t iterations; /* that were read: no two have the same number */
};

/* ---- sites ---------------------------------------------------------------------------------- */

static unsigned hash(uint64_t a, uint64_t b, unsigned capacity) {
  return (unsigned)((a * UINT64_C(0x9E3779B97F4A7C15) ^ b * UINT64_C(0xC2B2AE3D27D4EB4F)) >> 36) &
         (capacity - 1);
}

static uint32_t number_of_place(lens_dataflow *course, uint32_t place) {
  for (unsigned i = 0; i < course->num_places; i++) {
    if (course->places[i] == place) return i;
  }
  if (course->num_places == course->places_capacity) {
    unsigned capacity = course->places_capacity ? 2 * course->places_capacity : 64;
    uint32_t *grown = lens_alloc_more(course->places, capacity, sizeof *grown);
    if (!grown) return 0;
    course->places = grown;
    course->places_capacity = capacity;
  }
  course->places[course->num_places] = place;
  return course->num_places++;
}

static bool grow_sites(lens_dataflow *course) {
  unsigned capacity = course->capacity ? 2 * course->capacity : 128;
  lens_site *sites = lens_alloc_more(course->sites, capacity, sizeof *sites);
  if (sites) course->sites = sites;
  study *studies = sites ? lens_alloc_more(course->studies, capacity, sizeof *studies) : NULL;
  if (studies) course->studies = studies;
  uint32_t *index = studies ? lens_alloc(2 * (size_t)capacity, sizeof *index) : NULL;
  if (!index) return false;
  free(course->index);
  course->index = index;
  course->index_capacity = 2 * capacity;
  course->capacity = capacity;
  for (unsigned i = 0; i < course->num_sites; i++) {
    unsigned at = hash(sites[i].key, sites[i].what, 2 * capacity);
    while (index[at]) at = (at + 1) & (2 * capacity - 1);
    index[at] = i + 1;
  }
  return true;
}

uint32_t lens_dataflow_site(lens_dataflow *course, const lens_recording_slot *slot) {
  if (course->num_sites == course->capacity && !grow_sites(course)) return LENS_SITE_NONE;
  unsigned at = hash(slot->key, slot->what, course->index_capacity);
  for (; course->index[at]; at = (at + 1) & (course->index_capacity - 1)) {
    const lens_site *it = &course->sites[course->index[at] - 1];
    if (it->key == slot->key && it->what == slot->what) return course->index[at] - 1;
  }
  uint32_t number = course->num_sites++;
  course->index[at] = number + 1;
  course->sites[number] = (lens_site){.key = slot->key,
                                      .what = slot->what,
                                      .place = number_of_place(course, lens_key_place(slot->key)),
                                      .need = LENS_NEEDS_ALL,
                                      .source = LENS_SITE_NONE,
                                      .block = LENS_SITE_NONE,
                                      .loop = LENS_SITE_NONE,
                                      .decider = LENS_SITE_NONE};
  memset(&course->studies[number], 0, sizeof *course->studies);
  return number;
}

const lens_site *lens_dataflow_get(const lens_dataflow *course, uint32_t site) {
  return &course->sites[site];
}

const lens_loop *lens_dataflow_loop(const lens_dataflow *course, uint32_t loop) {
  return &course->loops[loop];
}

unsigned lens_dataflow_num_loops(const lens_dataflow *course) {
  return course->num_loops;
}

unsigned lens_dataflow_num_places(const lens_dataflow *course) {
  return course->num_places;
}

uint32_t lens_dataflow_place(const lens_dataflow *course, unsigned number) {
  return course->places[number];
}

void lens_dataflow_free(lens_dataflow *course) {
  if (!course) return;
  for (unsigned i = 0; i < course->num_sites; i++) free(course->studies[i].next);
  free(course->sites);
  free(course->studies);
  free(course->index);
  free(course->places);
  free(course->loops);
  free(course->relations);
  free(course->decisions);
  free(course);
}

static bool is_access(const lens_site *site) {
  return lens_kind_of(site->what) < LENS_RECORD_PRINT;
}

static bool is_block(const lens_site *site) {
  return lens_kind_of(site->what) == LENS_RECORD_BLOCK;
}

/* ---- reading warps -------------------------------------------------------------------------- */

/* Reads one warp step by step, as sites. */
typedef struct dataflow_reading {
  lens_dataflow *course;
  lens_recording_reader tape;
  uint32_t *sites; /* of the slots */
} dataflow_reading;

static bool open_warp(dataflow_reading *it, lens_dataflow *course, const lens_recording *tape,
                      unsigned warp) {
  *it = (dataflow_reading){.course = course};
  it->sites = lens_alloc(tape->num_slots, sizeof *it->sites);
  if (!it->sites || !lens_recording_open(&it->tape, tape, warp)) return false;
  for (unsigned i = 0; i < tape->num_slots; i++) {
    it->sites[i] = lens_dataflow_site(course, &it->tape.slots[i]);
    if (it->sites[i] == LENS_SITE_NONE) return false;
  }
  return true;
}

static void close_warp(dataflow_reading *it) {
  lens_recording_close(&it->tape);
  free(it->sites);
}

static bool next_step(dataflow_reading *it, lens_recording_step *step, uint32_t *site) {
  if (!lens_recording_read(&it->tape, step)) return false;
  *site = it->sites[step->slot];
  return true;
}

/* The warps that are read: spread evenly over the blocks, all warps of one block after another. */
static bool for_each_warp(lens_dataflow *course, const lens_recording *const *tapes,
                          size_t num_tapes, bool (*visit)(dataflow_reading *it)) {
  size_t step = num_tapes > MOST_WARPS ? num_tapes / MOST_WARPS : 1;
  unsigned turn = 0;
  for (size_t i = 0; i < num_tapes; i += step) {
    size_t at = i; /* not all blocks have a tape */
    while (at + 1 < num_tapes && at + 1 < i + step && !tapes[at]) at++;
    const lens_recording *tape = tapes[at];
    if (!tape || tape->num_warps == 0) continue;
    unsigned each = num_tapes < MOST_WARPS / 8 ? 8 : 1;
    for (unsigned k = 0; k < each && k < tape->num_warps; k++) {
      unsigned warp = turn++ % tape->num_warps;
      dataflow_reading it;
      bool good = open_warp(&it, course, tape, warp) && visit(&it);
      close_warp(&it);
      if (!good) return false;
    }
  }
  return true;
}

/* ---- control flow --------------------------------------------------------------------------- */

typedef struct dataflow_path {
  unsigned depth;
  uint64_t height[MOST_FRAMES];
  uint32_t block[MOST_FRAMES];
} dataflow_path;

static bool add_edge(lens_dataflow *course, uint32_t from, uint32_t to) {
  study *it = &course->studies[from];
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

/* Reads warps to their end: a long loop is left only there. */
static bool learn_flow(dataflow_reading *it) {
  lens_dataflow *course = it->course;
  dataflow_path lanes[LENS_WARP] = {{0}};
  lens_recording_step step;
  uint32_t site;
  while (next_step(it, &step, &site)) {
    bool block = is_block(&course->sites[site]);
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

/* Visits what can be reached, depth first, and lists the edges that lead back to what is open. */
static size_t find_back_edges(lens_dataflow *course, uint32_t root, uint32_t *stack, unsigned *at,
                              back_edge *out, size_t most) {
  size_t found = 0;
  unsigned depth = 0;
  stack[depth] = root;
  at[depth++] = 0;
  course->studies[root].color = OPEN;
  while (depth) {
    uint32_t block = stack[depth - 1];
    study *it = &course->studies[block];
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

/* Marks in `inside` what can reach `from` without passing the head. */
static void mark_body(const lens_dataflow *course, back_edge edge, bool *inside) {
  inside[edge.to] = true;
  inside[edge.from] = true;
  for (bool changed = edge.from != edge.to; changed;) {
    changed = false;
    for (uint32_t i = 0; i < course->num_sites; i++) {
      if (inside[i] || !is_block(&course->sites[i])) continue;
      const study *it = &course->studies[i];
      for (unsigned k = 0; k < it->num_next && !inside[i]; k++) {
        /* the head is inside, but its predecessors are outside or come along a back edge */
        if (it->next[k] != edge.to && inside[it->next[k]]) inside[i] = changed = true;
      }
    }
  }
}

/* A loop of two blocks, in which the first block was only seen to lead to the second, and which is
 * left after the second. The two are separate because the first ends with a branch. That branch can
 * only lead out of the loop: it is a `break` that did not happen. */
static bool has_hidden_exit(const lens_dataflow *course, uint32_t head, const bool *inside) {
  unsigned blocks = 0;
  uint32_t other = LENS_SITE_NONE;
  for (uint32_t i = 0; i < course->num_sites; i++) {
    if (!is_block(&course->sites[i]) || !inside[i]) continue;
    blocks++;
    if (i != head) other = i;
  }
  if (blocks != 2) return false;
  const study *first = &course->studies[head];
  return first->num_next == 1 && first->next[0] == other;
}

static void describe_loop(lens_dataflow *course, lens_loop *loop, const bool *inside) {
  loop->simple = true;
  loop->exits += has_hidden_exit(course, loop->head, inside);
  for (uint32_t i = 0; i < course->num_sites; i++) {
    const lens_site *site = &course->sites[i];
    if (is_block(site) && inside[i]) {
      const study *it = &course->studies[i];
      bool leaves = it->num_next == 0;
      for (unsigned k = 0; k < it->num_next; k++) leaves |= !inside[it->next[k]];
      loop->exits += leaves;
      loop->has_call |= site->calls;
      if (site->calls) loop->simple = false;
    } else if (!is_block(site) && site->block != LENS_SITE_NONE && inside[site->block]) {
      unsigned kind = lens_kind_of(site->what);
      loop->has_barrier |= kind == LENS_RECORD_SYNC;
      loop->has_exchange |= kind == LENS_RECORD_MET;
      loop->has_store |= kind == LENS_RECORD_STORE || kind == LENS_RECORD_ATOMIC;
      loop->accesses += is_access(site);
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

/* The loops, the inner ones after the outer ones. */
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
      const study *it = &course->studies[i];
      if (!is_block(&course->sites[i]) || it->color != UNSEEN || it->entry != (entries == 1))
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

/* How often each lane of a warp goes through each loop. */
typedef struct turn_count {
  uint32_t block[LENS_WARP];    /* the latest */
  unsigned (*turns)[LENS_WARP]; /* of each loop, since it was entered */
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
  for (; steps < MOST_STEPS && next_step(it, &step, &number); steps++) {
    const lens_site *site = &course->sites[number];
    if (!is_block(site)) continue;
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
  for (unsigned i = 0; steps < MOST_STEPS && i < course->num_loops; i++) {
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

/* The blocks of a fully unrolled loop belong to the loop around it. */
static void write_out_loops(lens_dataflow *course) {
  for (uint32_t i = 0; i < course->num_sites; i++) {
    lens_site *block = &course->sites[i];
    if (!is_block(block)) continue;
    while (block->loop != LENS_SITE_NONE && is_written_out(&course->loops[block->loop])) {
      block->loop = course->loops[block->loop].above;
      block->written_out = true;
    }
  }
  for (uint32_t i = 0; i < course->num_sites; i++) {
    lens_site *block = &course->sites[i];
    if (!is_block(block) || block->loop == LENS_SITE_NONE) continue;
    const study *it = &course->studies[i];
    block->leaves = it->num_next == 0;
    for (unsigned k = 0; k < it->num_next; k++) {
      block->leaves |= !is_within(course, course->sites[it->next[k]].loop, block->loop);
    }
  }
}

/* Where a branch over a few instructions ends: nvcc predicates these instructions, and only
 * compares.
 */
static void find_joins(lens_dataflow *course) {
  enum { MOST_PREDICATED = 4 }; /* accesses */
  unsigned *before = lens_alloc(course->num_sites, sizeof *before);
  unsigned *accesses = lens_alloc(course->num_sites, sizeof *accesses);
  for (uint32_t i = 0; before && accesses && i < course->num_sites; i++) {
    const lens_site *site = &course->sites[i];
    const study *it = &course->studies[i];
    for (unsigned k = 0; k < it->num_next; k++) before[it->next[k]]++;
    if (is_block(site) || site->block == LENS_SITE_NONE) continue;
    accesses[site->block] += is_access(site) ? 1 : MOST_PREDICATED + 1;
  }
  for (uint32_t i = 0; before && accesses && i < course->num_sites; i++) {
    const study *it = &course->studies[i];
    if (it->num_next != 2) continue;
    for (unsigned k = 0; k < 2; k++) {
      uint32_t over = it->next[k], join = it->next[1 - k];
      const study *short_way = &course->studies[over];
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

/* ---- dependences ---------------------------------------------------------------------------- */

static relation *relation_of(lens_dataflow *course, uint32_t load, uint32_t access) {
  if (2 * (course->num_relations + 1) > course->relations_capacity) {
    unsigned capacity = course->relations_capacity ? 2 * course->relations_capacity : 256;
    relation *grown = lens_alloc(capacity, sizeof *grown);
    if (!grown) return NULL;
    for (unsigned i = 0; i < course->relations_capacity; i++) {
      const relation *old = &course->relations[i];
      if (!old->used) continue;
      unsigned at = hash(old->load, old->access, capacity);
      while (grown[at].used) at = (at + 1) & (capacity - 1);
      grown[at] = *old;
    }
    free(course->relations);
    course->relations = grown;
    course->relations_capacity = capacity;
  }
  unsigned at = hash(load, access, course->relations_capacity);
  for (; course->relations[at].used; at = (at + 1) & (course->relations_capacity - 1)) {
    relation *it = &course->relations[at];
    if (it->load == load && it->access == access) return it;
  }
  course->num_relations++;
  course->relations[at] = (relation){.load = load, .access = access, .used = true};
  return &course->relations[at];
}

static void relate(relation *it, int64_t value, int64_t address) {
  if (it->wrong) return;
  if (!it->started) {
    it->started = true;
    it->value = value;
    it->address = address;
    return;
  }
  int64_t by = address - it->address;
  if (value == it->value) {
    it->wrong = by != 0;
    return;
  }
  if (__builtin_sub_overflow(value, it->value, &value)) {
    it->wrong = true;
    return;
  }
  if (!it->scaled) {
    it->factor = by / value;
    it->scaled = true;
    it->wrong =
        by % value != 0 || it->factor == 0 || it->factor > MOST_FACTOR || it->factor < -MOST_FACTOR;
  }
  int64_t product;
  it->wrong |= __builtin_mul_overflow(it->factor, value, &product) || product != by;
  it->agreeing += !it->wrong;
}

/* Whether a lane's address is a sum over the bits of its number. */
static void study_spacing(study *it, const lens_recording_step *step) {
  if (it->spaced_wrong) return;
  if (!it->spaced_known) {
    if (step->lanes != UINT32_MAX) return;
    for (int b = 0; b < LANE_BITS; b++) {
      it->spacing[b] = (int64_t)(step->address[1 << b] - step->address[0]);
    }
    it->spaced_known = true;
  }
  int first = __builtin_ctz(step->lanes);
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    int64_t wanted = (int64_t)step->address[first];
    for (int b = 0; b < LANE_BITS; b++) {
      wanted += ((lane >> b & 1) - (first >> b & 1)) * it->spacing[b];
    }
    if (wanted != (int64_t)step->address[lane]) it->spaced_wrong = true;
  }
}

static void study_word(study *it, const lens_recording_step *step) {
  for (uint32_t rest = step->lanes; rest && !it->several_words; rest &= rest - 1) {
    uint64_t address = step->address[__builtin_ctz(rest)];
    if (!it->one_word) it->word = address;
    it->one_word = true;
    it->several_words = address != it->word;
  }
}

/* Where a warp is while it is studied. */
typedef struct studying {
  lens_dataflow *course;
  recent recents[MOST_RECENT];
  unsigned num_recent;
  uint32_t atomic;     /* the latest one of the group, plus 1; 0: none */
  uint32_t alive;      /* the lanes that might take part in what follows */
  uint64_t iteration;  /* + 1 per iteration of any loop, + 2 per entry to one */
  uint32_t loop;       /* the loop that the warp is in */
  uint32_t blocks[64]; /* that were entered since the group began */
  uint32_t block_lanes[64];
  unsigned num_blocks;
} studying;

static void study_moves(const studying *at, study *it, const lens_recording_step *step) {
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    if (at->iteration == it->last_in[lane]) {
      int64_t by = (int64_t)(step->address[lane] - it->last[lane]);
      if (!it->copied_known) it->copied = by;
      it->copied_known = true;
      it->copied_wrong |= by != it->copied;
    } else {
      int64_t by = (int64_t)(step->address[lane] - it->first[lane]);
      if (at->iteration == it->last_in[lane] + 1) {
        if (!it->moves_known) it->moves = by;
        it->moves_known = true;
        it->moves_wrong |= by != it->moves;
      }
      it->first[lane] = step->address[lane];
    }
    it->last[lane] = step->address[lane];
    it->last_in[lane] = at->iteration;
  }
}

static bool study_access(studying *at, uint32_t site, const lens_recording_step *step) {
  lens_dataflow *course = at->course;
  study *it = &course->studies[site];
  study_spacing(it, step);
  study_word(it, step);
  if (at->atomic) it->atomic = at->atomic;
  if (lens_kind_of(course->sites[site].what) == LENS_RECORD_ATOMIC) at->atomic = site + 1;
  if (at->loop != LENS_SITE_NONE) study_moves(at, it, step);
  if (at->num_recent)
    it->after_loads = true;
  else
    it->first_of_group = true;
  for (unsigned i = 0; i < at->num_recent; i++) {
    const recent *load = &at->recents[i];
    if (load->site == site) continue;
    relation *pair = relation_of(course, load->site, site);
    if (!pair) return false;
    for (uint32_t rest = step->lanes & load->lanes; rest && !pair->wrong; rest &= rest - 1) {
      int lane = __builtin_ctz(rest);
      relate(pair, load->value[lane], (int64_t)step->address[lane]);
    }
  }
  const lens_site *about = &course->sites[site];
  if (lens_kind_of(about->what) != LENS_RECORD_LOAD) return true;
  unsigned known = 0;
  while (known < at->num_recent && at->recents[known].site != site) known++;
  if (known == MOST_RECENT) return true;
  recent *fresh = &at->recents[known];
  if (known < at->num_recent) {
    fresh->repeated = true;
    fresh->lanes &= ~step->lanes;
  } else {
    at->num_recent++;
    *fresh = (recent){.site = site};
  }
  bool global = lens_syntax_space_of(about->what) == LENS_GLOBAL;
  for (uint32_t rest = global ? step->lanes : 0; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    if (course->value(step->address[lane], lens_bytes_of(about->what), &fresh->value[lane])) {
      fresh->lanes |= 1u << lane;
    }
  }
  return true;
}

static decision *decision_of(lens_dataflow *course, uint32_t load, uint32_t block) {
  for (unsigned i = 0; i < course->num_decisions; i++) {
    decision *it = &course->decisions[i];
    if (it->load == load && it->block == block) return it;
  }
  if (course->num_decisions == course->decisions_capacity) {
    unsigned capacity = course->decisions_capacity ? 2 * course->decisions_capacity : 64;
    decision *grown = lens_alloc_more(course->decisions, capacity, sizeof *grown);
    if (!grown) return NULL;
    course->decisions = grown;
    course->decisions_capacity = capacity;
  }
  decision *fresh = &course->decisions[course->num_decisions++];
  *fresh = (decision){.load = load,
                      .block = block,
                      .used = true,
                      .least = {INT64_MAX, INT64_MAX},
                      .most = {INT64_MIN, INT64_MIN}};
  return fresh;
}

/* A group has ended: records which of its lanes entered which block, by the values that they had
 * loaded before. All blocks of the loop count, also those that no lane entered. */
static bool decide(studying *at) {
  lens_dataflow *course = at->course;
  if (at->num_recent == 0 || at->loop == LENS_SITE_NONE) return true;
  for (uint32_t block = 0; block < course->num_sites; block++) {
    const lens_site *about = &course->sites[block];
    if (!is_block(about) || about->loop != at->loop) continue;
    if (block == course->loops[at->loop].head) continue;
    uint32_t entered = 0;
    for (unsigned i = 0; i < at->num_blocks; i++) {
      if (at->blocks[i] == block) entered |= at->block_lanes[i];
    }
    course->studies[block].entered += (unsigned)__builtin_popcount(entered & at->alive);
    course->studies[block].passed += (unsigned)__builtin_popcount(at->alive);
    for (unsigned i = 0; i < at->num_recent; i++) {
      const recent *load = &at->recents[i];
      if (load->repeated || course->sites[load->site].key > about->key ||
          course->sites[load->site].block == block) {
        continue;
      }
      decision *it = decision_of(course, load->site, block);
      if (!it) return false;
      for (uint32_t rest = at->alive & load->lanes; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        int yes = entered >> lane & 1;
        int64_t value = load->value[lane];
        if (value < it->least[yes]) it->least[yes] = value;
        if (value > it->most[yes]) it->most[yes] = value;
        it->count[yes]++;
      }
    }
  }
  return true;
}

static bool begin_group(studying *at, uint32_t lanes) {
  bool good = decide(at);
  at->num_recent = 0;
  at->atomic = 0;
  at->num_blocks = 0;
  at->alive = lanes;
  return good;
}

static bool study_block(studying *at, uint32_t site, uint32_t lanes) {
  const lens_dataflow *course = at->course;
  const lens_site *about = &course->sites[site];
  bool head = about->loop != LENS_SITE_NONE && course->loops[about->loop].head == site;
  bool good = true;
  if (head || about->loop != at->loop) {
    good = begin_group(at, lanes);
    at->iteration += head && about->loop == at->loop ? 1 : 2;
    at->loop = about->loop;
  }
  if (at->num_blocks < 64) {
    at->blocks[at->num_blocks] = site;
    at->block_lanes[at->num_blocks++] = lanes;
  }
  return good;
}

static bool learn_needs(dataflow_reading *it) {
  studying at = {.course = it->course,
                 .loop = LENS_SITE_NONE,
                 .alive = UINT32_MAX,
                 .iteration = it->course->iterations + 2};
  lens_recording_step step;
  uint32_t site;
  bool good = true;
  for (unsigned i = 0; good && i < MOST_STEPS && next_step(it, &step, &site); i++) {
    const lens_site *about = &it->course->sites[site];
    if (is_block(about)) {
      good = study_block(&at, site, step.lanes);
    } else if (is_access(about)) {
      good = study_access(&at, site, &step);
    } else if (lens_kind_of(about->what) == LENS_RECORD_SYNC) {
      good = begin_group(&at, at.alive);
    }
  }
  it->course->iterations = at.iteration;
  return good && begin_group(&at, 0);
}

/* ---- conclusions ---------------------------------------------------------------------------- */

static void settle_access(lens_dataflow *course, uint32_t number) {
  lens_site *site = &course->sites[number];
  const study *it = &course->studies[number];
  bool on_one_word = lens_kind_of(site->what) == LENS_RECORD_ATOMIC &&
                     lens_syntax_space_of(site->what) == LENS_GLOBAL && it->one_word &&
                     !it->several_words && !lens_adds_floats(site->what);
  site->gathered = on_one_word && lens_bytes_of(site->what) == 4;
  site->hands_out = on_one_word && !it->after_loads;
  bool timed = it->copied_known ? !it->copied_wrong : it->moves_known && !it->moves_wrong;
  int64_t distance = it->copied_known ? it->copied : it->moves;
  site->copied = it->copied_known;
  site->moves = timed && distance != 0;
  site->stays = timed && distance == 0;
  site->distance = timed ? distance : 0;
  bool spaced = it->spaced_known && !it->spaced_wrong;
  site->need = timed || spaced || !it->after_loads ? LENS_NEEDS_NOTHING : LENS_NEEDS_ALL;
  for (unsigned i = 0; i < course->relations_capacity; i++) {
    const relation *pair = &course->relations[i];
    if (!pair->used || pair->access != number || pair->wrong || pair->agreeing < ENOUGH) continue;
    /* of several loads, the last one in the code */
    bool later = site->need != LENS_NEEDS_SITE ||
                 course->sites[pair->load].key > course->sites[site->source].key;
    if (later) site->source = pair->load;
    site->need = LENS_NEEDS_SITE;
  }
}

static void settle_block(lens_dataflow *course, uint32_t number) {
  lens_site *site = &course->sites[number];
  const study *it = &course->studies[number];
  bool decided = false, asked = false;
  for (unsigned i = 0; i < course->num_decisions; i++) {
    const decision *d = &course->decisions[i];
    if (d->block != number || !d->count[0] || !d->count[1]) continue;
    asked = true;
    bool apart = d->most[0] < d->least[1] || d->most[1] < d->least[0];
    if (!apart) continue;
    site->decider = d->load;
    decided = true;
  }
  /* a condition on the thread's position, such as at the edge of a grid, excludes or admits few */
  bool mixed = 20 * it->entered > it->passed && 20 * it->entered < 19 * it->passed;
  site->waits_for_all = !decided && asked && mixed;
}

/* An address that depends on nothing else depends on the result of the atomic before it. The result
 * of an atomic that hands out work is used. */
static void settle_atomics(lens_dataflow *course) {
  for (uint32_t i = 0; i < course->num_sites; i++) {
    lens_site *site = &course->sites[i];
    uint32_t atomic = course->studies[i].atomic;
    if (site->hands_out) site->returns = true;
    if (is_access(site) && atomic && site->need == LENS_NEEDS_ALL) {
      course->sites[atomic - 1].returns = true;
    }
  }
}

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
    if (!is_access(site) || site->block == LENS_SITE_NONE) continue;
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

static bool settle(lens_dataflow *course) {
  for (uint32_t i = 0; i < course->num_sites; i++) {
    if (is_access(&course->sites[i])) settle_access(course, i);
    if (is_block(&course->sites[i])) settle_block(course, i);
  }
  settle_atomics(course);
  for (unsigned i = 0; i < course->num_loops; i++) settle_loop(course, &course->loops[i]);
  return true;
}

lens_dataflow *lens_dataflow_learn(const lens_recording *const *tapes, size_t num_tapes,
                                   const lens_steps *steps, lens_value_at *value) {
  lens_dataflow *course = lens_alloc(1, sizeof *course);
  if (!course) return NULL;
  course->value = value;
  course->steps = *steps;
  bool good = for_each_warp(course, tapes, num_tapes, learn_flow) && find_loops(course) &&
              (!has_nested_loops(course) || for_each_warp(course, tapes, num_tapes, learn_turns));
  if (good) write_out_loops(course);
  if (good) find_joins(course);
  good = good && for_each_warp(course, tapes, num_tapes, learn_needs) && settle(course);
  if (good) return course;
  lens_dataflow_free(course);
  return NULL;
}
