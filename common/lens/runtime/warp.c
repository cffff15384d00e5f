/* warp.c: runs the lanes of a warp, and counts their steps as if in lock step. */
#include "alloc.h"
#include "describe.h"
#include "remark.h"
#include "unset.h"
#include "watch.h"
#include "writers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lens_block *block_of(lens_align *align) {
  return (lens_block *)(void *)align; /* the first member of the first member of a block */
}

static void finish(lens_align *align, uint32_t lanes) {
  for (; lanes; lanes &= lanes - 1) lens_align_finish(align, (unsigned)__builtin_ctz(lanes));
}

/* Learns from the traces, which are ahead of the merge, so that a loop is known before the lanes
 * leave it. */
static void learn(lens_block *block, uint32_t lanes) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    const lens_lane *lane = &block->running.lanes[i];
    lens_flow_learn(block->work->flow, &block->paths[lane->thread], lens_lane_trace(block, i),
                    lane->out);
  }
  lens_flow_update(block->work->flow);
}

/* Called when the thread has run for a long time. That alone proves nothing, so it is a remark and
 * not a finding. */
static void note_long(lens_lane *lane, const lens_record *trace) {
  lens_block *block = lane->block;
  uintptr_t place = lens_watch_place(lane, trace, lane->out);
  if (!place && lane->out > trace) place = lens_place_of(block, &lane->out[-1]);
  if (place) {
    lens_remark_loop(lane, place,
                     block->idle ? "no block touched memory or ended meanwhile"
                                 : "one thread has taken more than two billion steps");
  }
  block->idle = false;
  if (!block->work->is_limited) lane->steps_left = UINT64_MAX;
}

/* Called after a lane has run: charges its steps to its budget and hands its trace to the merge. */
static void hand_over(lens_block *block, unsigned i) {
  lens_lane *lane = &block->running.lanes[i];
  const lens_record *trace = lens_lane_trace(block, i);
  uint64_t used = (uint64_t)(lane->out - trace);
  while (used > block->steps_left && lens_block_take_steps(block)) continue;
  if (block->idle || (used > lane->steps_left && !block->work->is_limited)) note_long(lane, trace);
  bool too_long = used > lane->steps_left || used > block->steps_left;
  lane->steps_left -= used;
  block->steps_left -= used < block->steps_left ? used : block->steps_left;
  if (too_long && !lens_lane_has_ended(lane)) lens_fault_hang(lane, trace);
  lens_align_feed(&block->running.align, i, trace);
  if (used == 0) lens_align_finish(&block->running.align, i); /* the lane ended at once */
}

/* Runs lanes, none of which has ended, and hands over their traces. */
static void run(lens_block *block, uint32_t lanes) {
  lens_lanes_run(block, lanes);
  unsigned first = (unsigned)__builtin_ctz(lanes);
  block->running.slice_left -= block->running.lanes[first].out - lens_lane_trace(block, first) + 1;
  block->running.ran |= lanes;
  if (block->turns.watched) lens_watch_note(block, lanes);
  if (block->paths) learn(block, lanes);
  for (uint32_t rest = lanes; rest && !block->abandoned; rest &= rest - 1) {
    hand_over(block, (unsigned)__builtin_ctz(rest));
  }
  if (block->abandoned) finish(&block->running.align, lanes);
}

/* ---- yielding ------------------------------------------------------------------------------- */

static lens_warp *warp_of(lens_block *block) {
  return &block->warps[block->running.lanes->thread / LENS_WARP];
}

static const lens_record *end_of(const lens_record *it) {
  while (it->key != LENS_KEY_STARVED) it++;
  return it + 1;
}

/* Saves entries that the lanes have recorded and the merge has not taken yet, because other warps
 * need the buffers. Mostly nothing is left in the buffers, because lanes in lock step use up their
 * buffers at the same time. */
