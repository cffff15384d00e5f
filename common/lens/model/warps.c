/* warps.c: starts blocks, and executes the operations of their warps. */
#include "lens/model/internal.h"

#include <string.h>

/* How many ticks a warp may run ahead of the clock before it must wait in an event. */
enum { AHEAD = 16 * CYCLE };
/* Length of the queue of stores that a multiprocessor has issued but not sent, in ticks. */
enum { STORE_QUEUE = 512 * CYCLE };

static void schedule(simulation *s, uint32_t w, ticks time) {
  uint32_t e = model_events_new(&s->events);
  if (!e) return;
  event *p = &s->events.pool[e];
  p->kind = EVENT_WARP;
  p->warp = w;
  p->time = time;
  model_events_add(&s->events, e);
}

static void count_wait(simulation *s, uint32_t place, model_wait reason, ticks time) {
  s->waits[reason] += time;
  s->place_waits[(size_t)place * MODEL_NUM_WAITS + reason] += time;
}

/* Divides the time that a warp waited for a result in the same proportions as the result's own
 * time. */
static void count_result(simulation *s, const result *r, ticks waited) {
  static const model_wait reasons[3] = {MODEL_WAIT_L1, MODEL_WAIT_L2, MODEL_WAIT_DRAM};
  ticks left = waited;
  uint32_t took = (uint32_t)r->time - r->issued;
  double whole = took ? took : 1;
  for (int i = 0; i < 3; i++) {
    ticks part = (ticks)((double)waited * (double)r->waited[i] / whole);
    if (part > left) part = left;
    count_wait(s, r->place, i == 1 && r->atomic ? MODEL_WAIT_ATOMIC : reasons[i], part);
    left -= part;
  }
  count_wait(s, r->place, MODEL_WAIT_LATENCY, left);
}

/* ---- blocks ---- */

static unsigned most_warps(const simulation *s, const model_block *b) {
  return b->num_warps < s->warps_each_block ? b->num_warps : s->warps_each_block;
}

void model_warps_start_block(simulation *s, unsigned slot, ticks now) {
  block *b = &s->blocks[slot];
  const model_block *trace = model_sample_next(s, now);
  uint64_t number = s->next_block - 1;
  *b = (block){trace, 0, 0};
  model_sample_started(s, trace);
  unsigned on = slot % s->num_multiprocessors;
  multiprocessor *mp = &s->multiprocessors[on];
  ticks begin = later(now, s->dispatcher);
  s->dispatcher = begin + s->cost.block_start;
  s->busy.start += s->cost.block_start;
  begin = later(begin, mp->starter);
  b->live = most_warps(s, trace);
  mp->starter = begin + b->live * s->cost.block_warp;
  s->waits[MODEL_WAIT_START] += (begin - now) * b->live;
  if (number >= (uint64_t)s->num_multiprocessors * s->blocks_each) begin += s->cost.block_next;
  if (!mp->cache.sets) model_l1_begin(s, mp);
  s->working += mp->blocks++ == 0;
  s->live_blocks++;
  s->live_warps += b->live;
  for (unsigned i = 0; i < b->live; i++) {
    uint32_t w = slot * s->warps_each_block + i;
    warp *p = &s->warps[w];
    const model_warp *t = &b->trace->warps[i];
    p->operations = t->operations;
    p->sectors = t->sectors;
    p->count = t->num_operations;
    p->at = p->complete = p->first = 0;
    p->arrived = p->since = p->covered = 0;
    p->block = slot;
    p->waiting = p->issued = p->at_barrier = 0;
    p->scheduler = (uint8_t)((slot / s->num_multiprocessors * s->warps_each_block + i) %
                             (unsigned)s->device->schedulers);
    p->multiprocessor = (uint16_t)on;
    memset(&p->last, 0, sizeof p->last);
    schedule(s, w, begin + (i + 1) * s->cost.block_warp);
  }
}

static void end_block(simulation *s, unsigned slot, ticks now) {
  block *b = &s->blocks[slot];
  s->launch->give_back(s->launch->context, b->trace);
  b->trace = NULL;
  s->live_blocks--;
  s->end = later(s->end, now);
  multiprocessor *mp = &s->multiprocessors[slot % s->num_multiprocessors];
  s->working -= --mp->blocks == 0;
  if (s->next_block < s->launch->num_blocks) model_warps_start_block(s, slot, now);
}

