// grid_sum.cu: a sum in phases with barriers of the grid, four times in a row. Each phase reads
// data that other blocks wrote in the previous phase.
#include "check.h"

#include <stdio.h>

extern "C" void lens_grid_sync(void);

__global__ void sum(int n, const int *x, int *parts, int *total) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  for (int round = 0; round < 4; round++) {
    int mine = 0;
    for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64)
      mine += x[i]; // EXPECT 128 4096 512
    tile[t] = mine;
    __syncthreads();
    if (t == 0) {
      int part = 0;
      for (int i = 0; i < 64; i++) part += tile[i];
      parts[blockIdx.x] = part + round; // EXPECT 32 32
    }
    lens_grid_sync();
    if (blockIdx.x == gridDim.x - 1 && t < 32) {
      int v = t < 8 ? parts[t] : 0; // EXPECT 4 32
      for (int d = 4; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
      if (t == 0) total[0] += v;
    }
    lens_grid_sync();
    if (t == 0) parts[(blockIdx.x + 1) % gridDim.x] = total[0]; // EXPECT load 32 32
    lens_grid_sync();
  }
}

int main() {
  const int n = 1024;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i % 7;
  int expected = 0, total = 0;
  for (int i = 0; i < n; i++) expected += h[i];
  int *d_x, *d_parts, *d_total, count = n;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_parts, 8 * sizeof(int));
  cudaMalloc(&d_total, sizeof(int));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_total, 0, sizeof(int));
  void *arguments[] = {&count, &d_x, &d_parts, &d_total};
  cudaError_t error = cudaLaunchCooperativeKernel(sum, dim3(8), dim3(64), arguments, 0, 0);
  cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
  printf("error %d, %d of %d\n", error, total, 4 * expected + 6 * 8);
  return total == 4 * expected + 6 * 8 ? check_annotations(__FILE__) : 1;
}
