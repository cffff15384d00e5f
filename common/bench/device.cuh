/** @file device.cuh
 *  What the programs of the bench share: calls that must not fail, memory, threads of the host.
 */
#ifndef SL_BENCH_DEVICE_CUH
#define SL_BENCH_DEVICE_CUH

#include "base/process.h"
#include "bench/contest.h"

#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

/** Ends the program where a call of the bench's own fails: what the device would say from then on
 *  would be worth nothing. */
void bench_must(cudaError_t error, const char *what);
#define BENCH_MUST(call) bench_must((call), #call)

/** A text with numbers in it, for `prepare` to give; it lives until the next few of them. */
const char *bench_reason(const char *format, ...);

/** Device memory that is freed together. */
struct device_memory {
  std::vector<void *> taken;
  bool failed = false; /**< a request was refused; all later ones give NULL too */

  template <typename T> T *take(size_t count) {
    return (T *)take_bytes(count * sizeof(T));
  }
  template <typename T> T *upload(const T *from, size_t count) {
    return (T *)upload_bytes(from, count * sizeof(T));
  }
  template <typename T> T *upload(const std::vector<T> &from) {
    return upload(from.data(), from.size());
  }
  /** NULL, or why a plan cannot be made. */
  const char *trouble() const {
    return failed ? "the device has no memory left for it" : NULL;
  }
  ~device_memory();

private:
  void *take_bytes(size_t bytes);
  void *upload_bytes(const void *from, size_t bytes);
};

/** The end of a contestant's `prepare`, for a plan that is derived from device_memory: gives it out,
 *  or frees it and says why it cannot be had. */
template <typename Plan> const char *bench_hand_over(Plan *plan, void **out) {
  const char *trouble = plan->trouble();
  if (trouble) {
    delete plan;
  } else {
    *out = plan;
  }
  return trouble;
}

/** Calls body(first, last) for parts of 0 … count − 1 on all cores, and waits. */
template <typename Body> void bench_in_parts(int count, Body body) {
  int parts = sl_num_cores();
  if (parts > count / 1024 + 1) parts = count / 1024 + 1;
  std::vector<std::thread> threads;
  for (int p = 1; p < parts; p++) {
    threads.emplace_back(body, (int)((long long)count * p / parts),
                         (int)((long long)count * (p + 1) / parts));
  }
  body(0, (int)((long long)count / parts));
  for (std::thread &thread : threads) thread.join();
}

/** The least of 0 … count − 1 for which is_wrong(i) holds; `count`: none. On all cores. */
template <typename IsWrong> int bench_first_wrong(int count, IsWrong is_wrong) {
  std::atomic<int> found{count};
  bench_in_parts(count, [&](int first, int last) {
    for (int i = first; i < last; i++) {
      if (!is_wrong(i)) continue;
      int seen = found;
      while (i < seen && !found.compare_exchange_weak(seen, i)) continue;
      return;
    }
  });
  return found;
}

/** Blocks of `threads` that hold `count` threads or more. */
static inline int bench_blocks(long long count, int threads) {
  return (int)((count + threads - 1) / threads);
}

/** Where a format has more than this many slots an entry, nobody would choose it. */
enum { BENCH_MOST_PADDING = 10 };

/** NULL, or why a format with so many slots is left out. */
const char *bench_padding_trouble(const bench_csr *a, long long slots);

#endif
