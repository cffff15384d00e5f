// histogram.cu: your solution of lab 08. The task is in histogram.h.
#include "histogram.h"

static __global__ void count_global(int n, const int *keys, int *bins) {
  //|   // TODO(global): each thread counts one key in `bins`.
  //[
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[keys[i]], 1);
  //]
}

void histogram_global(int n, const int *d_keys, int *d_bins) {
  int blocks = (n + HISTOGRAM_BLOCK - 1) / HISTOGRAM_BLOCK;
  if (blocks > 0) count_global<<<blocks, HISTOGRAM_BLOCK>>>(n, d_keys, d_bins);
}

static __global__ void count_shared(int n, const int *keys, int *bins) {
  //|   // TODO(shared): count the block's keys in shared memory, then add the counts to `bins`.
  //[
  __shared__ int counts[HISTOGRAM_BINS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < HISTOGRAM_BINS) counts[threadIdx.x] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&counts[keys[i]], 1);
  __syncthreads();
  if (threadIdx.x < HISTOGRAM_BINS) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
  //]
}

void histogram_shared(int n, const int *d_keys, int *d_bins) {
  int blocks = (n + HISTOGRAM_BLOCK - 1) / HISTOGRAM_BLOCK;
  if (blocks > 0) count_shared<<<blocks, HISTOGRAM_BLOCK>>>(n, d_keys, d_bins);
}
