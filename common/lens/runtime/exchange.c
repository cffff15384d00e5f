/* exchange.c: shuffles, votes, matches and reductions within a warp. */
#include "describe.h"
#include "lane.h"

#include <stdio.h>

/* If the buffer of a warp's first lane has less room than this, the warp waits until the buffer is
 * emptied. */
#define ROOM_TO_GO_ON 80

/* ---- how lanes come to wait ----------------------------------------------------------------- */

static void allow_foreign_mask(lens_lane *lane, unsigned bit) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_BAD_MASK, lane->wait.place);
  sighting.reason = LENS_LANE_NOT_NAMED;
  sighting.mask = lane->wait.mask;
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the mask 0x%08x does not name the calling lane, number %u", lane->wait.mask,
                 lane->thread % LENS_WARP);
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lane->wait.mask |= bit;
  lane->wait.foreign = true;
}

/* A meeting needs all lanes that could still come, so the merge must know that all lanes other than
 * these have left the kernel. There are no meetings while the control flow is being learnt, because
 * then the merge must not fall behind. */
void lens_block_meeting_begin(lens_block *block, uint32_t lanes) {
  uint32_t others = 0;
  for (uint32_t rest = ~lanes; rest; rest &= rest - 1) {
    others |= block->running.align.key[__builtin_ctz(rest)] != LENS_KEY_FINISHED;
  }
  bool alone = !others && !block->paths;
  block->running.meeting = (lens_meeting){.lanes = alone ? lanes : 0};
}

/* Cancels the meeting: the lanes that have arrived wait for the merge. */
void lens_block_meeting_end(lens_block *block) {
  for (uint32_t rest = block->running.meeting.arrived; rest; rest &= rest - 1) {
    lens_lane *lane = &block->running.lanes[__builtin_ctz(rest)];
    lane->out[-1].what = lens_make_class(LENS_RECORD_SYNC, 0, 0);
    lane->state = LENS_LANE_EXCHANGE;
    lane->out->key = LENS_KEY_STARVED;
    block->running.exchanges = true;
  }
  block->running.meeting = (lens_meeting){.lanes = 0};
}

/* Whether the lane takes part in the meeting. The meeting is cancelled if a lane makes another call
 * than the first lane, or if the lane's buffer should be emptied. */
LENS_INLINE bool joins(lens_meeting *meeting, const lens_lane *lane, uint64_t key) {
  const lens_wait *wait = &lane->wait;
  if (meeting->arrived == 0) {
    meeting->key = key;
    meeting->operation = wait->operation;
    meeting->mask = wait->mask;
    return meeting->lanes && lane->limit - lane->out >= ROOM_TO_GO_ON;
  }
  return key == meeting->key && wait->operation == meeting->operation &&
         wait->mask == meeting->mask && lane->out != lane->limit;
}

/* Called when all lanes have arrived: does what the merge would do. */
static void meet(lens_block *block) {
  uint32_t lanes = block->running.meeting.lanes;
  lens_exchange_do(block->running.lanes, lanes);
  lens_block_tick_warp(block, lanes);
  block->running.meeting.arrived = 0;
}

/* The rare cases are two separate calls, so that the common case saves no registers. */
static void __attribute__((noinline))
wait_for_merge(lens_lane *lane, unsigned bit, uintptr_t frame) {
  if (!(lane->wait.mask & bit)) allow_foreign_mask(lane, bit);
  lens_block_meeting_end(lane->block);
  lane->block->running.exchanges = true;
  lens_lane_wait(lane, LENS_LANE_EXCHANGE, frame);
}

/* Handles the last lane that arrives, or a lane with a race to settle. */
static void __attribute__((noinline)) arrive_last(lens_lane *lane, unsigned bit) {
  lens_block *block = lane->block;
  lens_lane_settle(block);
  if (block->running.meeting.arrived == block->running.meeting.lanes) {
    meet(block);
    if (block->running.meeting.lanes == bit) return; /* no other lanes */
    lens_lanes_make_ready(block, block->running.meeting.lanes);
  }
  lens_lane_go_to_next(block, &lane->stack_pointer);
}

/* Lets the lane wait for the lanes of lane->wait.mask. Often all of these arrive before the merge
 * is needed. */
LENS_INLINE void wait_for_warp(lens_lane *lane, uintptr_t frame) {
  lens_block *block = lane->block;
  lens_meeting *meeting = &block->running.meeting;
  unsigned bit = 1u << (lane->thread % LENS_WARP);
  uint64_t key = lens_access_key(lane, frame, lane->wait.place);
  if (LENS_UNLIKELY(!(lane->wait.mask & bit) || !joins(meeting, lane, key))) {
    wait_for_merge(lane, bit, frame);
    return;
  }
  lens_access_record_put(lane, key,
                         lens_make_class(LENS_RECORD_MET, 0, lens_met_bytes(lane->wait.operation)));
  meeting->arrived |= bit;
  if (LENS_UNLIKELY(meeting->arrived == meeting->lanes || block->suspect.address)) {
    arrive_last(lane, bit);
  } else {
    lens_lane_go_to_next(block, &lane->stack_pointer);
  }
}

