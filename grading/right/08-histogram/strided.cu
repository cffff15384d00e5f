// strided.cu: right: few blocks, each thread counts many keys, and each warp has its own counts.
#include "histogram.h"

static __global__ void count_global(int n, const int *keys, int *bins) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(bins + keys[i], 1);
  }
}

void histogram_global(int n, const int *d_keys, int *d_bins) {
  count_global<<<4, 64>>>(n, d_keys, d_bins);
}

static __global__ void count_shared(int n, const int *keys, int *bins) {
  __shared__ int counts[4][HISTOGRAM_BINS];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < HISTOGRAM_BINS) counts[warp][lane] = 0;
  __syncwarp();
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    atomicAdd(&counts[warp][keys[i]], 1);
  }
  __syncwarp();
  if (lane < HISTOGRAM_BINS && counts[warp][lane]) atomicAdd(&bins[lane], counts[warp][lane]);
}

void histogram_shared(int n, const int *d_keys, int *d_bins) {
  count_shared<<<8, 128>>>(n, d_keys, d_bins);
}
