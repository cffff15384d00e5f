/* issue.c: the order in which nvcc's code issues the operations of a warp.
 *
 * A warp issues its instructions in order, and waits only when it needs the result of a load. So it
 * matters which loads come before the first use. The rules were read from the code that nvcc 13
 * generates for sm_90 from simple kernels:
 *
 * - Between two points that nothing is moved across (a store or an atomic, which may write what is
 *   loaded next; a barrier; the head of a loop), all loads whose addresses are known come first,
 * then those that need the first ones.
 * - A loop that can be counted (dataflow.h) runs in batches of 16 iterations, then at most one of 8
 * and one of 4. A remainder of 1 to 3 comes first, one by one. Each thread divides its own number
 * of iterations in this way. Loops with exchanges, and long ones, have batches of 4.
 * - A loop of constant length in another loop is fully unrolled: its iterations are part of the
 * iteration around them. Neighbouring words of shared memory, if aligned, are then one load.
 * - A branch around a few instructions is predicated: it is one comparison.
 * - In a batch the loads of later iterations come before the uses of earlier ones, about a dozen
 * loads ahead, because registers are few.
 */
#include "issue.h"
#include "alloc.h"
#include "model.h"

#include "lens/lens.h"

#include <stdlib.h>
#include <string.h>

enum {
  AHEAD = 12, /* loads that are issued before the first of them is used, in batches */
  MOST_BATCH = 16,
  MOST_POSITIONS = 32,   /* accesses and exchanges of an iteration */
  MOST_ITERATIONS = 512, /* of a loop that are considered together; a multiple of MOST_BATCH */
  MOST_GROUP = 128,      /* steps outside of such loops that are ordered together */
};

/* Instructions that do not access memory, as counted in that code. */
enum {
  OF_KERNEL = 12,     /* compute the thread's index, compare it, load parameters */
  OF_BLOCK = 3,       /* compare and branch */
  OF_LOOP = 20,       /* before a loop that is unrolled: number of iterations, first addresses */
  OF_BATCH = 8,       /* advance the addresses, count, compare, branch */
  OF_SINGLE = 10,     /* the same for one iteration by itself */
  OF_ROLLED = 3,      /* an iteration of a loop that is not unrolled: count, compare, branch */
  OF_NEW_ADDRESS = 1, /* an address that is not a constant away from another one */
  OF_CONDITION = 1,
  OF_USE = 1,      /* at least, for each iteration: a multiplication and addition */
  OF_EXCHANGE = 1, /* the use of the result */
  NEAR = 4096,     /* a distance in bytes that an instruction can hold */
  MOST_WIDE = 16   /* bytes that one lane loads with one instruction */
};

/* One step that is to be issued. */
typedef struct cell {
  uint32_t site;
  uint8_t wide; /* number of copies that form one load; 0: it is separate */
  uint32_t lanes;
  uint64_t address[LENS_WARP]; /* by lane */
} cell;

/* The iterations of an unrolled loop: what happens at each position of each iteration. */
typedef struct buffer {
  uint32_t loop;
  uint32_t positions[MOST_POSITIONS]; /* sites, in the order of the code */
  unsigned num_positions;
  unsigned num_iterations;
  uint32_t *lanes;           /* index: iteration × MOST_POSITIONS + position */
  uint64_t *address;         /* index: the same × LENS_WARP + lane */
  unsigned turns[LENS_WARP]; /* iterations in which the lane takes part */
  unsigned arithmetic;       /* instructions of all iterations together */
} buffer;

typedef struct lens_issuer issuing;
struct lens_issuer {
  lens_dataflow *course;
  lens_issued *out;
  uint64_t base;
  uintptr_t code_base;
  double double_cycles;
  cell group[MOST_GROUP];
  unsigned num_group;
  buffer buffer;
  bool in_buffer; /* the warp is in a loop that is unrolled */
  uint32_t block; /* the latest, or none */
  uint32_t block_lanes;
  unsigned pending;   /* instructions that come before the next operation */
  size_t settled;     /* the results of operations before this one have arrived */
  size_t last_result; /* after the latest operation that others may wait for */
  bool settle;        /* the next operation waits for all results */
  bool failed;
  uint32_t *sites; /* of the slots of a tape */
  unsigned sites_capacity;
};

