/* block_parts.c: what a block needs to run. */
#include "work.h"

#include <stdlib.h>
#include <string.h>

lens_record *lens_block_new_traces(unsigned entries) {
  return malloc((size_t)LENS_WARP * (entries + 1) * sizeof(lens_record)); /* + 1 closes it */
}

lens_block *lens_block_new(void) {
  lens_block *block = calloc(1, sizeof *block);
  if (!block) return NULL;
  block->lanes = aligned_alloc(64, LENS_MAX_THREADS * sizeof *block->lanes);
  if (!block->lanes || lens_shared_init(&block->shared_memory) != 0) {
    lens_block_free(block);
    return NULL;
  }
  return block;
}

void lens_block_free(lens_block *block) {
  if (!block) return;
  for (unsigned i = 0; i < LENS_MAX_THREADS / LENS_WARP; i++) lens_warp_clear(&block->warps[i]);
  lens_shared_free(&block->shared_memory);
  lens_fiber_stacks_free(&block->stacks);
  lens_counts_free(&block->seen.counts);
  lens_sightings_free(&block->seen.sightings);
  free(block->turns.watches);
  lens_recording_free(block->recorder);
  free(block->lanes);
  free(block);
}

void lens_block_fail(lens_block *block, int error) {
  if (!block->seen.error || error < block->seen.error) block->seen.error = error;
}

void lens_block_note_shares(lens_block *block) {
  lens_seen *seen = &block->seen;
  uint64_t steps = 0;
  for (unsigned i = 0; i * LENS_WARP < block->work->threads; i++) {
    lens_warp *warp = &block->warps[i];
    if (warp->works) {
      if (warp->steps > seen->busiest_warp) seen->busiest_warp = warp->steps;
      seen->working_warps++;
      seen->working_thread_steps += warp->thread_steps;
      steps += warp->steps;
    }
    warp->steps = warp->thread_steps = 0;
    warp->works = false;
  }
  seen->working_warp_steps += steps;
  if (steps > seen->busiest_block) seen->busiest_block = steps;
}

void lens_block_prepare(lens_block *block, lens_work *work, lens_record *traces) {
  block->work = work;
  block->traces = traces;
  block->trace = LENS_TRACE;
  block->resident = false;
  block->seen.accesses = 0;
  block->seen.warp_steps = 0;
  block->seen.thread_steps = 0;
  block->seen.working_warps = 0;
  block->seen.working_warp_steps = block->seen.working_thread_steps = 0;
  block->seen.busiest_warp = block->seen.busiest_block = 0;
  for (unsigned i = 0; i < LENS_MAX_THREADS / LENS_WARP; i++) {
    block->warps[i].steps = block->warps[i].thread_steps = 0;
    block->warps[i].works = false;
  }
  block->seen.error = 0;
  block->guesses = (lens_guesses){.guess = {0}};
  for (unsigned i = 0; i < work->threads; i++) lens_lane_prepare(block, i);
  lens_counts_clear(&block->seen.counts);
  lens_sightings_clear(&block->seen.sightings);
  memset(block->seen.repeats, 0, sizeof block->seen.repeats);
}