/* ---- barriers ---- */

static void release(simulation *s, unsigned slot, ticks now) {
  block *b = &s->blocks[slot];
  b->arrived = 0;
  unsigned num_warps = most_warps(s, b->trace);
  for (unsigned i = 0; i < num_warps; i++) {
    uint32_t w = slot * s->warps_each_block + i;
    warp *p = &s->warps[w];
    if (!p->at_barrier) continue;
    p->at_barrier = 0;
    ticks time = now + s->cost.barrier + s->blocks[slot].live * s->cost.barrier_warp;
    count_wait(s, p->operations[p->at - 1].place, MODEL_WAIT_BARRIER, time - p->since);
    schedule(s, w, time);
  }
}

unsigned model_warps_release_all(simulation *s, ticks now) {
  unsigned released = 0;
  for (unsigned i = 0; i < s->num_multiprocessors * s->blocks_each; i++)
    if (s->blocks[i].trace && s->blocks[i].arrived) {
      released += s->blocks[i].arrived;
      release(s, i, now);
    }
  s->grid_arrived = 0;
  return released;
}

static void arrive_at_barrier(simulation *s, warp *p, const model_operation *op, ticks now) {
  p->at_barrier = 1;
  p->since = now;
  s->blocks[p->block].arrived++;
  if (op->flags & MODEL_GRID) {
    s->grid_arrived++;
    if (s->grid_arrived == s->live_warps && s->next_block == s->launch->num_blocks)
      model_warps_release_all(s, now + 2 * s->cost.fence);
  } else if (s->blocks[p->block].arrived == s->blocks[p->block].live)
    release(s, p->block, now);
}

static void end_warp(simulation *s, uint32_t w, ticks now) {
  unsigned slot = s->warps[w].block;
  block *b = &s->blocks[slot];
  model_timeline_until(s, now);
  b->live--;
  s->live_warps--;
  if (b->live == 0)
    end_block(s, slot, now);
  else if (b->arrived == b->live && s->grid_arrived == 0)
    release(s, slot, now);
}

/* ---- operations ---- */

/* How many of the warp's first results must have arrived before its next operation issues. */
static size_t needed(const warp *p) {
  if (p->at == p->count) return p->count;
  unsigned distance = p->operations[p->at].waits_for;
  size_t needs = 0;
  if (distance == MODEL_WAITS_FOR_ALL)
    needs = p->at;
  else if (distance > 0 && distance <= p->at)
    needs = p->at - distance + 1;
  if (p->at >= RESULTS && needs < p->at - RESULTS + 1) needs = p->at - RESULTS + 1;
  return needs;
}

/* Counts a completed load. Loads are counted in the order in which they were issued. */
static void count_load(simulation *s, warp *p, const result *r) {
  uint32_t took = (uint32_t)r->time - r->issued;
  ticks begin = r->time - took;
  s->load_time += took;
  if (begin >= p->covered) {
    s->rounds++;
    if (p->covered)
      s->dependent += r->depends;
    else
      s->first_rounds++;
  }
  if (r->time <= p->covered) return;
  s->covered_time += r->time - later(begin, p->covered);
  p->covered = r->time;
}

/* Collects the warp's results up to number `needs`. Returns whether the times of all these results
 * are known. */
static int collect(simulation *s, warp *p, size_t needs) {
  while (p->complete < needs) {
    const result *r = &p->results[(p->complete - p->first) % RESULTS];
    if (r->pending) return 0;
    if (r->loads) count_load(s, p, r);
    if (r->time > p->arrived) {
      p->arrived = r->time;
      p->last = *r;
    }
    p->complete++;
  }
  return 1;
}

void model_warps_complete(simulation *s, uint32_t w, uint8_t slot, ticks now, ticks time,
                          const uint32_t waited[3]) {
  warp *p = &s->warps[w];
  result *r = &p->results[slot];
  r->pending--;
  if (time > r->time) {
    r->time = time;
    memcpy(r->waited, waited, sizeof r->waited);
  }
  if (r->pending || !p->waiting || !collect(s, p, needed(p))) return;
  p->waiting = 0;
  ticks from = later(now, p->arrived);
  count_result(s, &p->last, from - p->since);
  schedule(s, w, from);
}