/* ---- single operations ---------------------------------------------------------------------- */

static bool grow(void **items, size_t size, size_t *capacity, size_t wanted) {
  if (wanted <= *capacity) return true;
  size_t larger = *capacity ? 2 * *capacity : 256;
  if (larger < wanted) larger = wanted;
  void *grown = lens_alloc_more(*items, larger, size);
  if (!grown) return false;
  *items = grown;
  *capacity = larger;
  return true;
}

bool lens_issue_reserve(lens_issued *it, size_t operations, size_t sectors) {
  void *all_operations = it->operations, *all_sectors = it->sectors;
  bool good =
      grow(&all_operations, sizeof *it->operations, &it->operations_capacity,
           it->num_operations + operations) &&
      grow(&all_sectors, sizeof *it->sectors, &it->sectors_capacity, it->num_sectors + sectors);
  it->operations = all_operations;
  it->sectors = all_sectors;
  return good;
}

static bool begin_unit(lens_issued *it) {
  void *units = it->units;
  bool good = grow(&units, sizeof *it->units, &it->units_capacity, it->num_units + 1);
  it->units = units;
  if (good) it->units[it->num_units++] = (lens_unit){it->num_operations, it->num_sectors};
  return good;
}

/* Sorts a few numbers, which are mostly in order already, and removes duplicates. */
static unsigned sort_distinct(uint64_t *numbers, unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    uint64_t number = numbers[i];
    unsigned at = kept;
    while (at > 0 && numbers[at - 1] > number) at--;
    if (at > 0 && numbers[at - 1] == number) continue;
    memmove(&numbers[at + 1], &numbers[at], (kept - at) * sizeof *numbers);
    numbers[at] = number;
    kept++;
  }
  return kept;
}

/* Works in place: number i is read before it is overwritten, because no more numbers are kept than
 * were read. */
static unsigned put_sectors(issuing *it, const uint64_t *address, uint32_t lanes, unsigned bytes) {
  uint64_t *sectors = it->out->sectors + it->out->num_sectors;
  unsigned count = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    sectors[count++] = (address[__builtin_ctz(rest)] - it->base) / LENS_SECTOR_BYTES;
  }
  (void)bytes; /* aligned, and no more than a sector */
  count = sort_distinct(sectors, count);
  it->out->num_sectors += count;
  return count;
}

static unsigned most_on_a_word(const uint64_t *address, uint32_t lanes) {
  unsigned most = 0;
  for (uint32_t rest = lanes; rest;) {
    uint64_t word = address[__builtin_ctz(rest)];
    unsigned count = 0;
    for (uint32_t others = rest; others; others &= others - 1) {
      if (address[__builtin_ctz(others)] != word) continue;
      count++;
      rest &= ~(others & -others);
    }
    most = count > most ? count : most;
  }
  return most;
}

/* The L2 cache serves the lanes on one word one after another, half a warp at a time. */
static unsigned passes_of(const uint64_t *address, uint32_t lanes) {
  return most_on_a_word(address, lanes & UINT16_MAX) +
         most_on_a_word(address, lanes & ~(uint32_t)UINT16_MAX);
}

/* For shared memory, and for the L1 cache, which has the same banks. */
static unsigned wavefronts_of(const cell *step, uint64_t what) {
  uint64_t address[LENS_WARP];
  unsigned count = 0;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    address[count++] = step->address[__builtin_ctz(rest)];
  }
  unsigned bytes = lens_bytes_of(what) * (step->wide ? step->wide : 1);
  lens_shared_request request = {address, count, step->lanes, bytes};
  unsigned kind = lens_kind_of(what);
  lens_cost cost = kind == LENS_RECORD_ATOMIC
                       ? lens_model_shared_atomic(&request, lens_update_of(what))
                   : kind == LENS_RECORD_LOAD ? lens_model_shared_load(&request)
                                              : lens_model_shared_store(&request);
  return cost.units;
}