/* Fills in all fields of `wait` except the place and the bits. */
LENS_INLINE void describe(lens_wait *wait, int exchange, unsigned mask, int argument, int width) {
  wait->mask = mask;
  wait->foreign = false;
  wait->operation = exchange;
  wait->argument = argument;
  wait->width = width;
}

uint64_t lens_exchange(int exchange, unsigned mask, uint64_t bits, int argument, int width) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return bits;
  lens_wait *wait = &lane->wait;
  wait->place = LENS_PLACE;
  wait->bits = bits;
  describe(wait, exchange, mask, argument, width);
  wait_for_warp(lane, LENS_FRAME);
  return lens_lane_now->wait.bits; /* reloaded, so that no register had to keep the lane */
}

void lens_syncwarp(unsigned mask) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return;
  lane->wait.place = LENS_PLACE;
  describe(&lane->wait, LENS_SYNCWARP, mask, 0, 0);
  wait_for_warp(lane, LENS_FRAME);
}

unsigned lens_activemask(void) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return 1;
  lane->wait.place = LENS_PLACE;
  describe(&lane->wait, LENS_ACTIVEMASK, 0, 0, 0);
  lane->block->running.exchanges = true;
  lens_lane_wait(lane, LENS_LANE_EXCHANGE, LENS_FRAME);
  return (unsigned)lane->wait.bits;
}

/* ---- results -------------------------------------------------------------------------------- */

/* The lane from which a shuffle reads; the lane itself if the source is outside of the lane's
 * section of the warp. */
LENS_INLINE int source_of(int exchange, int lane, int argument, int width) {
  int base = lane & ~(width - 1);
  int end = base + width;
  int from = exchange == LENS_SHFL        ? base + (argument & (width - 1))
             : exchange == LENS_SHFL_UP   ? lane - argument
             : exchange == LENS_SHFL_DOWN ? lane + argument
                                          : lane ^ argument;
  bool outside = (exchange == LENS_SHFL_UP && from < base) ||
                 (exchange != LENS_SHFL_UP && from >= end) || (unsigned)from >= LENS_WARP;
  return outside ? lane : from;
}

/* Whether the value of lane `from` is undefined for a shuffle with `mask`: the lane does not take
 * part, or has left the kernel. Two cases have separate findings: a lane that the mask names and
 * that never came (warp.c), and a lane that was stopped. */
static bool takes_no_part(const lens_lane *warp, unsigned lanes, uint32_t present, uint32_t mask,
                          int from) {
  if (present >> from & 1) return false;
  if ((unsigned)from >= lanes) return true;
  bool left = warp[from].state == LENS_LANE_DONE;
  return left || (!(mask >> from & 1) && warp[from].state != LENS_LANE_KILLED);
}

static void sight_bad_source(lens_lane *lane, int from) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_BAD_SHUFFLE, lane->wait.place);
  (void)snprintf(
      sighting.detail, sizeof sighting.detail,
      "lane %u gets the value of lane %d, which takes no part in the shuffle or has left "
      "the kernel: the value is undefined",
      lane->thread % LENS_WARP, from);
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
}

/* Undefined values do no harm if nothing uses them: in a reduction with __shfl_down_sync the upper
 * lanes may get any value, as long as it does not reach the first lane. So undefined values are
 * followed from step to step while the distance shrinks. */
static void check_sources(lens_block *block, lens_lane *warp, uint32_t present) {
  const lens_wait *wait = &warp[__builtin_ctz(present)].wait;
  bool down = wait->operation == LENS_SHFL_DOWN;
  bool goes_on = down && block->running.shuffle_distance > wait->argument;
  uint32_t undefined = goes_on ? block->running.undefined : 0;
  uint32_t before = undefined;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    int i = __builtin_ctz(rest);
    const lens_wait *its = &warp[i].wait;
    int from = source_of(its->operation, i, its->argument, its->width);
    if (from == i || its->foreign) continue; /* a foreign lane has its own finding */
    bool absent = takes_no_part(warp, block->running.num_lanes, present, its->mask, from);
    if (!absent && !(before >> from & 1)) continue;
    undefined |= 1u << i;
    bool first = !(i & (wait->width - 1)) || !(present & ((1u << i) - 1));
    if (!down || first) sight_bad_source(&warp[i], from);
  }
  block->running.undefined = undefined;
  block->running.shuffle_distance = down ? wait->argument : 0;
}

