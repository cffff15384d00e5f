// volatile_is_no_barrier.cu: the last steps of a reduction rely on lock-step execution of a warp.
#include "check.h"

__device__ void reduce_warp(volatile float *tile, int t) {
  tile[t] += tile[t + 16]; // BUG race tile
  tile[t] += tile[t + 8];  // BUG race tile
  tile[t] += tile[t + 4];  // BUG race tile
  tile[t] += tile[t + 2];  // BUG race tile
  tile[t] += tile[t + 1];  // BUG race tile
}

__global__ void kernel(const float *x, float *y) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) reduce_warp(tile, t);
  if (t == 0) y[blockIdx.x] = tile[0];
}

int main() {
  static float h[256];
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, 4 * sizeof(float));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<4, 64>>>(d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