static bool brings_something(const model_operation *operation) {
  return operation->kind == MODEL_LOAD || operation->kind == MODEL_SHARED ||
         operation->kind == MODEL_EXCHANGE ||
         (operation->kind == MODEL_ATOMIC && (operation->flags & MODEL_RETURNS));
}

/* `after` is one past the latest operation whose result is needed; 0: none is. */
static void issue(issuing *it, const cell *step, size_t after) {
  if (!lens_issue_reserve(it->out, 1, LENS_WARP)) {
    it->failed = true;
    return;
  }
  const lens_site *site = lens_dataflow_get(it->course, step->site);
  lens_issued *out = it->out;
  size_t number = out->num_operations;
  if (it->settle) after = it->last_result;
  it->settle = false;
  size_t back = after > it->settled ? number - (after - 1) : 0;
  if (after > it->settled) it->settled = after;
  unsigned kind = lens_kind_of(site->what);
  bool global = lens_syntax_space_of(site->what) == LENS_GLOBAL;
  model_operation *operation = &out->operations[out->num_operations++];
  *operation = (model_operation){
      .bytes = (uint8_t)(lens_bytes_of(site->what) * (step->wide ? step->wide : 1)),
      .lanes = (uint8_t)__builtin_popcount(step->lanes),
      .instructions = (uint16_t)(it->pending < UINT16_MAX ? it->pending : UINT16_MAX),
      .waits_for = (uint16_t)(back < MODEL_WAITS_FOR_ALL ? back : MODEL_WAITS_FOR_ALL),
      .place = site->place};
  it->pending = 0;
  if (kind == LENS_RECORD_SYNC) {
    operation->kind = MODEL_BARRIER;
    operation->flags = lens_bytes_of(site->what) == 2 ? MODEL_GRID : 0;
  } else if (kind == LENS_RECORD_MET) {
    operation->kind = MODEL_EXCHANGE;
    it->pending = OF_EXCHANGE;
  } else if (!global) {
    operation->kind = MODEL_SHARED;
    operation->wavefronts = (uint16_t)wavefronts_of(step, site->what);
  } else {
    operation->kind = kind == LENS_RECORD_LOAD    ? MODEL_LOAD
                      : kind == LENS_RECORD_STORE ? MODEL_STORE
                                                  : MODEL_ATOMIC;
    if (site->what & LENS_VOLATILE) operation->flags |= MODEL_PAST_L1;
    if (operation->kind != MODEL_ATOMIC) {
      operation->wavefronts = (uint16_t)wavefronts_of(step, site->what);
    } else {
      operation->wavefronts = (uint16_t)passes_of(step->address, step->lanes);
      if (lens_adds_floats(site->what)) operation->flags |= MODEL_FLOATING;
      if (site->gathered) operation->wavefronts = operation->lanes = 1;
      if (site->returns) operation->flags |= MODEL_RETURNS;
    }
    operation->num_sectors =
        (uint16_t)put_sectors(it, step->address, step->lanes, operation->bytes);
  }
  if (brings_something(operation)) it->last_result = number + 1;
}

/* ---- groups: code that is not unrolled ------------------------------------------------------- */

static bool is_load(const lens_site *site) {
  return lens_kind_of(site->what) == LENS_RECORD_LOAD;
}

static bool decided_by(const issuing *it, const lens_site *site, uint32_t load) {
  if (site->block == LENS_SITE_NONE) return false;
  return lens_dataflow_get(it->course, site->block)->decider == load;
}

static bool waits_at_block(const issuing *it, const lens_site *site) {
  if (site->block == LENS_SITE_NONE) return false;
  return lens_dataflow_get(it->course, site->block)->waits_for_all;
}

/* nvcc loads neighbouring words of shared memory with one instruction if it can tell from the code
 * that they are aligned. Returns how many copies of load i of the group form one load, beginning
 * with i; the others are at `copies`. */
