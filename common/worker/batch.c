/* batch.c: many launches in a row, between two lines of the reply: the judge takes the time by its
 * own clock, once with the launches and once without.
 *
 * Before each launch the answers are what they were at first, and behind it they are copied away.
 * Which launch's answers come back is drawn here, so that each of them has to be right. */
#include "internal.h"

#include "worker/cache_policy.h"

#include <cuda_runtime_api.h>

#include <sys/random.h>

/* What is kept of an answer on the device. */
typedef struct keep {
  sl_buffer *buffer; /* NULL: nothing */
  void *before, *saved, *thrown_away;
} keep;

static keep keeps[SL_WIRE_MAX_ARRAYS];

static void must(cudaError_t error, const char *what) {
  if (error != cudaSuccess) sl_broken("timing of batches: %s: %s", what, cudaGetErrorString(error));
}

static void *copy_of(const sl_buffer *buffer) {
  void *copy = NULL;
  must(cudaMalloc(&copy, buffer->bytes), buffer->wire->name);
  must(cudaMemcpy(copy, buffer->data, buffer->bytes, cudaMemcpyDeviceToDevice), "copy");
  return copy;
}

static void keep_answers(sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    sl_buffer *buffer = &job->buffers[i];
    keeps[i].buffer = NULL;
    if (buffer->wire->role == SL_IN || buffer->mapped || buffer->bytes == 0) continue;
    keeps[i] = (keep){buffer, copy_of(buffer), copy_of(buffer), copy_of(buffer)};
  }
}

static void free_answers(const sl_job *job) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    if (!keeps[i].buffer) continue;
    (void)cudaFree(keeps[i].before);
    (void)cudaFree(keeps[i].saved);
    (void)cudaFree(keeps[i].thrown_away);
  }
}

/* Without waiting, so that the device is never idle. */
static void copy(const sl_job *job, bool back, bool save) {
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    const keep *it = &keeps[i];
    if (!it->buffer) continue;
    void *to = back ? it->buffer->data : save ? it->saved : it->thrown_away;
    const void *from = back ? it->before : it->buffer->data;
    must(cudaMemcpyAsync(to, from, it->buffer->bytes, cudaMemcpyDeviceToDevice, 0), "copy");
  }
}

static void run(sl_job *job, bool with_launches, uint32_t picked) {
  must(cudaDeviceSynchronize(), "wait");
  sl_say("batch\t%s", with_launches ? "full-begins" : "empty-begins");
  (void)sl_secret_hide(true); /* once, as it takes time */
  for (uint32_t i = 0; i < job->question->batch; i++) {
    copy(job, true, false);
    if (with_launches) sl_call(job, job->drive->launch);
    copy(job, false, i == picked);
  }
  (void)sl_secret_hide(false);
  if (with_launches) sl_end_if_cuda_failed("time");
  must(cudaDeviceSynchronize(), "wait");
  sl_say("batch\t%s", with_launches ? "full-ended" : "empty-ended");
}

static uint32_t pick(uint32_t count) {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number) sl_broken("no random numbers");
  return number % count;
}

void sl_run_batches(sl_job *job) {
  sl_buffers_restore(job);
  keep_answers(job);
  sl_forget_cache_policy();
  run(job, false, 0);
  run(job, true, pick(job->question->batch));
  for (uint32_t i = 0; i < job->question->num_arrays; i++) {
    if (!keeps[i].buffer) continue;
    must(cudaMemcpy(keeps[i].buffer->data, keeps[i].saved, keeps[i].buffer->bytes,
                    cudaMemcpyDeviceToDevice),
         "copy");
  }
  free_answers(job);
}
