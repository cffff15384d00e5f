/** @file race.cuh
 *  The stopwatch: all contestants on one matrix alternate, so that drift affects all of them.
 */
#ifndef SL_BENCH_RACE_CUH
#define SL_BENCH_RACE_CUH

#include "bench/bench.h"

#include <cuda_runtime.h>

#include <functional>
#include <vector>

/** One contestant. */
struct racer {
  sl_bench_row *row;            /**< receives its times */
  std::function<void()> launch; /**< on the default stream, without waiting */
  double rough_us = 0;          /**< approximate time of a launch, from the warm-up */
  int wanted = 0;               /**< number of samples to take in the time that is available */
  std::vector<double> cold, hot;
};

class stopwatch {
public:
  stopwatch();
  ~stopwatch();
  stopwatch(const stopwatch &) = delete;

  /** The best bandwidth of a dozen copies within the device, counting bytes read and bytes
   *  written. */
  double copy_gbps();
  /** Warms up, takes all samples, and fills all rows. A contestant whose launch fails is marked
   * as wrong. */
  void race(std::vector<racer> &racers);

private:
  cudaEvent_t events[3];
  void *flush;
  size_t flush_bytes;
  double flush_us;

  void flush_cache();
  double between(int first, int second);
  void warm_up(racer &r);
  void sample(racer &r);
};

#endif
