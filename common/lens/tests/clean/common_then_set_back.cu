// common_then_set_back.cu: all blocks read a vector; the last block, which fences and a counter
// order after the others, writes to it.
#include "check.h"

__device__ unsigned finished;

__global__ void kernel(float *x, float *y) {
  __shared__ bool last;
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 64; i++) sum += x[i];
  y[blockIdx.x * 32 + t] = sum;
  __threadfence();
  __syncthreads();
  if (t == 0) last = atomicAdd(&finished, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  for (int i = t; i < 64; i += 32) x[i] += y[i];
}

int main() {
  static float h[64];
  float *d_x, *d_y, first;
  for (int i = 0; i < 64; i++) h[i] = 1;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, 300 * 32 * sizeof(float));
  for (int turn = 0; turn < 2; turn++) {
    unsigned none = 0;
    cudaMemcpyToSymbol(finished, &none, sizeof none);
    cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
    kernel<<<300, 32>>>(d_x, d_y);
  }
  cudaMemcpy(&first, d_x, sizeof first, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_y);
  return first == 65 ? check_annotations(__FILE__) : 1;
}
