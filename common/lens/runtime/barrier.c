/* barrier.c: __syncthreads and its variants. */
#include "describe.h"
#include "grid.h"
#include "lane.h"

#include <stdio.h>

#include "error.h"

/* Lets the lane wait at a barrier of its block. `predicate` is used only if `barrier` reduces
 * something. */
LENS_INLINE void wait_for_block(lens_lane *lane, int barrier, int predicate, uintptr_t place,
                                uintptr_t frame) {
  lane->wait.place = place;
  lane->wait.operation = barrier;
  lane->wait.bits = predicate != 0;
  lens_lane_wait(lane, LENS_LANE_BARRIER, frame);
}

void lens_syncthreads(void) {
  lens_lane *lane = lens_lane_now;
  if (lane) wait_for_block(lane, LENS_SYNC, 0, LENS_PLACE, LENS_FRAME);
}

int lens_syncthreads_reduce(int barrier, int predicate) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return predicate;
  wait_for_block(lane, barrier, predicate, LENS_PLACE, LENS_FRAME);
  return (int)lane->wait.bits;
}

static void refuse_grid_sync(lens_lane *lane, uintptr_t place) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_TRAP, place);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "a barrier of the whole grid in a launch that is not cooperative: its blocks may "
                 "not all run at the same time; launch it with cudaLaunchCooperativeKernel");
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, LENS_ERROR_LAUNCH_FAILURE);
  lens_lane_kill(lane);
}

/* As on hardware, this traps if the launch is not cooperative. */
void lens_grid_sync(void) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return;
  if (!lane->block->work->launch->cooperative) refuse_grid_sync(lane, LENS_PLACE);
  wait_for_block(lane, LENS_SYNC_GRID, 0, LENS_PLACE, LENS_FRAME);
}

static bool waits_for_grid(const lens_lane *lane) {
  return lane->state == LENS_LANE_BARRIER && lane->wait.operation == LENS_SYNC_GRID;
}

static unsigned count_waiting_at(const lens_block *block, uintptr_t place) {
  unsigned count = 0;
  for (unsigned i = 0; i < block->work->threads; i++) {
    const lens_lane *lane = &block->lanes[i];
    count += lane->state == LENS_LANE_BARRIER && lane->wait.place == place;
  }
  return count;
}

static void sight_left(lens_block *block, const lens_lane *lane, uint64_t left, uint64_t of,
                       const char *what) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_DIVERGENT_BARRIER, lane->wait.place);
  sighting.reason = LENS_THREADS_HAVE_LEFT;
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "%llu of the %llu threads of the %s have left the kernel and never reach this "
                 "barrier",
                 (unsigned long long)left, (unsigned long long)of, what);
  lens_sightings_add(&block->seen.sightings, &sighting);
}

/* Adds a finding for threads that wait at two barriers. The two places may be on one line, because
 * the compiler copies code; this is detected when places become lines (report.c). The finding names
 * the barrier where fewer threads wait. */
static void sight_two_places(lens_block *block, const lens_lane *one, const lens_lane *other) {
  unsigned at_one = count_waiting_at(block, one->wait.place);
  unsigned at_other = count_waiting_at(block, other->wait.place);
  if (at_other < at_one) {
    const lens_lane *swap = one;
    one = other;
    other = swap;
  }
  lens_sighting sighting = lens_describe_lane(one, LENS_DIVERGENT_BARRIER, one->wait.place);
  sighting.other.known = true;
  sighting.other.same_block = true;
  sighting.other.block = block->number;
  sighting.other.thread = other->thread;
  sighting.other.place = other->wait.place;
  lens_sightings_add(&block->seen.sightings, &sighting);
}

static void check_places(lens_block *block, const lens_lane *first) {
  for (unsigned i = first->thread; i < block->work->threads; i++) {
    const lens_lane *lane = &block->lanes[i];
    if (lane->state != LENS_LANE_BARRIER || lane->wait.place == first->wait.place) continue;
    sight_two_places(block, first, lane);
    return;
  }
}