static ticks on_shared(simulation *s, multiprocessor *mp, const model_operation *op, ticks now) {
  ticks takes = (op->wavefronts ? op->wavefronts : 1) * s->cost.wavefront;
  ticks begin = later(now, mp->l1);
  mp->l1 = begin + takes;
  s->busy.shared += takes;
  count_wait(s, op->place, MODEL_WAIT_SHARED, 0);
  return begin + takes + s->cost.shared;
}

/* Executes the warp's next operation. Returns 0 if the warp waits at a barrier. */
static int carry_out(simulation *s, uint32_t w, ticks now) {
  warp *p = &s->warps[w];
  const model_operation *op = &p->operations[p->at];
  multiprocessor *mp = &s->multiprocessors[p->multiprocessor];
  if (p->complete == p->at) p->first = p->at; /* reuse the first result slots */
  uint8_t slot = (uint8_t)((p->at - p->first) % RESULTS);
  result *r = &p->results[slot];
  *r = (result){.time = now,
                .issued = (uint32_t)now,
                .place = op->place,
                .atomic = op->kind == MODEL_ATOMIC,
                .loads = op->kind == MODEL_LOAD ||
                         (op->kind == MODEL_ATOMIC && op->flags & MODEL_RETURNS),
                .depends = op->waits_for != 0};
  p->at++;
  const uint64_t *sectors = p->sectors;
  p->sectors += op->num_sectors;
  switch ((model_kind)op->kind) {
  case MODEL_LOAD:
    model_l1_request(s, w, op, sectors, slot, now);
    break;
  case MODEL_STORE:
    model_l1_request(s, w, op, sectors, NO_RESULT, now);
    break;
  case MODEL_ATOMIC:
    model_l1_request(s, w, op, sectors, op->flags & MODEL_RETURNS ? slot : NO_RESULT, now);
    break;
  case MODEL_SHARED:
    r->time = on_shared(s, mp, op, now);
    break;
  case MODEL_EXCHANGE: {
    ticks begin = later(now, mp->exchange);
    mp->exchange = begin + s->cost.exchange_issue;
    s->busy.exchange += s->cost.exchange_issue;
    r->time = begin + s->cost.exchange;
    break;
  }
  case MODEL_FENCE:
    r->time = now + s->cost.fence;
    break;
  case MODEL_COMPUTE:
    r->time = now + s->cost.dependent;
    break;
  case MODEL_BARRIER:
    arrive_at_barrier(s, p, op, now);
    return 0;
  }
  return 1;
}

/* Returns the time at which the instructions of the operation have issued. The scheduler issues one
 * per cycle, and half of a warp's instructions are assumed to wait for the previous one. */
static ticks issue(simulation *s, warp *p, const model_operation *op, ticks now) {
  ticks *scheduler = &s->multiprocessors[p->multiprocessor].issue[p->scheduler];
  ticks takes = (op->instructions + 1u) * s->cost.issue;
  ticks begin = later(now, *scheduler);
  *scheduler = begin + takes;
  s->busy.issue += takes;
  model_timeline_at(s, now)->instructions += op->instructions + 1u;
  ticks alone = op->instructions * s->cost.dependent / 2 + s->cost.issue;
  return begin + later(takes, alone);
}

void model_warps_go_on(simulation *s, uint32_t w, ticks now) {
  warp *p = &s->warps[w];
  ticks event_time = now;
  for (;;) {
    if (!p->issued) {
      if (!collect(s, p, needed(p))) {
        p->waiting = 1;
        p->since = now;
        return;
      }
      if (p->arrived > now) {
        count_result(s, &p->last, p->arrived - now);
        schedule(s, w, p->arrived);
        return;
      }
      if (p->at == p->count) {
        end_warp(s, w, now);
        return;
      }
      ticks then = issue(s, p, &p->operations[p->at], now);
      count_wait(s, p->operations[p->at].place, MODEL_WAIT_ISSUE, then - now);
      p->issued = 1;
      now = then;
    }
    multiprocessor *mp = &s->multiprocessors[p->multiprocessor];
    if (p->operations[p->at].kind == MODEL_STORE && mp->store > now + STORE_QUEUE) {
      ticks then = mp->store - STORE_QUEUE;
      count_wait(s, p->operations[p->at].place, MODEL_WAIT_L2, then - now);
      now = then;
    }
    if (now > event_time + AHEAD) {
      schedule(s, w, now);
      return;
    }
    p->issued = 0;
    if (!carry_out(s, w, now)) return;
  }
}
