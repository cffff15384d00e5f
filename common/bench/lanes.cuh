// lanes.cuh: functions that the tuned kernels of several labs share: sums over lanes, and writes to
// y.
#ifndef SL_BENCH_LANES_CUH
#define SL_BENCH_LANES_CUH

#include "bench/contest.h"

namespace lanes {

const unsigned whole_warp = 0xffffffff;

// Writes a row of y ← α sum + β y. If β is 0, y is not read, because it has no contents then.
static __device__ void write_y(real *y, int row, real alpha, real sum, real beta) {
  y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

// Returns the sum over `width` neighbouring lanes to each of them. All lanes of the warp must call
// this.
static __device__ real sum_of_lanes(real sum, int width) {
  for (int distance = width / 2; distance > 0; distance /= 2) {
    sum += __shfl_xor_sync(whole_warp, sum, distance);
  }
  return sum;
}

} // namespace lanes

#endif
