/* exchange.c: shuffles, votes, matches and reductions within a warp. */
#include "access.h"

#include <stdio.h>
#include <string.h>

/* A lane whose buffer has less room than this waits until it was emptied. */
#define ROOM_TO_GO_ON 80

/* ---- how lanes come to wait ----------------------------------------------------------------- */

static void sight_foreign_mask(lens_lane *lane) {
  lens_sighting sighting = lens_describe_lane(lane, LENS_BAD_MASK, lane->wait.place);
  (void)snprintf(sighting.detail, sizeof sighting.detail,
                 "the mask 0x%08x does not name the calling lane, number %u", lane->wait.mask,
                 lane->thread % LENS_WARP);
  lens_sightings_add(&lane->worker->sightings, &sighting);
}

/* Nobody else may be able to come: all others have left the kernel, as far as the merge knows. And
 * while the control flow is being learnt, the merge must not fall behind. */
void lens_meeting_begin(lens_worker *worker, uint32_t lanes) {
  uint32_t others = 0;
  for (uint32_t rest = ~lanes; rest; rest &= rest - 1) {
    others |= worker->align.key[__builtin_ctz(rest)] != LENS_KEY_FINISHED;
  }
  bool alone = !others && !worker->paths;
  worker->meeting = (lens_meeting){.lanes = alone ? lanes : 0};
}

/* The lane has noted that it waits. Whether it is the last one of a meeting. Once a lane wants
 * something else than the first, or its buffer should be emptied, the meeting is off. */
static bool meet(lens_worker *worker, const lens_lane *lane, uint32_t bit) {
  lens_meeting *meeting = &worker->meeting;
  const lens_wait *wait = &lane->wait;
  uint64_t key = lane->out[-1].key;
  if (meeting->arrived == 0) {
    meeting->key = key;
    meeting->operation = wait->operation;
    meeting->mask = wait->mask;
  }
  if (key != meeting->key || wait->operation != meeting->operation || wait->mask != meeting->mask ||
      lane->limit - lane->out < ROOM_TO_GO_ON) {
    meeting->lanes = 0;
  }
  meeting->arrived |= bit;
  return meeting->arrived == meeting->lanes;
}

/* All have come: what the merge would do. A call of its own, as few lanes come here, and the others
 * need no registers saved for it. */
static void __attribute__((noinline)) end_meeting(lens_worker *worker) {
  lens_lane *warp = worker->warp;
  uint32_t lanes = worker->meeting.lanes;
  lens_exchange_do(warp, lanes);
  lens_block_tick_warp(worker, lanes);
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    lens_lane *lane = &warp[__builtin_ctz(rest)];
    lane->out[-1].what = lens_make_class(LENS_RECORD_MET, 0, 0);
    lane->state = LENS_LANE_RUNS;
  }
  worker->meeting.arrived = 0;
}

/* Waits for the lanes of lane->wait.mask. */
LENS_INLINE void wait_for_warp(lens_lane *lane, uintptr_t frame) {
  unsigned bit = 1u << (lane->thread % LENS_WARP);
  if (LENS_UNLIKELY(!(lane->wait.mask & bit))) {
    sight_foreign_mask(lane);
    lane->wait.mask |= bit;
    lane->wait.foreign = true;
  }
  lens_lane_note_wait(lane, LENS_LANE_EXCHANGE, frame);
  if (meet(lane->worker, lane, bit)) {
    end_meeting(lane->worker);
    if (lane->worker->meeting.lanes == bit) return; /* nobody else */
    lens_lanes_make_ready(lane->worker, lane->worker->meeting.lanes);
  }
  lens_lane_yield(lane);
}

/* Fills in all but place, in and out. */
LENS_INLINE void describe(lens_wait *wait, int exchange, unsigned mask, size_t bytes, int argument,
                          int width) {
  wait->mask = mask;
  wait->foreign = false;
  wait->operation = exchange;
  wait->argument = argument;
  wait->width = width;
  wait->bytes = (unsigned)bytes;
}

void lens_exchange(int exchange, unsigned mask, const void *in, void *out, size_t bytes,
                   int argument, int width) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return;
  lens_wait *wait = &lane->wait;
  wait->place = LENS_PLACE;
  wait->in = in;
  wait->out = out;
  describe(wait, exchange, mask, bytes, argument, width);
  wait_for_warp(lane, LENS_FRAME);
}

uint64_t lens_exchange_bits(int exchange, unsigned mask, uint64_t bits, size_t bytes, int argument,
                            int width) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return bits;
  lens_wait *wait = &lane->wait;
  wait->place = LENS_PLACE;
  wait->bits = bits;
  wait->in = wait->out = &wait->bits;
  describe(wait, exchange, mask, bytes, argument, width);
  wait_for_warp(lane, LENS_FRAME);
  return wait->bits;
}

void lens_syncwarp(unsigned mask) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return;
  lane->wait.place = LENS_PLACE;
  lane->wait.operation = LENS_SYNCWARP;
  lane->wait.mask = mask;
  wait_for_warp(lane, LENS_FRAME);
}

unsigned lens_activemask(void) {
  lens_lane *lane = lens_lane_now;
  if (!lane) return 1;
  lane->wait.place = LENS_PLACE;
  lane->wait.operation = LENS_ACTIVEMASK;
  lens_lane_wait(lane, LENS_LANE_EXCHANGE, LENS_FRAME);
  return lane->wait.result;
}

/* ---- what they get -------------------------------------------------------------------------- */

typedef union word {
  unsigned char bytes[16];
  uint32_t u32;
  int32_t s32;
} word;

