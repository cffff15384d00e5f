// leaders.cu: right: in each warp one lane per key adds for all lanes with that key; in shared
// memory the number that is added is a variable.
#include "histogram.h"

static __global__ void count_global(int n, const int *keys, int *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int key = i < n ? keys[i] : HISTOGRAM_BINS; // lanes without a key form a group of their own
  unsigned same = __match_any_sync(0xffffffff, key);
  int leader = __ffs(same) - 1;
  if (lane == leader && key < HISTOGRAM_BINS) atomicAdd(&bins[key], __popc(same));
}

void histogram_global(int n, const int *d_keys, int *d_bins) {
  int blocks = (n + HISTOGRAM_BLOCK - 1) / HISTOGRAM_BLOCK;
  if (blocks > 0) count_global<<<blocks, HISTOGRAM_BLOCK>>>(n, d_keys, d_bins);
}

static __global__ void count_shared(int n, const int *keys, int *bins, int weight) {
  __shared__ int counts[HISTOGRAM_BINS];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < HISTOGRAM_BINS) counts[threadIdx.x] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&counts[keys[i]], weight);
  __syncthreads();
  if (threadIdx.x < HISTOGRAM_BINS) atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}

void histogram_shared(int n, const int *d_keys, int *d_bins) {
  int blocks = (n + HISTOGRAM_BLOCK - 1) / HISTOGRAM_BLOCK;
  if (blocks > 0) count_shared<<<blocks, HISTOGRAM_BLOCK>>>(n, d_keys, d_bins, 1);
}
