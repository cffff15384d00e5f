/* barrier.c: __syncthreads and its kin. */
#include "access.h"

#include <stdio.h>

int lens_syncthreads(int barrier, int predicate) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return predicate;
  lane->wait.place = LENS_PLACE;
  lane->wait.operation = barrier;
  lane->wait.argument = predicate;
  lens_lane_wait(lane, LENS_LANE_BARRIER, LENS_FRAME);
  return (int)lane->wait.result;
}

void lens_grid_sync(void) {
  lens_trap("a barrier of the whole grid, which the lens cannot do yet");
}

static const lens_lane *first_waiting(const lens_worker *worker) {
  const lens_lane *lane = worker->lanes;
  while (lane->state != LENS_LANE_BARRIER) lane++;
  return lane;
}

static unsigned count_waiting_at(const lens_worker *worker, uintptr_t place) {
  unsigned count = 0;
  for (unsigned i = 0; i < worker->work->threads; i++) {
    const lens_lane *lane = &worker->lanes[i];
    count += lane->state == LENS_LANE_BARRIER && lane->wait.place == place;
  }
  return count;
}

static unsigned count_left(const lens_worker *worker) {
  unsigned count = 0;
  for (unsigned i = 0; i < worker->work->threads; i++) {
    count += worker->lanes[i].state == LENS_LANE_DONE;
  }
  return count;
}

static void sight_left(lens_worker *worker, const lens_lane *lane, unsigned left) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_DIVERGENT_BARRIER, lane->wait.place);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "%u of the %u threads of the block have left the kernel and never reach this "
                 "barrier",
                 left, worker->work->threads);
  lens_sightings_add(&worker->sightings, &sighting);
}

/* Two calls may be the same line: the compiler copies code. That is seen when places are turned
 * into lines (report.c). The finding goes to the barrier where fewer threads wait. */
static void sight_two_places(lens_worker *worker, const lens_lane *one, const lens_lane *other) {
  unsigned at_one = count_waiting_at(worker, one->wait.place);
  unsigned at_other = count_waiting_at(worker, other->wait.place);
  if (at_other < at_one) {
    const lens_lane *swap = one;
    one = other;
    other = swap;
  }
  lens_sighting sighting = lens_describe_lane(one, LENS_DIVERGENT_BARRIER, one->wait.place);
  sighting.other.known = true;
  sighting.other.same_block = true;
  sighting.other.block = worker->block;
  sighting.other.thread = other->thread;
  sighting.other.place = other->wait.place;
  lens_sightings_add(&worker->sightings, &sighting);
}

static void check(lens_worker *worker) {
  const lens_lane *first = first_waiting(worker);
  unsigned left = count_left(worker);
  if (left) sight_left(worker, first, left);
  for (unsigned i = first->thread; i < worker->work->threads; i++) {
    const lens_lane *lane = &worker->lanes[i];
    if (lane->state != LENS_LANE_BARRIER || lane->wait.place == first->wait.place) continue;
    sight_two_places(worker, first, lane);
    return;
  }
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

void lens_barrier_release(lens_worker *worker) {
  check(worker);
  unsigned waiting = 0;
  unsigned votes = 0;
  for (unsigned i = 0; i < worker->work->threads; i++) {
    const lens_lane *lane = &worker->lanes[i];
    if (lane->state != LENS_LANE_BARRIER) continue;
    waiting++;
    votes += lane->wait.argument != 0;
  }
  for (unsigned i = 0; i < worker->work->threads; i++) {
    lens_lane *lane = &worker->lanes[i];
    if (lane->state != LENS_LANE_BARRIER) continue;
    lane->wait.result = reduction(lane, waiting, votes);
    lane->state = LENS_LANE_RUNS;
  }
}