static bool keep_traces(lens_align *align, lens_warp *warp) {
  size_t count = 0;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (!(align->key[i] & LENS_KEY_NONE))
      count += (size_t)(end_of(align->next[i]) - align->next[i]);
  }
  lens_record *saved = count ? lens_alloc(count, sizeof *saved) : NULL;
  if (count && !saved) return false;
  lens_record *at = saved;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (align->key[i] & LENS_KEY_NONE) continue;
    const lens_record *end = end_of(align->next[i]);
    size_t length = (size_t)(end - align->next[i]);
    memcpy(at, align->next[i], length * sizeof *at);
    warp->next[i] = at;
    at += length;
  }
  free(warp->saved);
  warp->saved = saved;
  return true;
}

static void set_aside(lens_align *align, uint32_t lanes) {
  for (; lanes; lanes &= lanes - 1) align->key[__builtin_ctz(lanes)] = LENS_KEY_ASIDE;
}

/* Stops the merge where it is, so that the warp can continue there later. If memory is short,
 * returns false, and the warp continues now. */
static bool suspend(lens_block *block) {
  lens_align *align = &block->running.align;
  lens_warp *warp = warp_of(block);
  for (uint32_t rest = warp->aside; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    align->key[i] = warp->key[i];
    align->next[i] = warp->next[i];
  }
  if (!keep_traces(align, warp)) {
    set_aside(align, warp->aside);
    return false;
  }
  memcpy(warp->key, align->key, sizeof warp->key);
  warp->waited_for = block->running.waited_for;
  warp->passed_by = block->running.passed_by;
  warp->ran = block->running.ran;
  warp->suspended = true;
  lens_align_park(align, UINT32_MAX); /* ends the merge */
  return true;
}

/* Lets some of the lanes that suspend has parked take part again. */
static void bring_back(lens_block *block, lens_warp *warp, uint32_t lanes) {
  uint32_t starved = 0;
  for (; lanes; lanes &= lanes - 1) {
    unsigned i = (unsigned)__builtin_ctz(lanes);
    if (warp->key[i] == LENS_KEY_STARVED) {
      starved |= 1u << i;
    } else if (warp->key[i] & LENS_KEY_NONE) {
      block->running.align.key[i] = warp->key[i];
    } else {
      lens_align_feed(&block->running.align, i, warp->next[i]);
    }
  }
  if (starved) run(block, starved);
}

static void resume(lens_block *block, lens_warp *warp) {
  block->running.waited_for = warp->waited_for;
  block->running.passed_by = warp->passed_by;
  warp->suspended = false;
  set_aside(&block->running.align, warp->aside);
  bring_back(block, warp, ~warp->aside);
}

uint32_t lens_warp_live(const lens_block *block, unsigned number) {
  const lens_warp *warp = &block->warps[number];
  unsigned first = number * LENS_WARP;
  uint32_t live = 0;
  for (unsigned i = 0; i < LENS_WARP && first + i < block->work->threads; i++) {
    bool waits = warp->key[i] == LENS_KEY_PARKED || warp->key[i] == LENS_KEY_FINISHED;
    bool it = warp->suspended ? !waits : block->lanes[first + i].state == LENS_LANE_RUNS;
    live |= (uint32_t)it << i;
  }
  return live;
}

void lens_warp_clear(lens_warp *warp) {
  free(warp->saved);
  *warp = (lens_warp){0};
}

/* Called when the merge has used up the buffers of `lanes`. Lanes that have ended are finished; the
 * others run on, unless the slice of the warp is over. */
static void refill(lens_align *align, uint32_t lanes) {
  lens_block *block = block_of(align);
  uint32_t over = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (lens_lane_has_ended(&block->running.lanes[i])) over |= 1u << i;
  }
  if (block->abandoned) over = lanes;
  finish(align, over);
  if (!(lanes & ~over)) return;
  if (block->running.slice_left <= 0 && suspend(block)) return;
  run(block, lanes & ~over);
}

static void count(lens_block *block, const lens_step *step) {
  lens_cost cost;
  lens_count *row = lens_count_step(&block->seen.counts, step, block->number, &cost);
  if (row && lens_register_value_is_kept(&warp_of(block)->stored, step)) row->kept++;
  if (row && (lens_sample_score(cost, step) > row->worst || block->running.sampled)) {
    lens_sample_take(block, row, step, cost); /* the first request is always taken */
  }
  if (block->work->may_be_unset && lens_kind_of(step->what) == LENS_RECORD_STORE) {
    lens_unset_look(block, step);
  }
}

