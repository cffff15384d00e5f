/* builtins.c: a thread's indices, clocks, fences and traps. */
#include "access.h"
#include "describe.h"
#include "grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

static const lens_dim3 nowhere = {0, 0, 0};

int lens_on_device(void) {
  return lens_lane_now != NULL;
}

lens_dim3 lens_thread_idx(void) {
  return lens_lane_now ? lens_lane_now->index : nowhere;
}

lens_dim3 lens_block_idx(void) {
  return lens_lane_now ? lens_lane_now->block->index : nowhere;
}

lens_dim3 lens_block_dim(void) {
  if (!lens_lane_now) return nowhere;
  lens_lane_now->block->size_reads++;
  return lens_lane_now->block->work->launch->block;
}

lens_dim3 lens_grid_dim(void) {
  if (!lens_lane_now) return nowhere;
  lens_work *work = lens_lane_now->block->work;
  if (work->tapes && !__atomic_load_n(&work->asks_grid, __ATOMIC_RELAXED)) {
    __atomic_store_n(&work->asks_grid, true, __ATOMIC_RELAXED);
  }
  return work->launch->grid;
}

/* Each reading of the clock returns a value that is larger by this number, so that loops which wait
 * for a time end. */
enum { CLOCK_STEP = 1000 };

long long lens_clock_count(void) {
  static uint64_t on_host;
  uint64_t *clock = lens_lane_now ? &lens_lane_now->clock : &on_host;
  return (long long)__atomic_add_fetch(clock, CLOCK_STEP, __ATOMIC_RELAXED);
}

/* Exists only so that the compiler can warn of calls (include/lens_shim/runtime_templates.h). */
void lens_bytes_are_set(void) {}

void lens_fence(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (lens_lane_now) lens_order_fence(lens_lane_now, false);
}

void lens_fence_block(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (lens_lane_now) lens_order_fence(lens_lane_now, true);
}

static void __attribute__((noreturn)) stop(const char *what, int error, uintptr_t place) {
  lens_lane *lane = lens_lane_now;
  if (!lane) {
    (void)fprintf(stderr, "lens: %s, in host code\n", what);
    abort();
  }
  lens_sighting sighting = lens_describe_lane(lane, LENS_TRAP, place);
  (void)snprintf(sighting.detail, sizeof sighting.detail, "%s", what ? what : "__trap");
  lens_sightings_add(&lane->block->seen.sightings, &sighting);
  lens_block_fail(lane->block, error);
  lens_lane_kill(lane);
}

void lens_trap(const char *what) {
  stop(what, LENS_ERROR_LAUNCH_FAILURE, LENS_PLACE);
}

/* Prints a failed assertion in CUDA's form: "file:line: assertion `…' failed" becomes "file:line:
 * …: block: [0,0,0], ". */
static void print_failed(const lens_lane *lane, const char *what, const char *function) {
  static const char before[] = ": assertion `", behind[] = "' failed";
  const char *condition = strstr(what, before);
  if (!condition) return;
  int place = (int)(condition - what);
  condition += sizeof before - 1;
  int length = (int)(strlen(condition) - (sizeof behind - 1));
  lens_dim3 block = lane->block->index, thread = lane->index;
  (void)fprintf(
      stderr, "%.*s: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.*s` failed.\n", place,
      what, function, block.x, block.y, block.z, thread.x, thread.y, thread.z, length, condition);
}

void lens_assert_failed(const char *what, const char *function) {
  if (lens_lane_now) print_failed(lens_lane_now, what, function);
  stop(what, LENS_ERROR_ASSERT, LENS_PLACE);
}