static unsigned join_copies(const issuing *it, unsigned i, unsigned end, unsigned *copies) {
  const cell *step = &it->group[i];
  const lens_site *site = lens_dataflow_get(it->course, step->site);
  unsigned bytes = lens_bytes_of(site->what), found = 1, most = bytes ? MOST_WIDE / bytes : 1;
  if (!site->copied || site->distance != bytes || lens_syntax_space_of(site->what) != LENS_SHARED) {
    return 1;
  }
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    if (step->address[__builtin_ctz(rest)] % MOST_WIDE) return 1;
  }
  for (unsigned k = i + 1; k < end && found < most; k++) {
    const cell *next = &it->group[k];
    if (next->site != step->site) continue;
    if (next->lanes != step->lanes) return 1;
    int lane = __builtin_ctz(step->lanes);
    if (next->address[lane] != step->address[lane] + (uint64_t)found * bytes) return 1;
    copies[found++] = k;
  }
  return found == most ? most : 1;
}

/* Instructions for an address that cannot be derived from a neighbour's. */
static unsigned instructions_for(const lens_site *site) {
  bool near = site->moves && site->distance < NEAR && site->distance > -NEAR;
  return near ? 0 : OF_NEW_ADDRESS;
}

/* Whether load i of the group needs load k before it. If a load may need all others, it comes after
 * those whose first copies come before it. */
static bool is_needed(const issuing *it, const unsigned *first, unsigned i, unsigned k) {
  const lens_site *site = lens_dataflow_get(it->course, it->group[i].site);
  uint32_t load = it->group[k].site;
  bool all = site->need == LENS_NEEDS_ALL || waits_at_block(it, site);
  return (all && first[k] < first[i]) || (site->need == LENS_NEEDS_SITE && site->source == load) ||
         decided_by(it, site, load);
}

/* Issues the loads in [begin, end); nothing between them stops loads from being moved. */
static void issue_loads(issuing *it, unsigned begin, unsigned end) {
  unsigned depth[MOST_GROUP];
  unsigned first[MOST_GROUP]; /* copy of the same load */
  size_t issued[MOST_GROUP];
  bool joined[MOST_GROUP] = {false}; /* to a load before it */
  unsigned deepest = 0;
  for (unsigned i = begin; i < end; i++) {
    depth[i] = 0;
    for (first[i] = begin; it->group[first[i]].site != it->group[i].site;) first[i]++;
    for (unsigned k = begin; k < i; k++) {
      if (depth[k] + 1 > depth[i] && is_needed(it, first, i, k)) depth[i] = depth[k] + 1;
    }
    deepest = depth[i] > deepest ? depth[i] : deepest;
  }
  for (unsigned level = 0; level <= deepest; level++) {
    for (unsigned i = begin; i < end; i++) {
      if (depth[i] != level || joined[i]) continue;
      const lens_site *site = lens_dataflow_get(it->course, it->group[i].site);
      size_t after = 0;
      for (unsigned k = begin; k < i; k++) {
        if (depth[k] < level && issued[k] > after && is_needed(it, first, i, k)) after = issued[k];
      }
      unsigned copies[MOST_WIDE], wide = join_copies(it, i, end, copies);
      if (wide > 1) it->group[i].wide = (uint8_t)wide;
      it->pending += site->copied ? instructions_for(site) : OF_NEW_ADDRESS;
      issue(it, &it->group[i], after);
      issued[i] = it->out->num_operations;
      for (unsigned k = 1; k < wide; k++) {
        joined[copies[k]] = true;
        issued[copies[k]] = issued[i];
      }
    }
  }
}

/* A store is assumed to depend on everything that was loaded before. */
static void flush_group(issuing *it) {
  unsigned begin = 0;
  for (unsigned i = 0; i < it->num_group; i++) {
    const lens_site *site = lens_dataflow_get(it->course, it->group[i].site);
    if (is_load(site)) continue;
    issue_loads(it, begin, i);
    it->pending += site->copied ? instructions_for(site) : OF_NEW_ADDRESS;
    issue(it, &it->group[i], it->last_result);
    begin = i + 1;
  }
  if (it->num_group) issue_loads(it, begin, it->num_group);
  it->num_group = 0;
}