/* Counts an atomic on shared memory that the hardware does in a loop: each round is a load and a
 * swap for the remaining lanes. */
static void count_loop(lens_block *block, const lens_step *step) {
  lens_step round = *step;
  while (round.count) {
    round.what = lens_make_class(LENS_RECORD_LOAD, LENS_SHARED, lens_bytes_of(step->what));
    count(block, &round);
    round.what = step->what;
    count(block, &round);
    lens_step_drop(
        &round, lens_model_swapped(&(lens_shared_request){round.address, round.count, round.lanes,
                                                          lens_bytes_of(step->what)}));
  }
}

/* Notes which memory a step reads. The lanes of a warp nearly always read from one array, so only
 * the first and the last address are noted. */
static void note_read(const lens_step *step) {
  if (lens_syntax_space_of(step->what) != LENS_GLOBAL) return;
  if (lens_kind_of(step->what) == LENS_RECORD_STORE) return;
  lens_note_read(step->address[0]);
  lens_note_read(step->address[step->count - 1]);
}

static void step(lens_align *align, const lens_step *step) {
  lens_block *block = block_of(align);
  if (lens_kind_of(step->what) == LENS_RECORD_BLOCK) {
    block->seen.warp_steps++;
    block->seen.thread_steps += step->count;
    warp_of(block)->steps++;
    warp_of(block)->thread_steps += step->count;
    return;
  }
  if (lens_kind_of(step->what) == LENS_RECORD_PRINT) {
    for (unsigned i = 0; i < step->count; i++) {
      lens_print_step(block, (lens_print *)(uintptr_t)step->address[i]);
    }
    return;
  }
  block->seen.accesses += step->count;
  warp_of(block)->works = true;
  block->running.passed_by |= block->running.waited_for & step->lanes;
  if (lens_update_of(step->what) == LENS_UPDATE_LOOP) {
    count_loop(block, step);
  } else {
    note_read(step);
    count(block, step);
  }
}

/* Adds the step to the tape of a block that is recorded. */
static void record(lens_block *block, const lens_step *step) {
  lens_recording_add(block->recorder, block->running.lanes->thread / LENS_WARP, step);
}

static void record_step(lens_align *align, const lens_step *taken) {
  if (lens_kind_of(taken->what) != LENS_RECORD_PRINT) record(block_of(align), taken);
  step(align, taken);
}

static void record_met(lens_align *align, const lens_step *step) {
  record(block_of(align), step);
}

/* Records an exchange of `lanes`, all of which are at one call. */
static void record_exchange(lens_block *block, uint32_t lanes) {
  const lens_lane *lane = &block->running.lanes[__builtin_ctz(lanes)];
  const lens_record *at = block->running.align.next[__builtin_ctz(lanes)];
  lens_step step = {.key = at->key, .lanes = lanes};
  step.what = lens_make_class(LENS_RECORD_MET, 0, lens_met_bytes(lane->wait.operation));
  record(block, &step);
}

static bool same_exchange(const lens_lane *a, const lens_lane *b) {
  return a->wait.operation == b->wait.operation && a->wait.mask == b->wait.mask;
}

/* The lanes of `lanes` that wait for the same exchange as the first lane. All of `lanes` are at one
 * call. */
static uint32_t with_same_exchange(const lens_block *block, uint32_t lanes) {
  const lens_lane *first = &block->running.lanes[__builtin_ctz(lanes)];
  uint32_t same = 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    same |= (uint32_t)same_exchange(&block->running.lanes[i], first) << i;
  }
  return same;
}

/* The lanes that have arrived at the exchange for which `lane` waits: they are parked there, or
 * their traces hold nothing before it. */
