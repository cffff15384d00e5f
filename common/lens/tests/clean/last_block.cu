// last_block.cu: the block that finishes last adds up: fences and a counter order the blocks.
#include "check.h"

__device__ unsigned finished;

__global__ void kernel(const float *x, volatile float *parts, float *sum) {
  __shared__ bool last;
  __shared__ float tile[128];
  int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 128 + t];
  __syncthreads();
  if (t == 0) {
    float part = 0;
    for (int i = 0; i < 128; i++) part += tile[i];
    parts[blockIdx.x] = part;
    __threadfence();
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    float all = 0;
    for (unsigned i = 0; i < gridDim.x; i++) all += parts[i];
    *sum = all;
  }
}

int main() {
  static float h[1024];
  for (int i = 0; i < 1024; i++) h[i] = 1;
  float *d_x, *d_parts, *d_sum, sum;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_parts, 8 * sizeof(float));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<8, 128>>>(d_x, d_parts, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  return sum == 1024 ? check_annotations(__FILE__) : 1;
}