/* The lane a shuffle reads from; the own lane where that is outside its section of the warp. */
LENS_INLINE int source_of(int exchange, int lane, int argument, int width) {
  int base = lane & ~(width - 1);
  int end = base + width;
  switch (exchange) {
  case LENS_SHFL:
    return base + (argument & (width - 1));
  case LENS_SHFL_UP:
    return lane - argument >= base ? lane - argument : lane;
  case LENS_SHFL_DOWN:
    return lane + argument < end ? lane + argument : lane;
  default:
    return (lane ^ argument) < end ? lane ^ argument : lane;
  }
}

/* Whether what lane `from` holds is undefined for who shuffles with `mask`: it takes no part, or
 * has left the kernel. A lane that the mask names and that never came has its own finding (warp.c),
 * and so has one that was stopped. */
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
  lens_sightings_add(&lane->worker->sightings, &sighting);
}

/* Undefined values do no harm where nobody uses them: in a reduction with __shfl_down_sync the
 * upper lanes may get any value, as long as none of it reaches the first lane. So there they are
 * followed from step to step, while the distance shrinks. */
static void check_sources(lens_worker *worker, lens_lane *warp, uint32_t present, const int *from) {
  const lens_wait *wait = &warp[__builtin_ctz(present)].wait;
  bool down = wait->operation == LENS_SHFL_DOWN;
  bool goes_on = down && worker->shuffle_distance > wait->argument;
  uint32_t undefined = goes_on ? worker->undefined : 0;
  uint32_t before = undefined;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    int i = __builtin_ctz(rest);
    if (from[i] == i || warp[i].wait.foreign) continue; /* that has its own finding */
    bool absent = takes_no_part(warp, worker->warp_lanes, present, warp[i].wait.mask, from[i]);
    if (!absent && !(before >> from[i] & 1)) continue;
    undefined |= 1u << i;
    bool first = !(i & (wait->width - 1)) || !(present & ((1u << i) - 1));
    if (!down || first) sight_bad_source(&warp[i], from[i]);
  }
  worker->undefined = undefined;
  worker->shuffle_distance = down ? wait->argument : 0;
}

/* `exchange` is a constant at every use. */
LENS_INLINE void shuffle(int exchange, lens_lane *warp, uint32_t present, const word *in) {
  int sources[LENS_WARP];
  bool all_present = true;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    int i = __builtin_ctz(rest);
    const lens_wait *wait = &warp[i].wait;
    int from = source_of(exchange, i, wait->argument, wait->width);
    if (from < 0 || from >= LENS_WARP) from = i;
    sources[i] = from;
    all_present &= present >> from & 1;
    if (!(present >> from & 1)) from = i;
    if (LENS_LIKELY(wait->bytes == 4)) {
      memcpy(wait->out, in[from].bytes, 4);
    } else {
      memcpy(wait->out, in[from].bytes, wait->bytes);
    }
  }
  lens_worker *worker = warp->worker;
  if (!all_present || worker->undefined) check_sources(worker, warp, present, sources);
}

static void give_all(lens_lane *warp, uint32_t present, uint32_t value) {
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    memcpy(warp[__builtin_ctz(rest)].wait.out, &value, sizeof value);
  }
}

static uint32_t votes(uint32_t present, const word *in) {
  uint32_t yes = 0;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (in[i].u32) yes |= 1u << i;
  }
  return yes;
}

static uint32_t lanes_equal_to(uint32_t present, const word *in, unsigned lane, size_t bytes) {
  uint32_t same = 0;
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    if (memcmp(in[i].bytes, in[lane].bytes, bytes) == 0) same |= 1u << i;
  }
  return same;
}

static void match_any(lens_lane *warp, uint32_t present, const word *in) {
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    uint32_t same = lanes_equal_to(present, in, i, warp[i].wait.bytes);
    memcpy(warp[i].wait.out, &same, sizeof same);
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

static uint32_t reduce(int exchange, uint32_t present, const word *in) {
  uint32_t value = in[__builtin_ctz(present)].u32;
  for (uint32_t rest = present & (present - 1); rest; rest &= rest - 1) {
    value = combine(exchange, value, in[__builtin_ctz(rest)].u32);
  }
  return value;
}

static void collect(const lens_lane *warp, uint32_t present, word *in) {
  for (uint32_t rest = present; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    const lens_wait *wait = &warp[i].wait;
    if (wait->bytes == 4) { /* nearly always; a copy of known size is one move */
      memcpy(in[i].bytes, wait->in, 4);
    } else {
      memcpy(in[i].bytes, wait->in, wait->bytes);
    }
  }
}

void lens_exchange_do(lens_lane *warp, uint32_t present) {
  unsigned first = (unsigned)__builtin_ctz(present);
  int exchange = warp[first].wait.operation;
  if (exchange == LENS_SYNCWARP) return;
  word in[LENS_WARP];
  collect(warp, present, in);
  switch (exchange) {
  case LENS_SHFL:
    shuffle(LENS_SHFL, warp, present, in);
    break;
  case LENS_SHFL_UP:
    shuffle(LENS_SHFL_UP, warp, present, in);
    break;
  case LENS_SHFL_DOWN:
    shuffle(LENS_SHFL_DOWN, warp, present, in);
    break;
  case LENS_SHFL_XOR:
    shuffle(LENS_SHFL_XOR, warp, present, in);
    break;
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
    uint32_t same = lanes_equal_to(present, in, first, warp[first].wait.bytes);
    give_all(warp, present, same == present ? same : 0);
    break;
  }
  default:
    give_all(warp, present, reduce(exchange, present, in));
    break;
  }
}