static void add_to_group(issuing *it, uint32_t site, const lens_recording_step *step) {
  if (it->num_group == MOST_GROUP) flush_group(it);
  cell *fresh = &it->group[it->num_group++];
  fresh->site = site;
  fresh->wide = 0;
  fresh->lanes = step->lanes;
  if (step->address) memcpy(fresh->address, step->address, sizeof fresh->address);
}

/* ---- unrolled loops -------------------------------------------------------------------------- */

static bool begin_buffer(issuing *it, uint32_t loop) {
  buffer *b = &it->buffer;
  if (!b->lanes) {
    b->lanes = lens_alloc((size_t)MOST_ITERATIONS * MOST_POSITIONS, sizeof *b->lanes);
    b->address =
        lens_alloc((size_t)MOST_ITERATIONS * MOST_POSITIONS * LENS_WARP, sizeof *b->address);
    if (!b->lanes || !b->address) return false;
  }
  b->loop = loop;
  b->num_positions = 0;
  b->num_iterations = 0;
  b->arithmetic = 0;
  memset(b->turns, 0, sizeof b->turns);
  it->in_buffer = true;
  return true;
}

/* The lane's n-th iteration is stored as iteration n, because all lanes reach the head of the loop
 * together. */
static void begin_iteration(buffer *b, uint32_t lanes) {
  memset(b->lanes + (size_t)b->num_iterations * MOST_POSITIONS, 0,
         MOST_POSITIONS * sizeof *b->lanes);
  b->num_iterations++;
  for (; lanes; lanes &= lanes - 1) b->turns[__builtin_ctz(lanes)] = b->num_iterations;
}

/* Returns MOST_POSITIONS if there are too many. */
static unsigned position_of(issuing *it, uint32_t site) {
  buffer *b = &it->buffer;
  uint64_t key = lens_dataflow_get(it->course, site)->key;
  for (unsigned i = 0; i < b->num_positions; i++) {
    if (b->positions[i] == site) return i;
  }
  if (b->num_positions == MOST_POSITIONS) return MOST_POSITIONS;
  unsigned at = b->num_positions;
  while (at > 0 && lens_dataflow_get(it->course, b->positions[at - 1])->key > key) at--;
  for (unsigned i = b->num_positions; i > at; i--) b->positions[i] = b->positions[i - 1];
  b->positions[at] = site;
  b->num_positions++;
  for (unsigned n = 0; n < b->num_iterations; n++) { /* usually there is only one */
    uint32_t *lanes = b->lanes + (size_t)n * MOST_POSITIONS;
    uint64_t(*address)[LENS_WARP] =
        (uint64_t(*)[LENS_WARP])(b->address + (size_t)n * MOST_POSITIONS * LENS_WARP);
    memmove(lanes + at + 1, lanes + at, (b->num_positions - 1 - at) * sizeof *lanes);
    memmove(address + at + 1, address + at, (b->num_positions - 1 - at) * sizeof *address);
    lanes[at] = 0;
  }
  return at;
}

static void add_to_buffer(issuing *it, uint32_t site, const lens_recording_step *step) {
  buffer *b = &it->buffer;
  unsigned position = position_of(it, site);
  if (position == MOST_POSITIONS || b->num_iterations == 0) return;
  size_t at = (size_t)(b->num_iterations - 1) * MOST_POSITIONS + position;
  b->lanes[at] |= step->lanes;
  if (!step->address) return;
  uint64_t *address = b->address + at * LENS_WARP;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    address[lane] = step->address[lane];
  }
}

/* What is known of the positions of a loop. */
typedef struct issue_plan {
  unsigned depth[MOST_POSITIONS];
  uint32_t needs[MOST_POSITIONS]; /* positions before it */
  bool stops[MOST_POSITIONS];     /* nothing is moved across it */
  unsigned deepest, loads;
  bool any_stops;
} issue_plan;

