/* block.c: runs one thread block, and keeps its clocks. */
#include "grid.h"
#include "predict.h"
#include "watch.h"

static unsigned num_warps(const lens_block *block) {
  return (block->work->threads + LENS_WARP - 1) / LENS_WARP;
}

static uint64_t global_owner(const lens_block *block) {
  return block->work->first_owner + 1 + block->number; /* the first number stands for "everyone" */
}

/* The current time, as `when` in a word of global memory. The clock stops when all its bits are
 * used up. */
static uint64_t global_when(const lens_block *block) {
  uint64_t ticks = block->clock - block->began;
  if (ticks > LENS_CLOCK_MAX) ticks = LENS_CLOCK_MAX;
  return global_owner(block) << LENS_CLOCK_BITS | ticks;
}

/* After the clock has stopped, nothing is known about the order within the block, so nothing is
 * reported as a race. */
static uint64_t global_since(const lens_block *block) {
  return block->clock - block->began >= LENS_CLOCK_MAX ? UINT64_MAX : global_when(block);
}

static uint64_t stamp(uint64_t when, unsigned thread) {
  return when << LENS_WHEN_SHIFT | (uint64_t)thread << LENS_THREAD_SHIFT;
}

void lens_block_tick_lane(lens_block *block, lens_lane *lane) {
  block->clock++;
  lane->global.stamp = stamp(global_when(block), lane->thread);
  lane->shared.stamp = stamp(block->clock, lane->thread);
}

/* Whether some lane of the warp has not ended and is not in `lanes`. */
static bool is_left_out(const lens_block *block, uint32_t lanes) {
  const lens_lane *warp = block->running.lanes;
  for (unsigned i = 0; i < LENS_WARP && warp->thread + i < block->work->threads; i++) {
    if (!(lanes >> i & 1) && !lens_lane_has_ended(&warp[i])) return true;
  }
  return false;
}

/* Called when some lanes of the warp have synchronised: each is now ordered after every lane that
 * any of them had met. */
static void meet_some(lens_lane *warp, uint32_t lanes, uint64_t clock, uint64_t when,
                      uint64_t since) {
  uint32_t met = lanes;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    met |= warp[__builtin_ctz(rest)].shared.met;
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    lens_lane *lane = &warp[__builtin_ctz(rest)];
    lane->global.stamp = stamp(when, lane->thread);
    lane->shared.stamp = stamp(clock, lane->thread);
    lane->global.warp_since = since;
    lane->shared.warp_since = clock;
    lane->global.met = lane->shared.met = met;
  }
}

void lens_block_tick_warp(lens_block *block, uint32_t lanes) {
  uint64_t clock = ++block->clock;
  uint64_t when = global_when(block);
  uint64_t since = global_since(block);
  unsigned first = block->running.lanes->thread;
  if (lanes != ~0u && is_left_out(block, lanes)) {
    meet_some(block->running.lanes, lanes, clock, when, since);
    lens_order_join_warp(block, lanes);
    return;
  }
#pragma GCC unroll 4
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (!(lanes >> i & 1)) continue;
    block->running.lanes[i].global = (lens_moment){stamp(when, first + i), since, since, 0};
    block->running.lanes[i].shared = (lens_moment){stamp(clock, first + i), clock, clock, 0};
  }
  lens_order_join_warp(block, lanes);
}

void lens_block_tick_all(lens_block *block) {
  block->clock++;
  uint64_t when = global_when(block);
  uint64_t since = global_since(block);
  block->global.block_since = since;
  block->shared.block_since = block->clock;
  for (unsigned i = 0; i < block->work->threads; i++) {
    lens_lane *lane = &block->lanes[i];
    lane->global = (lens_moment){stamp(when, i), since, since, 0};
    lane->shared = (lens_moment){stamp(block->clock, i), block->clock, block->clock, 0};
  }
  lens_order_join_block(block);
}

/* Begins a new view of global memory: accesses before this moment cannot race with later ones,
 * except those of unfinished jobs. */
static void open_global_view(lens_block *block) {
  uint64_t first_owner = block->work->first_owner;
  const lens_open *open = &block->work->open;
  uint64_t floor = open->count ? open->jobs[0].first_owner : first_owner;
  block->began = block->clock + 1;
  block->global = (lens_view){.floor = floor << (64 - LENS_OWNER_BITS),
                              .who = LENS_OWNER_MASK | LENS_THREAD_MASK,
                              .block_bits = LENS_OWNER_MASK,
                              .everyone = first_owner << LENS_CLOCK_BITS,
                              .epoch = (uint32_t)first_owner};
}