static uint32_t arrived(const lens_block *block, const lens_lane *lane) {
  uint32_t found = 0;
  for (unsigned i = 0; i < block->running.num_lanes; i++) {
    const lens_lane *it = &block->running.lanes[i];
    if (!(lane->wait.mask >> i & 1) || it->state != LENS_LANE_EXCHANGE) continue;
    if (!same_exchange(it, lane) || block->running.align.key[i] == LENS_KEY_ASIDE) continue;
    bool there = block->running.align.key[i] == LENS_KEY_PARKED ||
                 lens_kind_of(block->running.align.next[i]->what) == LENS_RECORD_SYNC;
    if (there) found |= 1u << i;
  }
  return found;
}

static uint32_t finished(const lens_block *block) {
  uint32_t found = 0;
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (block->running.align.key[i] == LENS_KEY_FINISHED) found |= 1u << i;
  }
  return found;
}

static void exchange(lens_block *block, uint32_t lanes) {
  if (block->recorded) record_exchange(block, lanes);
  lens_exchange_do(block->running.lanes, lanes);
  lens_block_tick_warp(block, lanes);
  run(block, lanes);
}

static void tell_active_mask(lens_block *block, uint32_t lanes) {
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    block->running.lanes[__builtin_ctz(rest)].wait.bits = lanes;
  }
  run(block, lanes);
}

/* Called when `lanes` are at an entry where they met all other lanes that are still in the kernel.
 * Lanes that the merge brings there first wait for the rest, as they did when they ran. */
static void pass_meeting(lens_align *align, uint32_t lanes) {
  lens_block *block = block_of(align);
  uint32_t all = lanes == UINT32_MAX ? lanes : ~finished(block);
  uint32_t missing = 0;
  uint32_t starved = 0;
  for (uint32_t rest = all & ~lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    missing |= (uint32_t)(align->key[i] != LENS_KEY_PARKED) << i;
  }
  if (missing) {
    lens_align_park(align, lanes);
    block->running.waited_for |= missing;
    return;
  }
  if (block->recorded) record_exchange(block, all);
  for (uint32_t rest = all; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    lens_align_pass(align, i);
    starved |= (uint32_t)(align->key[i] == LENS_KEY_STARVED) << i;
  }
  if (starved) refill(align, starved);
}

/* Called when `lanes` are at the same call, in lock step with the rest of the warp. */
static void synchronise(lens_align *align, uint32_t lanes) {
  lens_block *block = block_of(align);
  if (lens_kind_of(align->next[__builtin_ctz(lanes)]->what) == LENS_RECORD_MET) {
    pass_meeting(align, lanes);
    return;
  }
  while (lanes) {
    unsigned first = (unsigned)__builtin_ctz(lanes);
    const lens_lane *lane = &block->running.lanes[first];
    if (lane->state == LENS_LANE_BARRIER) {
      lens_align_park(align, lanes);
      return;
    }
    if (lane->wait.operation == LENS_ACTIVEMASK) {
      tell_active_mask(block, lanes);
      return;
    }
    uint32_t here = with_same_exchange(block, lanes);
    uint32_t missing = lane->wait.mask & ~here;
    if (missing) { /* a lane may be parked here already, or have left the kernel */
      here = arrived(block, lane);
      missing &= ~here & ~finished(block);
    }
    if (missing) {
      lens_align_park(align, here & lanes);
      block->running.waited_for |= missing;
    } else {
      exchange(block, here);
    }
    lanes &= ~here;
  }
}

static void sync(lens_align *align, uint32_t lanes) {
  lens_block *block = block_of(align);
  warp_of(block)->stored.lanes = 0;
  synchronise(align, lanes);
  if (block->running.slice_left <= 0) (void)suspend(block);
}

static void sight_bad_mask(lens_block *block, const lens_lane *lane, uint32_t absent) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_BAD_MASK, lane->wait.place);
  sighting.reason = LENS_LANES_NEVER_COME;
  sighting.mask = lane->wait.mask;
  sighting.lanes = absent;
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the mask 0x%08x names lanes that never arrive here: 0x%08x", lane->wait.mask,
                 absent);
  lens_sightings_add(&block->seen.sightings, &sighting);
}