static issue_plan make_plan(const issuing *it) {
  const buffer *b = &it->buffer;
  issue_plan p = {{0}, {0}, {0}, 0, 0, false};
  for (unsigned i = 0; i < b->num_positions; i++) {
    const lens_site *site = lens_dataflow_get(it->course, b->positions[i]);
    unsigned kind = lens_kind_of(site->what);
    bool load = kind == LENS_RECORD_LOAD;
    bool all = !load || site->need == LENS_NEEDS_ALL || waits_at_block(it, site);
    p.stops[i] = kind == LENS_RECORD_STORE || kind == LENS_RECORD_ATOMIC;
    p.any_stops |= p.stops[i];
    p.loads += load;
    for (unsigned k = 0; k < i; k++) {
      uint32_t before = b->positions[k];
      bool exchanged = lens_kind_of(lens_dataflow_get(it->course, before)->what) == LENS_RECORD_MET;
      bool needed = all || exchanged || (site->need == LENS_NEEDS_SITE && site->source == before) ||
                    decided_by(it, site, before);
      if (!needed) continue;
      p.needs[i] |= 1u << k;
      if (p.depth[k] + 1 > p.depth[i]) p.depth[i] = p.depth[k] + 1;
    }
    p.deepest = p.depth[i] > p.deepest ? p.depth[i] : p.deepest;
  }
  return p;
}

/* A few iterations that are issued together. Each lane takes its own next iterations. */
typedef struct batch {
  unsigned count;
  uint32_t lanes;
  unsigned first[LENS_WARP]; /* first iteration of each lane */
} batch;

/* Collects one step of one iteration of the batch. False when no lane takes part. */
static bool gather(const buffer *b, const batch *now, unsigned iteration, unsigned position,
                   cell *out) {
  out->site = b->positions[position];
  out->wide = 0;
  out->lanes = 0;
  for (uint32_t rest = now->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    size_t at = (size_t)(now->first[lane] + iteration) * MOST_POSITIONS + position;
    if (!(b->lanes[at] >> lane & 1)) continue;
    out->lanes |= 1u << lane;
    out->address[lane] = b->address[at * LENS_WARP + lane];
  }
  return out->lanes != 0;
}

/* Issues a batch. Time is counted in iterations: a load that needs others comes `lag` iterations
 * after them.
 */
static void issue_batch(issuing *it, const issue_plan *p, const batch *now) {
  size_t issued[MOST_BATCH][MOST_POSITIONS];
  const buffer *b = &it->buffer;
  unsigned lag = now->count == 1 ? 1 : (AHEAD + p->loads - 1) / (p->loads ? p->loads : 1);
  if (p->any_stops) lag = 0;
  unsigned used = 0; /* iterations of the batch whose results are used up */
  size_t needed_by_uses = 0;
  unsigned last_time = now->count - 1 + (p->deepest + 1) * lag;
  unsigned use = b->arithmetic / b->num_iterations;
  if (use < OF_USE) use = OF_USE;
  it->pending += now->count == 1 ? OF_SINGLE : OF_BATCH;
  for (unsigned time = 0; time <= last_time; time++) {
    for (unsigned u = 0; u < now->count && u <= time; u++) {
      for (unsigned i = 0; i < b->num_positions; i++) {
        if (u + p->depth[i] * lag != time) continue;
        cell step;
        issued[u][i] = 0;
        if (!gather(b, now, u, i, &step)) continue;
        const lens_site *site = lens_dataflow_get(it->course, step.site);
        size_t after = needed_by_uses;
        for (unsigned k = 0; k < i; k++) {
          if ((p->needs[i] >> k & 1) && issued[u][k] > after) after = issued[u][k];
        }
        it->pending += instructions_for(site);
        if (site->block != LENS_SITE_NONE &&
            lens_dataflow_get(it->course, site->block)->decider != LENS_SITE_NONE) {
          it->pending += OF_CONDITION;
        }
        issue(it, &step, after);
        needed_by_uses = 0;
        issued[u][i] = it->out->num_operations;
      }
    }
    /* use the results of the iteration whose last loads were issued `lag` iterations ago */
    while (lag && used < now->count && used + (p->deepest + 1) * lag <= time) {
      for (unsigned i = 0; i < b->num_positions; i++) {
        if (issued[used][i] > needed_by_uses) needed_by_uses = issued[used][i];
      }
      it->pending += use;
      used++;
    }
  }
  it->pending += (now->count - used) * use;
  it->settle = true;
}