static uint64_t share_of_steps(const lens_block *block) {
  return block->work->block_step_budget / LENS_STEP_SHARES;
}

bool lens_block_take_steps(lens_block *block) {
  uint64_t share = share_of_steps(block);
  uint64_t left = __atomic_load_n(&block->work->shared_steps, __ATOMIC_RELAXED);
  if (block->shares_left == 0) return false;
  do {
    if (left < share) return false;
  } while (!__atomic_compare_exchange_n(&block->work->shared_steps, &left, left - share, true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  block->shares_left--;
  block->steps_left += share;
  return true;
}

void lens_block_return_steps(const lens_block *block) {
  uint64_t taken = (LENS_STEP_SHARES - 1 - block->shares_left) * share_of_steps(block);
  __atomic_fetch_add(&block->work->shared_steps, taken, __ATOMIC_RELAXED);
}

void lens_block_start(lens_block *block, uint64_t number) {
  const lens_launch *launch = block->work->launch;
  lens_block_note_shares(block);
  block->number = number;
  block->index.x = (unsigned)(number % launch->grid.x);
  block->index.y = (unsigned)(number / launch->grid.x % launch->grid.y);
  block->index.z = (unsigned)(number / launch->grid.x / launch->grid.y);
  block->steps_left = share_of_steps(block);
  block->shares_left = LENS_STEP_SHARES - 1;
  block->idle = false;
  block->abandoned = false;
  block->unset_seen = false;
  block->examined = 0;
  block->waits = false;
  block->barrier = 0;
  block->all_run = true;
  for (unsigned i = 0; i < num_warps(block); i++) lens_warp_clear(&block->warps[i]);
  lens_fiber_stacks_reset(&block->stacks);
  lens_watch_begin(block);
  lens_shared_clear(&block->shared_memory);
  open_global_view(block);
  block->shared = (lens_view){.floor = block->began << LENS_WHEN_SHIFT,
                              .who = LENS_THREAD_MASK,
                              .block_bits = 0,
                              .everyone = UINT64_MAX};
  for (unsigned i = 0; i < block->work->threads; i++) lens_lane_start(&block->lanes[i]);
  lens_block_tick_all(block);
}

void lens_block_pass_grid(lens_block *block) {
  lens_barrier_release_grid(block, lens_grid_left(block->work));
  open_global_view(block);
  for (unsigned i = 0; i < block->work->threads; i++) block->lanes[i].fences = (lens_fences){0};
  lens_block_tick_all(block);
}

static bool some_wait(const lens_block *block) {
  for (unsigned i = 0; i < block->work->threads; i++) {
    if (block->lanes[i].state == LENS_LANE_BARRIER) return true;
  }
  return false;
}

/* Gives each warp a slice. Returns whether some warp used up its slice without finishing. */
static bool run_warps(lens_block *block) {
  unsigned threads = block->work->threads;
  unsigned warps = num_warps(block);
  uint64_t seed = lens_seed_mix(block->work->seed, block->number);
  bool more = false;
  block->turns.used = 0;
  for (unsigned i = 0; i < warps && !block->abandoned; i++) {
    unsigned number = (unsigned)lens_seed_shuffled(i, warps, seed);
    unsigned first = number * LENS_WARP;
    unsigned lanes = threads - first < LENS_WARP ? threads - first : LENS_WARP;
    lens_warp_run(block, &block->lanes[first], lanes);
    more |= block->warps[number].suspended;
  }
  block->all_run = false;
  return more;
}

lens_progress lens_block_continue(lens_block *block) {
  for (;;) {
    bool more = run_warps(block);
    if (block->abandoned) return LENS_BLOCK_DONE;
    if (!more) {
      if (!some_wait(block)) return LENS_BLOCK_DONE;
      if (block->recorded) lens_predict_barrier(block);
      if (!lens_barrier_release(block)) return LENS_BLOCK_WAITS;
      lens_block_tick_all(block);
    }
    if (__atomic_load_n(&block->work->cut, __ATOMIC_RELAXED)) return LENS_BLOCK_BUSY;
    block->turns.spent += (uint64_t)block->turns.used;
    if (block->turns.spent < block->turns.length) continue;
    block->turns.spent = 0;
    lens_progress progress = lens_watch_judge(block);
    if (progress != LENS_BLOCK_GOES_ON) return progress;
  }
}