/* Called when no lane can continue, and the lanes `stuck` wait for an exchange. Lanes that have
 * left the kernel do not count as missing, unless they passed the exchange and did other work.
 * Missing lanes are a finding, and the lanes that are present continue without them. */
static void unblock(lens_block *block, uint32_t stuck) {
  uint32_t gone = finished(block);
  const lens_lane *chosen = NULL;
  for (uint32_t rest = stuck; rest;
       rest &= rest - 1) { /* takes a complete exchange, otherwise the first one */
    const lens_lane *lane = &block->running.lanes[__builtin_ctz(rest)];
    bool complete = !(lane->wait.mask & ~arrived(block, lane) & ~gone);
    if (!chosen || complete) chosen = lane;
    if (complete) break;
  }
  uint32_t here = arrived(block, chosen);
  uint32_t killed = 0;
  for (unsigned i = 0; i < block->running.num_lanes; i++) {
    killed |= (uint32_t)(block->running.lanes[i].state == LENS_LANE_KILLED) << i;
  }
  uint32_t absent = chosen->wait.mask & ~here & ~killed & (~gone | block->running.passed_by);
  if (absent) sight_bad_mask(block, chosen, absent);
  block->running.waited_for = 0;
  block->running.passed_by = 0;
  exchange(block, here);
}

static uint32_t waiting_for_exchange(const lens_block *block) {
  uint32_t found = 0;
  if (!block->running.exchanges) return found;
  for (unsigned i = 0; i < block->running.num_lanes; i++) {
    if (block->running.lanes[i].state == LENS_LANE_EXCHANGE) found |= 1u << i;
  }
  return found;
}

const lens_align_client lens_warp_client = {refill, step, sync, NULL};
static const lens_align_client recording_client = {refill, record_step, sync, record_met};

/* Returns the warp's lane_flip, drawn from the seed: lane i ^ lane_flip runs i-th. */
static uint32_t flip_of(const lens_block *block, const lens_lane *first) {
  uint64_t key = lens_seed_mix(block->work->seed, block->number);
  return (uint32_t)lens_seed_mix(key, first->thread) % LENS_WARP;
}

static void merge(lens_block *block, lens_warp *warp) {
  for (;;) {
    lens_align_run(&block->running.align);
    if (block->abandoned || warp->suspended) return;
    uint32_t stuck = waiting_for_exchange(block);
    if (warp->aside) { /* the other lanes cannot continue without these */
      uint32_t back = warp->aside;
      warp->aside = 0;
      bring_back(block, warp, back);
    } else if (stuck) {
      unblock(block, stuck);
    } else {
      return;
    }
  }
}

static uint32_t that_run(const lens_block *block, const lens_lane *first, unsigned lanes) {
  if (block->all_run) return UINT32_MAX >> (LENS_WARP - lanes);
  uint32_t running = 0;
  for (unsigned i = 0; i < lanes; i++) {
    if (first[i].state == LENS_LANE_RUNS) running |= 1u << i;
  }
  return running;
}

void lens_warp_run(lens_block *block, lens_lane *first, unsigned lanes) {
  lens_warp *warp = &block->warps[first->thread / LENS_WARP];
  uint32_t running = that_run(block, first, lanes);
  if (!running && !warp->suspended) return;
  block->running.lanes = first;
  block->running.num_lanes = lanes;
  block->running.sampled =
      lens_sample_watches(block->number, (unsigned)(first - block->lanes) / LENS_WARP);
  block->running.exchanges = warp->suspended;
  block->running.waited_for = 0;
  block->running.passed_by = 0;
  block->running.undefined = 0;
  block->running.slice_left = LENS_SLICE;
  block->running.ran = 0;
  block->running.lane_flip = flip_of(block, first);
  lens_align_init(&block->running.align, block->recorded ? &recording_client : &lens_warp_client,
                  &block->work->flow->order);
  if (warp->suspended) {
    resume(block, warp);
  } else {
    run(block, running);
  }
  merge(block, warp);
  int64_t used = LENS_SLICE - block->running.slice_left;
  if (used > block->turns.used) block->turns.used = used;
}
