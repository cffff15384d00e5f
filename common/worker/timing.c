/* timing.c: measures the device time of single launches, cold (after a flush of the L2 cache) and
 * hot, and the copy bandwidth.
 *
 * Each sample is the time between two events in one stream. Before a cold sample, a buffer of twice
 * the size of the L2 cache is overwritten. This also keeps the stream busy while the host queues
 * the first event, the launch and the second event, so that the sample does not include the time of
 * queuing. */
#include "internal.h"

#include "base/clock.h"
#include "worker/cache_policy.h"

#include <cuda_runtime_api.h>

#include <stdint.h>

enum { WARM_UPS = 3, COPIES = 12, MIN_SAMPLES = 3 };
enum { WARM_UP_BUDGET_US = 100000, COLD_BUDGET_US = 200000, HOT_BUDGET_US = 100000 };

typedef struct stopwatch {
  cudaEvent_t start, stop;
  void *flush;
  size_t flush_bytes;
} stopwatch;

static void must(cudaError_t error, const char *what) {
  if (error != cudaSuccess) sl_say_broken("timing: %s: %s", what, cudaGetErrorString(error));
}

static void stopwatch_make(stopwatch *watch) {
  int device = 0, l2_bytes = 0;
  must(cudaGetDevice(&device), "device");
  must(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device), "L2 size");
  watch->flush_bytes = 2 * (size_t)l2_bytes;
  must(cudaMalloc(&watch->flush, watch->flush_bytes), "flush buffer");
  must(cudaEventCreate(&watch->start), "event");
  must(cudaEventCreate(&watch->stop), "event");
}

static void stopwatch_free(stopwatch *watch) {
  (void)cudaEventDestroy(watch->start);
  (void)cudaEventDestroy(watch->stop);
  (void)cudaFree(watch->flush);
}

static double elapsed_us(stopwatch *watch) {
  float milliseconds = 0;
  must(cudaEventSynchronize(watch->stop), "the launch");
  must(cudaEventElapsedTime(&milliseconds, watch->start, watch->stop), "elapsed time");
  return (double)milliseconds * 1e3;
}

static double sample_us(sl_job *job, stopwatch *watch, bool cold) {
  sl_arrays_restore(job);
  sl_forget_cache_policy();
  if (cold) must(cudaMemsetAsync(watch->flush, 0x55, watch->flush_bytes, 0), "flush");
  (void)sl_secret_hide(true); /* before the event, because it takes time */
  must(cudaEventRecord(watch->start, 0), "start");
  sl_call(job, job->drive->launch);
  (void)cudaEventRecord(watch->stop, 0);
  (void)sl_secret_hide(false);
  sl_ending_if_cuda_failed("time"); /* an error of the student's code; earlier launches succeeded */
  return elapsed_us(watch);
}

/* Measures the copy bandwidth in GB/s, the best of COPIES copies. A copy within the device counts
 * each byte twice, because it is read and written. */
static double copy_gbps(stopwatch *watch) {
  size_t free_bytes = 0, total_bytes = 0;
  must(cudaMemGetInfo(&free_bytes, &total_bytes), "memory");
  size_t bytes = (size_t)1 << 30;
  while (bytes * 2 > free_bytes / 2) bytes /= 2;
  void *from = NULL, *to = NULL;
  must(cudaMalloc(&from, bytes), "copy buffer");
  must(cudaMalloc(&to, bytes), "copy buffer");
  must(cudaMemset(from, 0x5a, bytes), "copy buffer");
  double best_us = 0;
  for (int i = 0; i < COPIES; i++) {
    must(cudaEventRecord(watch->start, 0), "start");
    must(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0), "copy");
    must(cudaEventRecord(watch->stop, 0), "stop");
    double us = elapsed_us(watch);
    if (i == 0 || us < best_us) best_us = us;
  }
  (void)cudaFree(from);
  (void)cudaFree(to);
  return 2.0 * (double)bytes / best_us * 1e-3;
}

/* Reports the copy bandwidth, which is measured once per process. */
static void say_copy(stopwatch *watch) {
  static double gbps;
  if (gbps == 0) gbps = copy_gbps(watch);
  sl_say("copy\t%.6g", gbps);
}

/* Makes at least one launch, and up to WARM_UPS within the time budget. */
static void warm_up(sl_job *job, stopwatch *watch) {
  double start_us = sl_clock_us();
  for (int i = 0; i < WARM_UPS && (i == 0 || sl_clock_us() - start_us < WARM_UP_BUDGET_US); i++) {
    (void)sample_us(job, watch, false);
  }
}

/* Takes at least MIN_SAMPLES samples, and as many as requested within the time budget. Long
 * launches vary less, so fewer samples are enough, and the user does not wait long for slow kernels
 * on nine matrices. */
static void take_samples(sl_job *job, stopwatch *watch, bool cold) {
  uint32_t wanted = cold ? job->question->cold_samples : job->question->hot_samples;
  double budget_us = cold ? COLD_BUDGET_US : HOT_BUDGET_US;
  double start_us = sl_clock_us();
  for (uint32_t i = 0; i < wanted; i++) {
    if (i >= MIN_SAMPLES && sl_clock_us() - start_us > budget_us) break;
    sl_say("sample\t%s\t%.6g", cold ? "cold_us" : "hot_us", sample_us(job, watch, cold));
  }
}

static double host_us; /* the time of the last call on the host */

static void call_host(sl_job *job) {
  double start_us = sl_clock_us();
  job->drive->launch(job);
  host_us = sl_clock_us() - start_us;
}

void sl_timing_host(sl_job *job) {
  for (uint32_t i = 0; i < job->question->host_samples; i++) {
    sl_arrays_restore(job);
    sl_call(job, call_host);
    sl_say("sample\thot_us\t%.6g", host_us);
  }
}

void sl_timing_launches(sl_job *job) {
  stopwatch watch;
  stopwatch_make(&watch);
  sl_arrays_save(job);
  warm_up(job, &watch);
  take_samples(job, &watch, true);
  take_samples(job, &watch, false);
  if (job->question->measure_copy) say_copy(&watch);
  stopwatch_free(&watch);
}
