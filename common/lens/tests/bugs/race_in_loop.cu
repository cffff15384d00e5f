// race_in_loop.cu: a barrier is missing in a loop: at its end, before the next iteration, or
// between the two lines.
#include "check.h"

__global__ void at_the_end(float *x) {
  __shared__ float tile[64];
  float all = 0;
  for (int k = 0; k < 4; k++) {
    tile[threadIdx.x] = x[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i++)
      all += tile[i]; // BUG race tile: is missing after line 12, before the next iteration's line 9
  }
  x[256 + threadIdx.x] = all;
}

__global__ void in_the_middle(float *x) {
  __shared__ float tile[64];
  float all = 0;
  for (int k = 0; k < 4; k++) {
    tile[threadIdx.x] = x[k * 64 + threadIdx.x];
    for (int i = 0; i < 64; i++)
      all += tile[i]; // BUG race tile: a __syncthreads() is missing between line 21 and line 23
    __syncthreads();
  }
  x[256 + threadIdx.x] = all;
}

__global__ void of_one_warp(int *x) {
  __shared__ int pair[32];
  for (int k = 0; k < 4; k++) {
    pair[threadIdx.x] = x[threadIdx.x] + k;
    __syncwarp();
    x[threadIdx.x] += pair[threadIdx.x ^ 1]; // BUG race pair: before the next iteration's line 32
  }
}

__global__ void by_one_thread(float *x) {
  __shared__ float total;
  if (threadIdx.x == 0) total = x[0];
  x[threadIdx.x] = total; // BUG race total: a __syncthreads() that all threads of the block reach is missing between line 40 and line 41
}

int main() {
  float *x;
  cudaMalloc(&x, 320 * sizeof(float));
  cudaMemset(x, 0, 320 * sizeof(float));
  at_the_end<<<1, 64>>>(x);
  in_the_middle<<<1, 64>>>(x);
  of_one_warp<<<1, 32>>>((int *)x);
  by_one_thread<<<1, 64>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
