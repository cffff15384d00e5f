/* lane.c: starting, running, stopping and ending one CUDA thread. */
#include "lane.h"

#include "confine.h"

#include <stdlib.h>

static lens_dim3 index_in(uint64_t linear, lens_dim3 extent) {
  lens_dim3 index;
  index.x = (unsigned)(linear % extent.x);
  index.y = (unsigned)(linear / extent.x % extent.y);
  index.z = (unsigned)(linear / extent.x / extent.y);
  return index;
}

void lens_lane_prepare(lens_block *block, unsigned thread) {
  lens_lane *lane = &block->lanes[thread];
  lane->block = block;
  lane->thread = thread;
  lane->index = index_in(thread, block->work->launch->block);
  lane->shared_base = (uintptr_t)block->shared_memory.bytes;
}

void lens_lane_start(lens_lane *lane) {
  lane->state = LENS_LANE_RUNS;
  lane->fences = (lens_fences){0};
  lane->wait.place = 0;
  lane->weak = false;
  lane->clock = 0;
  lane->guessed = 0;
  lane->constant_pointer = 0;
  lane->steps_left = lane->block->work->step_budget;
  lane->stack_pointer = NULL;
  lane->stack_low = 0;
}

static void take_stack(lens_lane *lane) {
  lane->stack_low = (uintptr_t)lens_stacks_take(&lane->block->stacks) - LENS_STACK_BYTES;
  lane->key_base = lens_key_base(lane->stack_low, lane->block->work->code_base);
}

static void give_stack_back(lens_lane *lane) {
  lens_stacks_give_back(&lane->block->stacks, lens_lane_top(lane));
  lane->stack_low = 0;
}

static void lane_main(void);

void lens_lane_begin(lens_lane *lane, void **save) {
  lens_lane_now = lane;
  take_stack(lane);
  lens_fiber_start(save, lens_lane_top(lane), lane_main);
}

/* Permutes a mask of lanes into the seed's order: bit i of the result represents lane i ^ flip. */
static uint32_t flipped(uint32_t lanes, uint32_t flip) {
  static const uint32_t lower[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};
  for (unsigned bit = 0; bit < 5; bit++) {
    unsigned by = 1u << bit;
    if (flip & by) lanes = (lanes & lower[bit]) << by | (lanes >> by & lower[bit]);
  }
  return lanes;
}

void lens_lanes_make_ready(lens_block *block, uint32_t lanes) {
  block->running.ready =
      block->running.lane_flip ? flipped(lanes, block->running.lane_flip) : lanes;
}

void lens_lanes_run(lens_block *block, uint32_t lanes) {
  block->runs++;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned i = (unsigned)__builtin_ctz(rest);
    lens_lane *lane = &block->running.lanes[i];
    lane->state = LENS_LANE_RUNS;
    lane->out = lens_lane_trace(block, i);
    lane->limit = lane->out + block->trace;
  }
  lens_block_meeting_begin(block, lanes);
  lens_lanes_make_ready(block, lanes);
  intptr_t host_stack = lens_confine_distance;
  lens_confine_distance = block->stacks.second;
  lens_lane_go_to_next(block, &block->scheduler);
  lens_confine_distance = host_stack;
  lens_block_meeting_end(block);
}

void lens_lane_yield(lens_lane *lane) {
  lens_lane_close(lane);
  lens_lane_go_to_next(lane->block, &lane->stack_pointer);
}

void lens_lane_wait_slowly(lens_lane *lane, lens_lane_state state, uintptr_t frame) {
  lens_lane_settle(lane->block);
  if (lane->out == lane->limit) lens_lane_yield(lane);
  lens_lane_wait(lane, state, frame);
}

/* Called when `lane` has returned from the kernel: if the next lane has not begun yet, it begins on
 * the same stack, without a switch. */
static bool begin_next_here(lens_lane *lane) {
  lens_block *block = lane->block;
  if (!block->running.ready) return false;
  lens_lane *next = lens_lane_next(block);
  if (next->stack_pointer) return false;
  block->running.ready &= block->running.ready - 1;
  take_stack(next);
  lens_lane_now = next;
  return true;
}

/* The entry point of a fiber: runs the kernel as lens_lane_now, and then as the lanes that begin on
 * the same stack. */
static void lane_main(void) {
  lens_lane *lane;
  do {
    const lens_launch *launch = lens_lane_now->block->work->launch;
    (void)lens_confine_upcall((const void *)(uintptr_t)launch->run, launch->closure, NULL);
    lane = lens_lane_now;
    lane->state = LENS_LANE_DONE;
    lens_lane_close(lane);
    give_stack_back(lane);
  } while (begin_next_here(lane));
  lens_lane_go_to_next(lane->block, &lane->stack_pointer); /* does not return */
}

void lens_lane_kill(lens_lane *lane) {
  lane->state = LENS_LANE_KILLED;
  for (;;) lens_lane_yield(lane);
}
