/* worker.c: a host thread that runs blocks, one after the other. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static lens_record *new_traces(unsigned entries) {
  return malloc((size_t)LENS_WARP * (entries + 1) * sizeof(lens_record)); /* one to close it */
}

lens_worker *lens_worker_new(void) {
  lens_worker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  worker->lanes = aligned_alloc(64, LENS_MAX_THREADS * sizeof *worker->lanes);
  worker->traces = new_traces(LENS_TRACE);
  worker->trace = LENS_TRACE;
  if (!worker->lanes || !worker->traces || lens_shared_init(&worker->shared_memory) != 0) {
    lens_worker_free(worker);
    return NULL;
  }
  return worker;
}

void lens_worker_free(lens_worker *worker) {
  if (!worker) return;
  lens_shared_free(&worker->shared_memory);
  lens_stacks_free(&worker->stacks);
  lens_counts_free(&worker->counts);
  lens_sightings_free(&worker->sightings);
  free(worker->traces);
  free(worker->lanes);
  free(worker);
}

void lens_worker_fail(lens_worker *worker, int error) {
  if (!worker->error || error < worker->error) worker->error = error;
}

void lens_worker_begin(lens_worker *worker, lens_work *work) {
  worker->work = work;
  worker->accesses = 0;
  worker->warp_steps = 0;
  worker->thread_steps = 0;
  worker->error = 0;
  lens_counts_clear(&worker->counts);
  lens_sightings_clear(&worker->sightings);
}

void lens_worker_learn(lens_worker *worker) {
  lens_work *work = worker->work;
  lens_record *traces = worker->traces;
  lens_record *long_traces = new_traces(LENS_LONG_TRACE);
  worker->paths = calloc(work->threads, sizeof *worker->paths);
  if (worker->paths && long_traces) {
    worker->traces = long_traces;
    worker->trace = LENS_LONG_TRACE;
    work->next_block = 1;
    lens_block_run(worker, 0);
    worker->traces = traces;
    worker->trace = LENS_TRACE;
  }
  free(worker->paths);
  worker->paths = NULL;
  free(long_traces);
}

void lens_worker_run(lens_worker *worker) {
  lens_work *work = worker->work;
  while (!__atomic_load_n(&work->stop, __ATOMIC_RELAXED)) {
    uint64_t block = __atomic_fetch_add(&work->next_block, 1, __ATOMIC_RELAXED);
    if (block >= work->blocks) return;
    lens_block_run(worker, block);
  }
}
