// volatile_warp.cu: the last steps of a reduction within a warp, volatile and synchronised.
#include "check.h"

__device__ void reduce_warp(volatile float *tile, int t) {
  for (int step = 32; step > 0; step /= 2) {
    float other = tile[t + step];
    __syncwarp();
    tile[t] += other;
    __syncwarp();
  }
}

__global__ void kernel(const float *x, float *y) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64) tile[t] += tile[t + 64];
  __syncthreads();
  if (t < 32) reduce_warp(tile, t);
  if (t == 0) y[blockIdx.x] = tile[0];
}

int main() {
  static float h[512];
  for (float &it : h) it = 1;
  float *d_x, *d_y, y[4];
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof y);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<4, 128>>>(d_x, d_y);
  cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
  return y[3] == 128 ? check_annotations(__FILE__) : 1;
}