static void take_lanes(const unsigned *left, unsigned more_than, batch *now) {
  now->lanes = 0;
  for (unsigned lane = 0; lane < LENS_WARP; lane++) {
    now->lanes |= (uint32_t)(left[lane] > more_than) << lane;
  }
}

static void issue_for(issuing *it, const issue_plan *p, batch *now, unsigned *left) {
  issue_batch(it, p, now);
  for (uint32_t rest = now->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    now->first[lane] += now->count;
    left[lane] -= now->count;
  }
}

static void flush_buffer(issuing *it) {
  buffer *b = &it->buffer;
  if (b->num_iterations == 0) return;
  issue_plan p = make_plan(it);
  const lens_loop *loop = lens_dataflow_loop(it->course, b->loop);
  bool short_batches = loop->has_exchange || p.any_stops || b->num_positions > 8;
  unsigned left[LENS_WARP];
  batch now = {.count = 1};
  memcpy(left, b->turns, sizeof left);
  for (;;) { /* the rest, which does not fill a batch of 4 */
    now.lanes = 0;
    for (unsigned lane = 0; lane < LENS_WARP; lane++) {
      now.lanes |= (uint32_t)(left[lane] % 4 != 0) << lane;
    }
    if (!now.lanes) break;
    issue_for(it, &p, &now, left);
  }
  for (now.count = 16; !short_batches;) {
    take_lanes(left, 12, &now);
    if (!now.lanes) break;
    issue_for(it, &p, &now, left);
  }
  now.count = 8;
  if (!short_batches) take_lanes(left, 4, &now);
  if (!short_batches && now.lanes) issue_for(it, &p, &now, left);
  now.count = 4;
  for (;;) {
    take_lanes(left, 0, &now);
    if (!now.lanes) break;
    issue_for(it, &p, &now, left);
  }
  b->num_iterations = 0;
  b->arithmetic = 0;
  memset(b->turns, 0, sizeof b->turns);
}

/* ---- a warp --------------------------------------------------------------------------------- */

/* Instructions of the block's arithmetic: lenscc has encoded their numbers in a no-op at its
 * beginning (driver/arithmetic.sh). */
static unsigned arithmetic_of(const issuing *it, const lens_site *block) {
  static const uint8_t no_op[] = {0x0f, 0x1f, 0x80};
  if (!it->code_base) return 0;
  const uint8_t *code = (const uint8_t *)(it->code_base + lens_key_place(block->key));
  if (memcmp(code, no_op, sizeof no_op) != 0) return 0;
  uint16_t counts[2]; /* of all lanes, of the unit for doubles */
  memcpy(counts, code + sizeof no_op, sizeof counts);
  return (unsigned)(counts[0] + counts[1] * it->double_cycles);
}

/* Instructions of a block that does not begin an iteration, except its arithmetic. */
static unsigned instructions_of(const lens_site *block) {
  if (block->predicated)
    return 0; /* the comparison is counted at the join, which all lanes reach */
  if (block->joins) return OF_CONDITION;
  return block->written_out ? 0 : OF_BLOCK;
}

static void leave_buffer(issuing *it) {
  if (!it->in_buffer) return;
  flush_buffer(it);
  it->in_buffer = false;
}