static bool strict;

void lens_set_strict_barriers(bool yes) {
  strict = yes;
}

/* Since Volta, the hardware does not wait for a thread that has returned: the barrier holds for the
 * threads that have not exited, and programs may rely on that. In strict mode it is still a
 * finding: NVIDIA's guidelines for safety-critical CUDA (rule 1.14) want a barrier called by all
 * threads or by none, and the code after it mostly relies on work that the missing threads never
 * did. The most common cause is an early return before a barrier. */
static void check(lens_block *block, const lens_lane *first, unsigned left) {
  if (left && strict) sight_left(block, first, left, block->work->threads, "block");
  check_places(block, first);
}

static unsigned reduction(const lens_lane *lane, unsigned waiting, unsigned votes) {
  switch (lane->wait.operation) {
  case LENS_SYNC_COUNT:
    return votes;
  case LENS_SYNC_AND:
    return votes == waiting;
  case LENS_SYNC_OR:
    return votes != 0;
  default:
    return 0;
  }
}

/* Whether all threads of the block wait at one __syncthreads, as nearly always. Then there is
 * nothing to report and nothing to count. */
static bool all_at_one_call(const lens_block *block) {
  const lens_wait *first = &block->lanes[0].wait;
  if (block->lanes[0].state != LENS_LANE_BARRIER || first->operation != LENS_SYNC) return false;
  bool all = true;
  for (unsigned i = 0; i < block->work->threads && all; i++) {
    const lens_lane *lane = &block->lanes[i];
    all = lane->state == LENS_LANE_BARRIER && lane->wait.place == first->place;
  }
  return all;
}

/* How the threads of a block wait when none of them can continue. */
typedef struct stock {
  const lens_lane *first; /* the first lane that waits at any barrier */
  unsigned waiting;       /* lanes that wait at a barrier of the block */
  unsigned votes;         /* the sum of the votes of these lanes */
  unsigned left;
} stock;

static stock take_stock(const lens_block *block) {
  stock all = {NULL, 0, 0, 0};
  for (unsigned i = 0; i < block->work->threads; i++) {
    const lens_lane *lane = &block->lanes[i];
    all.left += lane->state == LENS_LANE_DONE;
    if (lane->state != LENS_LANE_BARRIER) continue;
    if (!all.first) all.first = lane;
    if (waits_for_grid(lane)) continue;
    all.waiting++;
    all.votes += (unsigned)lane->wait.bits;
  }
  return all;
}

unsigned lens_barrier_count_left(const lens_block *block) {
  return take_stock(block).left;
}

bool lens_barrier_release(lens_block *block) {
  if (all_at_one_call(block)) {
    block->barrier = block->lanes[0].wait.place;
    for (unsigned i = 0; i < block->work->threads; i++) block->lanes[i].state = LENS_LANE_RUNS;
    block->all_run = true;
    return true;
  }
  stock all = take_stock(block);
  if (all.waiting == 0) return false;
  check(block, all.first, all.left);
  block->barrier = all.first->wait.place;
  for (unsigned i = 0; i < block->work->threads; i++) {
    lens_lane *lane = &block->lanes[i];
    if (lane->state != LENS_LANE_BARRIER || waits_for_grid(lane)) continue;
    lane->wait.bits = reduction(lane, all.waiting, all.votes);
    lane->state = LENS_LANE_RUNS;
  }
  return true;
}

void lens_barrier_release_grid(lens_block *block, uint64_t left) {
  const lens_lane *first = take_stock(block).first;
  uint64_t all = block->work->blocks * block->work->threads;
  if (left) sight_left(block, first, left, all, "grid");
  check_places(block, first);
  for (unsigned i = 0; i < block->work->threads; i++) {
    lens_lane *lane = &block->lanes[i];
    if (waits_for_grid(lane)) lane->state = LENS_LANE_RUNS;
  }
}
