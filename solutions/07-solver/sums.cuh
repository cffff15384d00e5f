// sums.cuh: sums over a block and over a grid, in the same order on every run.
#ifndef SL_SOLUTIONS_SUMS_CUH
#define SL_SOLUTIONS_SUMS_CUH

#include <cuda_runtime.h>

namespace sums {

enum { LANES = 32, MOST_WARPS = 32 };
const unsigned whole_warp = 0xffffffff;

// Adds up each of the COUNT sums of all threads of the block. Every thread gets the totals. The
// block has whole warps, and all its threads call this.
template <int COUNT> static __device__ void add_up_block(double (&sum)[COUNT]) {
  __shared__ double of_warp[COUNT][MOST_WARPS];
  int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES, warps = blockDim.x / LANES;
#pragma unroll
  for (int k = 0; k < COUNT; k++) {
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
      sum[k] += __shfl_xor_sync(whole_warp, sum[k], distance);
    }
    if (lane == 0) of_warp[k][warp] = sum[k];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < COUNT; k++) {
    sum[k] = lane < warps ? of_warp[k][lane] : 0;
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
      sum[k] += __shfl_xor_sync(whole_warp, sum[k], distance);
    }
  }
  __syncthreads(); // the next call writes of_warp
}

// Stores the block's sums for add_up_partial: partial[k · blocks + block].
template <int COUNT> static __device__ void store_partial(double (&sum)[COUNT], double *partial) {
  add_up_block(sum);
  if (threadIdx.x == 0) {
    for (int k = 0; k < COUNT; k++) partial[k * gridDim.x + blockIdx.x] = sum[k];
  }
}

// Adds up the sums of all blocks. Every thread of the calling block gets the totals.
template <int COUNT>
static __device__ void add_up_partial(const double *partial, double (&sum)[COUNT]) {
#pragma unroll
  for (int k = 0; k < COUNT; k++) {
    sum[k] = 0;
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
      sum[k] += __ldcg(partial + k * gridDim.x + i);
    }
  }
  add_up_block(sum);
}

// Returns true in all threads of the last block to call this; their `sum` then holds the totals of
// the grid. *arrived must be 0 before the launch, and is 0 again after it.
template <int COUNT>
static __device__ bool is_last(double (&sum)[COUNT], double *partial, unsigned *arrived) {
  __shared__ bool last;
  store_partial(sum, partial);
  if (threadIdx.x == 0) {
    __threadfence(); // the sums must be visible before the counter
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return false;
  __threadfence();
  add_up_partial(partial, sum);
  return true;
}

} // namespace sums
#endif
