/* block.c: runs one thread block, and keeps its time. */
#include "runtime.h"

static unsigned num_warps(const lens_worker *worker) {
  return (worker->work->threads + LENS_WARP - 1) / LENS_WARP;
}

static uint64_t global_owner(const lens_worker *worker) {
  return worker->work->first_owner + 1 + worker->block; /* the first one stands for "everyone" */
}

/* The present moment, as `when` in global memory. The clock stops when it runs out of bits. */
static uint64_t global_when(const lens_worker *worker) {
  uint64_t ticks = worker->clock - worker->block_clock;
  if (ticks > LENS_CLOCK_MAX) ticks = LENS_CLOCK_MAX;
  return global_owner(worker) << LENS_CLOCK_BITS | ticks;
}

/* With the clock stopped nothing is known about order within the block: nothing is a race then. */
static uint64_t global_since(const lens_worker *worker) {
  return worker->clock - worker->block_clock >= LENS_CLOCK_MAX ? UINT64_MAX : global_when(worker);
}

static uint64_t stamp(uint64_t when, unsigned thread) {
  return when << LENS_WHEN_SHIFT | (uint64_t)thread << LENS_THREAD_SHIFT;
}

void lens_block_tick_lane(lens_worker *worker, lens_lane *lane) {
  worker->clock++;
  lane->global.stamp = stamp(global_when(worker), lane->thread);
  lane->shared.stamp = stamp(worker->clock, lane->thread);
}

void lens_block_tick_warp(lens_worker *worker, uint32_t lanes) {
  uint64_t clock = ++worker->clock;
  uint64_t when = global_when(worker);
  uint64_t since = global_since(worker);
  unsigned first = worker->warp->thread;
#pragma GCC unroll 4
  for (unsigned i = 0; i < LENS_WARP; i++) {
    if (!(lanes >> i & 1)) continue;
    worker->warp[i].global = (lens_moment){stamp(when, first + i), since};
    worker->warp[i].shared = (lens_moment){stamp(clock, first + i), clock};
  }
  lens_order_join_warp(worker, lanes);
}

void lens_block_tick_all(lens_worker *worker) {
  worker->clock++;
  uint64_t when = global_when(worker);
  uint64_t since = global_since(worker);
  worker->global.block_since = since;
  worker->shared.block_since = worker->clock;
  for (unsigned i = 0; i < worker->work->threads; i++) {
    lens_lane *lane = &worker->lanes[i];
    lane->global = (lens_moment){stamp(when, i), since};
    lane->shared = (lens_moment){stamp(worker->clock, i), worker->clock};
  }
  lens_order_join_block(worker);
}

/* From here on nothing that other blocks did before matters for races, but for what is open. */
static void open_global_view(lens_worker *worker) {
  uint64_t first_owner = worker->work->first_owner;
  const lens_open *open = &worker->work->open;
  uint64_t floor = open->count ? open->jobs[0].first_owner : first_owner;
  worker->block_clock = worker->clock + 1;
  worker->global = (lens_view){.floor = floor << (64 - LENS_OWNER_BITS),
                               .who = LENS_OWNER_MASK | LENS_THREAD_MASK,
                               .block_bits = LENS_OWNER_MASK,
                               .everyone = first_owner << LENS_CLOCK_BITS,
                               .epoch = (uint32_t)first_owner};
}

void lens_block_start(lens_worker *worker, uint64_t block) {
  const lens_launch *launch = worker->work->launch;
  worker->block = block;
  worker->block_index.x = (unsigned)(block % launch->grid.x);
  worker->block_index.y = (unsigned)(block / launch->grid.x % launch->grid.y);
  worker->block_index.z = (unsigned)(block / launch->grid.x / launch->grid.y);
  worker->idle = false;
  worker->abandoned = false;
  worker->unset_seen = false;
  worker->waits = false;
  worker->all_run = true;
  for (unsigned i = 0; i < num_warps(worker); i++) lens_warp_clear(&worker->warps[i]);
  lens_stacks_reset(&worker->stacks);
  lens_watch_begin(worker);
  lens_shared_clear(&worker->shared_memory);
  open_global_view(worker);
  worker->shared = (lens_view){.floor = worker->block_clock << LENS_WHEN_SHIFT,
                               .who = LENS_THREAD_MASK,
                               .block_bits = 0,
                               .everyone = UINT64_MAX};
  for (unsigned i = 0; i < worker->work->threads; i++) lens_lane_start(&worker->lanes[i]);
  lens_block_tick_all(worker);
}

void lens_block_pass_grid(lens_worker *worker) {
  lens_barrier_release_grid(worker, lens_grid_left(worker->work));
  open_global_view(worker);
  for (unsigned i = 0; i < worker->work->threads; i++) worker->lanes[i].fences = (lens_fences){0};
  lens_block_tick_all(worker);
}

static bool some_wait(const lens_worker *worker) {
  for (unsigned i = 0; i < worker->work->threads; i++) {
    if (worker->lanes[i].state == LENS_LANE_BARRIER) return true;
  }
  return false;
}

/* Gives each warp a slice. Whether some of them were not at their ends with it. */
static bool run_warps(lens_worker *worker) {
  unsigned threads = worker->work->threads;
  unsigned warps = num_warps(worker);
  uint64_t seed = lens_seed_mix(worker->work->seed, worker->block);
  bool more = false;
  worker->used = 0;
  for (unsigned i = 0; i < warps && !worker->abandoned; i++) {
    unsigned number = (unsigned)lens_shuffled(i, warps, seed);
    unsigned first = number * LENS_WARP;
    unsigned lanes = threads - first < LENS_WARP ? threads - first : LENS_WARP;
    lens_warp_run(worker, &worker->lanes[first], lanes);
    more |= worker->warps[number].suspended;
  }
  worker->all_run = false;
  return more;
}

lens_progress lens_block_continue(lens_worker *worker) {
  for (;;) {
    bool more = run_warps(worker);
    if (worker->abandoned) return LENS_BLOCK_DONE;
    if (!more) {
      if (!some_wait(worker)) return LENS_BLOCK_DONE;
      if (!lens_barrier_release(worker)) return LENS_BLOCK_WAITS;
      lens_block_tick_all(worker);
    }
    if (__atomic_load_n(&worker->work->cut, __ATOMIC_RELAXED)) return LENS_BLOCK_BUSY;
    worker->turn_used += (uint64_t)worker->used;
    if (worker->turn_used < worker->turn) continue;
    worker->turn_used = 0;
    lens_progress progress = lens_watch_judge(worker);
    if (progress != LENS_BLOCK_GOES_ON) return progress;
  }
}
