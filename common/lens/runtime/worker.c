/* worker.c: what a block needs to run. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

lens_record *lens_traces_new(unsigned entries) {
  return malloc((size_t)LENS_WARP * (entries + 1) * sizeof(lens_record)); /* one to close it */
}

lens_worker *lens_worker_new(void) {
  lens_worker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  worker->lanes = aligned_alloc(64, LENS_MAX_THREADS * sizeof *worker->lanes);
  if (!worker->lanes || lens_shared_init(&worker->shared_memory) != 0) {
    lens_worker_free(worker);
    return NULL;
  }
  return worker;
}

void lens_worker_free(lens_worker *worker) {
  if (!worker) return;
  for (unsigned i = 0; i < LENS_MAX_THREADS / LENS_WARP; i++) lens_warp_clear(&worker->warps[i]);
  lens_shared_free(&worker->shared_memory);
  lens_stacks_free(&worker->stacks);
  lens_counts_free(&worker->counts);
  lens_sightings_free(&worker->sightings);
  free(worker->watches);
  free(worker->lanes);
  free(worker);
}

void lens_worker_fail(lens_worker *worker, int error) {
  if (!worker->error || error < worker->error) worker->error = error;
}

void lens_worker_begin(lens_worker *worker, lens_work *work, lens_record *traces) {
  worker->work = work;
  worker->traces = traces;
  worker->trace = LENS_TRACE;
  worker->resident = false;
  worker->accesses = 0;
  worker->warp_steps = 0;
  worker->thread_steps = 0;
  worker->error = 0;
  worker->guesses = (lens_guesses){.guess = {0}};
  for (unsigned i = 0; i < work->threads; i++) lens_lane_prepare(worker, i);
  lens_counts_clear(&worker->counts);
  lens_sightings_clear(&worker->sightings);
  memset(worker->repeats, 0, sizeof worker->repeats);
}
