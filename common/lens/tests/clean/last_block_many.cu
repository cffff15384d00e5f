// last_block_many.cu: all threads of the last block add up plain stores of the other blocks; only
// thread 0 counts, after a fence of each thread and a barrier. The last block resets everything.
#include "check.h"

__device__ unsigned finished;

__global__ void kernel(int n, const float *x, float *parts, float *sum) {
  __shared__ bool last;
  int t = threadIdx.x;
  parts[blockIdx.x * 32 + t] = x[blockIdx.x * 32 + t] * 2;
  __threadfence();
  __syncthreads();
  if (t == 0) last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  float all = 0;
  for (int i = t; i < n; i += 32) {
    all += parts[i];
    parts[i] = 0;
  }
  for (int offset = 16; offset; offset /= 2) all += __shfl_down_sync(0xffffffffu, all, offset);
  if (t == 0) *sum = all;
  if (t == 0) finished = 0;
}

int main() {
  const int n = 32 * 40;
  static float h[n];
  for (int i = 0; i < n; i++) h[i] = 1;
  float *d_x, *d_parts, *d_sum, sum;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_parts, sizeof h);
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; round++) kernel<<<40, 32>>>(n, d_x, d_parts, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  return sum == 2 * n ? check_annotations(__FILE__) : 1;
}
