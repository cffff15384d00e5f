// race.cu: device time of launches, cold and hot, with contestants alternating. // One round of a
// contestant: persisting lines of the L2 cache are reset, a buffer of twice its size is
// overwritten, then come event, launch, event, launch, event. The first launch is the cold one. The
// second, right after it, finds the data of the first in the cache: it is the hot one. All are
// queued while the buffer is being written, so no gap comes from the host.
#include "bench/race.cuh"

#include "bench/device.cuh"
#include "worker/cache_policy.h"

#include <algorithm>
#include <cstdio>

enum {
  WARM_UPS = 3,
  SAMPLES = 31,
  FEWEST_SAMPLES = 3,
  BUDGET_US = 500000,  // time for all samples of one contestant on one matrix
  TOO_LONG_US = 100000 // a launch that takes longer than 0.1 s is measured only once
};

stopwatch::stopwatch() {
  int device = 0, l2_bytes = 0;
  BENCH_MUST(cudaGetDevice(&device));
  BENCH_MUST(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device));
  flush_bytes = 2 * (size_t)l2_bytes;
  BENCH_MUST(cudaMalloc(&flush, flush_bytes));
  for (cudaEvent_t &event : events) BENCH_MUST(cudaEventCreate(&event));
  for (int i = 0; i < WARM_UPS; i++) {
    BENCH_MUST(cudaEventRecord(events[0]));
    flush_cache();
    BENCH_MUST(cudaEventRecord(events[1]));
    flush_us = between(0, 1);
  }
}

stopwatch::~stopwatch() {
  for (cudaEvent_t event : events) (void)cudaEventDestroy(event);
  (void)cudaFree(flush);
}

double stopwatch::between(int first, int second) {
  float milliseconds = 0;
  BENCH_MUST(cudaEventSynchronize(events[second]));
  BENCH_MUST(cudaEventElapsedTime(&milliseconds, events[first], events[second]));
  return (double)milliseconds * 1e3;
}

void stopwatch::flush_cache() {
  sl_forget_cache_policy();
  BENCH_MUST(cudaMemsetAsync(flush, 0x55, flush_bytes, 0));
}

double stopwatch::copy_gbps() {
  enum { COPIES = 12 };
  size_t bytes = (size_t)1 << 30, free_bytes = 0, total_bytes = 0;
  void *from = NULL, *to = NULL;
  BENCH_MUST(cudaMemGetInfo(&free_bytes, &total_bytes));
  while (2 * bytes > free_bytes / 2) bytes /= 2;
  BENCH_MUST(cudaMalloc(&from, bytes));
  BENCH_MUST(cudaMalloc(&to, bytes));
  BENCH_MUST(cudaMemset(from, 0x5a, bytes));
  double best_us = 0;
  for (int i = 0; i < COPIES; i++) {
    BENCH_MUST(cudaEventRecord(events[0]));
    BENCH_MUST(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, 0));
    BENCH_MUST(cudaEventRecord(events[1]));
    double us = between(0, 1);
    if (i == 0 || us < best_us) best_us = us;
  }
  BENCH_MUST(cudaFree(from));
  BENCH_MUST(cudaFree(to));
  return 2.0 * (double)bytes / best_us * 1e-3;
}

// The time of a launch decides how many samples there are. The first launch, with a cold cache, is
// also a sample. If it takes too long, there are no others.
void stopwatch::warm_up(racer &r) {
  for (int i = 0; i < WARM_UPS; i++) {
    if (i == 0) flush_cache();
    BENCH_MUST(cudaEventRecord(events[0]));
    r.launch();
    BENCH_MUST(cudaEventRecord(events[1]));
    double us = between(0, 1);
    r.rough_us = i == 0 ? us : std::min(us, r.rough_us);
    if (us <= TOO_LONG_US) continue;
    r.cold.push_back(us);
    r.wanted = 0;
    return;
  }
  double samples = BUDGET_US / (flush_us + 2 * r.rough_us);
  r.wanted = std::max<int>(FEWEST_SAMPLES, std::min<double>(SAMPLES, samples));
}

void stopwatch::sample(racer &r) {
  flush_cache();
  BENCH_MUST(cudaEventRecord(events[0]));
  r.launch();
  BENCH_MUST(cudaEventRecord(events[1]));
  r.launch();
  BENCH_MUST(cudaEventRecord(events[2]));
  r.cold.push_back(between(0, 1));
  r.hot.push_back(between(1, 2));
}

// The samples of a contestant that needs fewer are spread over the whole race. Each round starts
// with another contestant.
void stopwatch::race(std::vector<racer> &racers) {
  int rounds = 0;
  for (racer &r : racers) {
    warm_up(r);
    rounds = std::max(rounds, r.wanted);
  }
  for (int round = 0; round < rounds; round++) {
    for (size_t i = 0; i < racers.size(); i++) {
      racer &r = racers[(i + (size_t)round) % racers.size()];
      bool due = (round + 1) * r.wanted / rounds > round * r.wanted / rounds;
      if (due) sample(r);
    }
  }
  for (racer &r : racers) {
    sl_bench_spread_of(r.cold.data(), (int)r.cold.size(), &r.row->cold);
    sl_bench_spread_of(r.hot.data(), (int)r.hot.size(), &r.row->hot);
  }
}