static void enter_block(issuing *it, uint32_t number, uint32_t lanes) {
  const lens_site *block = lens_dataflow_get(it->course, number);
  const lens_loop *loop =
      block->loop == LENS_SITE_NONE ? NULL : lens_dataflow_loop(it->course, block->loop);
  bool head = loop && loop->head == number;
  unsigned arithmetic = arithmetic_of(it, block);
  uint32_t before = it->block;
  bool left = before != LENS_SITE_NONE && lens_dataflow_get(it->course, before)->leaves;
  it->block = number;
  it->block_lanes = lanes;
  if (it->in_buffer && block->loop == it->buffer.loop) {
    if (head && it->buffer.num_iterations == MOST_ITERATIONS) flush_buffer(it);
    it->buffer.arithmetic += arithmetic;
    if (head) begin_iteration(&it->buffer, lanes);
    return;
  }
  leave_buffer(it);
  if (head) {
    flush_group(it);
    it->settle = true;
    if (loop->hands_out && !begin_unit(it->out)) it->failed = true;
    if (loop->unrolls) {
      it->pending += OF_LOOP;
      if (!begin_buffer(it, block->loop))
        it->failed = true;
      else
        begin_iteration(&it->buffer, lanes);
      it->buffer.arithmetic += arithmetic;
      return;
    }
    it->pending += OF_ROLLED + arithmetic;
    return;
  } else if (left || block->waits_for_all) {
    flush_group(it);
    it->settle = true;
  }
  it->pending += instructions_of(block) + arithmetic;
}

static void take_step(issuing *it, uint32_t number, const lens_recording_step *step) {
  const lens_site *site = lens_dataflow_get(it->course, number);
  unsigned kind = lens_kind_of(site->what);
  if (kind == LENS_RECORD_BLOCK) {
    enter_block(it, number, step->lanes);
  } else if (it->in_buffer) {
    add_to_buffer(it, number, step);
  } else {
    add_to_group(it, number, step);
    if (kind == LENS_RECORD_SYNC) flush_group(it);
  }
}

lens_issuer *lens_issue_begin(lens_dataflow *course, uint64_t base, uintptr_t code_base,
                              double double_cycles) {
  lens_issuer *it = lens_alloc(1, sizeof *it);
  if (!it) return NULL;
  it->course = course;
  it->base = base;
  it->code_base = code_base;
  it->double_cycles = double_cycles;
  return it;
}

void lens_issue_end(lens_issuer *issuer) {
  if (!issuer) return;
  free(issuer->buffer.lanes);
  free(issuer->buffer.address);
  free(issuer->sites);
  free(issuer);
}

static bool find_sites(lens_issuer *it, const lens_recording *tape) {
  if (tape->num_slots > it->sites_capacity) {
    uint32_t *grown = lens_alloc_more(it->sites, tape->num_slots, sizeof *grown);
    if (!grown) return false;
    it->sites = grown;
    it->sites_capacity = tape->num_slots;
  }
  const lens_recording_slot *slots = lens_recording_slots(tape);
  for (unsigned i = 0; i < tape->num_slots; i++) {
    it->sites[i] = lens_dataflow_site(it->course, &slots[i]);
    if (it->sites[i] == LENS_SITE_NONE) return false;
  }
  return true;
}

static void begin_warp(lens_issuer *it, lens_issued *out) {
  out->num_operations = out->num_sectors = out->num_units = 0;
  it->out = out;
  it->num_group = 0;
  it->in_buffer = false;
  it->buffer.num_iterations = 0;
  it->block = LENS_SITE_NONE;
  it->pending = OF_KERNEL;
  it->settled = it->last_result = 0;
  it->settle = it->failed = false;
}

bool lens_issue_warp(lens_issuer *it, const lens_recording *tape, unsigned warp, lens_issued *out) {
  lens_recording_reader reader;
  begin_warp(it, out);
  bool good = find_sites(it, tape) && lens_recording_open(&reader, tape, warp);
  if (good) {
    lens_recording_step step;
    while (!it->failed && lens_recording_read(&reader, &step)) {
      take_step(it, it->sites[step.slot], &step);
    }
    leave_buffer(it);
    flush_group(it);
    good = !it->failed;
    lens_recording_close(&reader);
  }
  return good;
}

void lens_issue_free(lens_issued *issued) {
  free(issued->operations);
  free(issued->sectors);
  free(issued->units);
  *issued = (lens_issued){0};
}