/* Does a shuffle. `exchange` is a constant at every call, and `present` nearly always is. */
LENS_INLINE void shuffle(int exchange, lens_lane *warp, uint32_t present) {
  uint64_t in[LENS_WARP];
  for (int i = 0; i < LENS_WARP; i++) {
    if (present >> i & 1) in[i] = warp[i].wait.bits;
  }
  uint32_t sources = 0;
  for (int i = 0; i < LENS_WARP; i++) {
    if (!(present >> i & 1)) continue;
    lens_wait *wait = &warp[i].wait;
    int from = source_of(exchange, i, wait->argument, wait->width);
    sources |= 1u << from;
    wait->bits = present >> from & 1 ? in[from] : 0; /* 0 if the source has left the kernel */
  }
  lens_block *block = warp->block;
  if (sources & ~present || block->running.undefined) check_sources(block, warp, present);
}

LENS_INLINE void shuffle_any(lens_lane *warp, uint32_t present, int exchange) {
  switch (exchange) {
  case LENS_SHFL:
    shuffle(LENS_SHFL, warp, present);
    break;
  case LENS_SHFL_UP:
    shuffle(LENS_SHFL_UP, warp, present);
    break;
  case LENS_SHFL_DOWN:
    shuffle(LENS_SHFL_DOWN, warp, present);
    break;
  default:
    shuffle(LENS_SHFL_XOR, warp, present);
    break;
  }
}

static void give_all(lens_lane *warp, uint32_t present, uint32_t value) {
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    warp[__builtin_ctz(rest)].wait.bits = value;
  }
}

static uint32_t votes(uint32_t present, const uint64_t *in) {
  uint32_t yes = 0;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (in[i]) yes |= 1u << i;
  }
  return yes;
}

static uint32_t lanes_equal_to(uint32_t present, const uint64_t *in, unsigned lane) {
  uint32_t same = 0;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (in[i] == in[lane]) same |= 1u << i;
  }
  return same;
}

static void match_any(lens_lane *warp, uint32_t present, const uint64_t *in) {
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    warp[i].wait.bits = lanes_equal_to(present, in, i);
  }
}

static uint32_t combine(int exchange, uint32_t a, uint32_t b) {
  switch (exchange) {
  case LENS_REDUCE_ADD_U32:
    return a + b;
  case LENS_REDUCE_MIN_U32:
    return a < b ? a : b;
  case LENS_REDUCE_MAX_U32:
    return a > b ? a : b;
  case LENS_REDUCE_MIN_S32:
    return (int32_t)a < (int32_t)b ? a : b;
  case LENS_REDUCE_MAX_S32:
    return (int32_t)a > (int32_t)b ? a : b;
  case LENS_REDUCE_AND:
    return a & b;
  case LENS_REDUCE_OR:
    return a | b;
  default:
    return a ^ b;
  }
}

static uint32_t reduce(int exchange, uint32_t present, const uint64_t *in) {
  uint32_t value = (uint32_t)in[__builtin_ctz(present)];
  for (uint32_t rest = present & (present - 1); rest; rest &= rest - 1) {
    value = combine(exchange, value, (uint32_t)in[__builtin_ctz(rest)]);
  }
  return value;
}

static void collect(const lens_lane *warp, uint32_t present, uint64_t *in) {
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    in[i] = warp[i].wait.bits;
  }
}

static void vote_or_compare(lens_lane *warp, uint32_t present, int exchange) {
  uint64_t in[LENS_WARP];
  collect(warp, present, in);
  switch (exchange) {
  case LENS_BALLOT:
    give_all(warp, present, votes(present, in));
    break;
  case LENS_ALL:
    give_all(warp, present, votes(present, in) == present);
    break;
  case LENS_ANY:
    give_all(warp, present, votes(present, in) != 0);
    break;
  case LENS_MATCH_ANY:
    match_any(warp, present, in);
    break;
  case LENS_MATCH_ALL: {
    uint32_t same = lanes_equal_to(present, in, (unsigned)__builtin_ctz(present));
    give_all(warp, present, same == present ? same : 0);
    break;
  }
  default:
    give_all(warp, present, reduce(exchange, present, in));
    break;
  }
}

void lens_exchange_do(lens_lane *warp, uint32_t present) {
  int exchange = warp[__builtin_ctz(present)].wait.operation;
  if (exchange == LENS_SYNCWARP) return;
  if (exchange > LENS_SHFL_XOR) {
    vote_or_compare(warp, present, exchange);
  } else if (present == UINT32_MAX) {
    shuffle_any(warp, UINT32_MAX, exchange);
  } else {
    shuffle_any(warp, present, exchange);
  }
}
