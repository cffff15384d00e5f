// race_beside_fences.cu: the last block's sum has the right fences, but a histogram in the same
// kernel is not atomic.
#include "check.h"

__device__ unsigned finished;

__global__ void kernel(const int *x, int *bins, volatile int *parts, int *sum) {
  int t = threadIdx.x;
  int mine = x[blockIdx.x * 32 + t];
  if (t == 0) bins[mine % 4]++; // BUG race bins
  if (t != 0) return;
  parts[blockIdx.x] = mine;
  __threadfence();
  if (atomicAdd(&finished, 1) < gridDim.x - 1) return;
  __threadfence();
  int all = 0;
  for (unsigned i = 0; i < gridDim.x; i++) all += parts[i];
  *sum = all;
}

int main() {
  static int h[32 * 16];
  int *d_x, *d_bins, *d_parts, *d_sum;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_bins, 4 * sizeof(int));
  cudaMalloc(&d_parts, 16 * sizeof(int));
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, 4 * sizeof(int));
  kernel<<<16, 32>>>(d_x, d_bins, d_parts, d_sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
