/* issue_loop.c: the order of the operations in an unrolled loop. */
#include "issue_parts.h"

#include "alloc.h"

#include <string.h>

enum { AHEAD = 12 }; /* how many loads a batch issues before it uses the first of them */

bool lens_issue_begin_loop(lens_issuer *it, uint32_t loop) {
  issue_buffer *b = &it->buffer;
  if (!b->lanes) {
    b->lanes = lens_alloc((size_t)ISSUE_MOST_ITERATIONS * ISSUE_MOST_POSITIONS, sizeof *b->lanes);
    b->address = lens_alloc((size_t)ISSUE_MOST_ITERATIONS * ISSUE_MOST_POSITIONS * LENS_WARP,
                            sizeof *b->address);
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

void lens_issue_begin_iteration(issue_buffer *b, uint32_t lanes) {
  memset(b->lanes + (size_t)b->num_iterations * ISSUE_MOST_POSITIONS, 0,
         ISSUE_MOST_POSITIONS * sizeof *b->lanes);
  b->num_iterations++;
  for (; lanes; lanes &= lanes - 1) b->turns[__builtin_ctz(lanes)] = b->num_iterations;
}

/* Returns the position of the site within an iteration, and adds the position if it is new. Returns
 * ISSUE_MOST_POSITIONS if there are too many. */
static unsigned position_of(lens_issuer *it, uint32_t site) {
  issue_buffer *b = &it->buffer;
  uint64_t key = lens_dataflow_get(it->course, site)->key;
  for (unsigned i = 0; i < b->num_positions; i++) {
    if (b->positions[i] == site) return i;
  }
  if (b->num_positions == ISSUE_MOST_POSITIONS) return ISSUE_MOST_POSITIONS;
  unsigned at = b->num_positions;
  while (at > 0 && lens_dataflow_get(it->course, b->positions[at - 1])->key > key) at--;
  for (unsigned i = b->num_positions; i > at; i--) b->positions[i] = b->positions[i - 1];
  b->positions[at] = site;
  b->num_positions++;
  for (unsigned n = 0; n < b->num_iterations; n++) { /* usually there is only one iteration yet */
    uint32_t *lanes = b->lanes + (size_t)n * ISSUE_MOST_POSITIONS;
    uint64_t(*address)[LENS_WARP] =
        (uint64_t(*)[LENS_WARP])(b->address + (size_t)n * ISSUE_MOST_POSITIONS * LENS_WARP);
    memmove(lanes + at + 1, lanes + at, (b->num_positions - 1 - at) * sizeof *lanes);
    memmove(address + at + 1, address + at, (b->num_positions - 1 - at) * sizeof *address);
    lanes[at] = 0;
  }
  return at;
}

void lens_issue_add_to_loop(lens_issuer *it, uint32_t site, const lens_recording_step *step) {
  issue_buffer *b = &it->buffer;
  unsigned position = position_of(it, site);
  if (position == ISSUE_MOST_POSITIONS || b->num_iterations == 0) return;
  size_t at = (size_t)(b->num_iterations - 1) * ISSUE_MOST_POSITIONS + position;
  b->lanes[at] |= step->lanes;
  if (!step->address) return;
  uint64_t *address = b->address + at * LENS_WARP;
  for (uint32_t rest = step->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    address[lane] = step->address[lane];
  }
}

/* How the positions of a loop depend on each other. */
typedef struct issue_plan {
  unsigned depth[ISSUE_MOST_POSITIONS];
  uint32_t needs[ISSUE_MOST_POSITIONS]; /* bit mask of earlier positions */
  bool stops[ISSUE_MOST_POSITIONS];     /* nothing is moved across the position */
  unsigned deepest, loads;
  bool any_stops;
} issue_plan;

static issue_plan make_plan(const lens_issuer *it) {
  const issue_buffer *b = &it->buffer;
  issue_plan p = {{0}, {0}, {0}, 0, 0, false};
  for (unsigned i = 0; i < b->num_positions; i++) {
    const lens_site *site = lens_dataflow_get(it->course, b->positions[i]);
    unsigned kind = lens_kind_of(site->what);
    bool load = kind == LENS_RECORD_LOAD;
    bool all = !load || site->need == LENS_NEEDS_ALL || lens_issue_waits_at_block(it, site);
    p.stops[i] = kind == LENS_RECORD_STORE || kind == LENS_RECORD_ATOMIC;
    p.any_stops |= p.stops[i];
    p.loads += load;
    for (unsigned k = 0; k < i; k++) {
      uint32_t before = b->positions[k];
      bool exchanged = lens_kind_of(lens_dataflow_get(it->course, before)->what) == LENS_RECORD_MET;
      bool needed = all || exchanged || (site->need == LENS_NEEDS_SITE && site->source == before) ||
                    lens_issue_is_decided_by(it, site, before);
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

/* Collects in `out` the step at one position of one iteration of the batch. False when no lane
 * takes part. */
static bool gather(const issue_buffer *b, const batch *now, unsigned iteration, unsigned position,
                   issue_cell *out) {
  out->site = b->positions[position];
  out->wide = 0;
  out->lanes = 0;
  for (uint32_t rest = now->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    size_t at = (size_t)(now->first[lane] + iteration) * ISSUE_MOST_POSITIONS + position;
    if (!(b->lanes[at] >> lane & 1)) continue;
    out->lanes |= 1u << lane;
    out->address[lane] = b->address[at * LENS_WARP + lane];
  }
  return out->lanes != 0;
}

/* Issues a batch. Time is counted in iterations: a load that needs other loads comes `lag`
 * iterations after them. */
static void issue_batch(lens_issuer *it, const issue_plan *p, const batch *now) {
  size_t issued[ISSUE_MOST_BATCH][ISSUE_MOST_POSITIONS];
  const issue_buffer *b = &it->buffer;
  unsigned lag = now->count == 1 ? 1 : (AHEAD + p->loads - 1) / (p->loads ? p->loads : 1);
  if (p->any_stops) lag = 0;
  unsigned used = 0; /* iterations of the batch whose results have been used */
  size_t needed_by_uses = 0;
  unsigned last_time = now->count - 1 + (p->deepest + 1) * lag;
  unsigned use = b->arithmetic / b->num_iterations;
  if (use < OF_USE) use = OF_USE;
  it->pending += now->count == 1 ? OF_SINGLE : OF_BATCH;
  for (unsigned time = 0; time <= last_time; time++) {
    for (unsigned u = 0; u < now->count && u <= time; u++) {
      for (unsigned i = 0; i < b->num_positions; i++) {
        if (u + p->depth[i] * lag != time) continue;
        issue_cell step;
        issued[u][i] = 0;
        if (!gather(b, now, u, i, &step)) continue;
        const lens_site *site = lens_dataflow_get(it->course, step.site);
        size_t after = needed_by_uses;
        for (unsigned k = 0; k < i; k++) {
          if ((p->needs[i] >> k & 1) && issued[u][k] > after) after = issued[u][k];
        }
        it->pending += lens_issue_instructions_for(site);
        if (site->block != LENS_SITE_NONE &&
            lens_dataflow_get(it->course, site->block)->decider != LENS_SITE_NONE) {
          it->pending += OF_CONDITION;
        }
        lens_issue_operation(it, &step, after);
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

static void issue_for(lens_issuer *it, const issue_plan *p, batch *now, unsigned *left) {
  issue_batch(it, p, now);
  for (uint32_t rest = now->lanes; rest; rest &= rest - 1) {
    unsigned lane = (unsigned)__builtin_ctz(rest);
    now->first[lane] += now->count;
    left[lane] -= now->count;
  }
}

void lens_issue_flush_loop(lens_issuer *it) {
  issue_buffer *b = &it->buffer;
  if (b->num_iterations == 0) return;
  issue_plan p = make_plan(it);
  const lens_loop *loop = lens_dataflow_loop(it->course, b->loop);
  bool short_batches = loop->has_exchange || p.any_stops || b->num_positions > 8;
  unsigned left[LENS_WARP];
  batch now = {.count = 1};
  memcpy(left, b->turns, sizeof left);
  for (;;) { /* first the iterations that do not fill a batch of 4 */
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
