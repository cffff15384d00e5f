// last_block_without_fence.cu: the last block adds up data that were written without a fence.
#include "check.h"

__device__ unsigned finished;

__global__ void kernel(const float *x, float *parts, float *sum) {
  __shared__ bool last;
  int t = threadIdx.x;
  if (t == 0) {
    parts[blockIdx.x] = x[blockIdx.x];
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    float all = 0;
    for (unsigned i = 0; i < gridDim.x; i++)
      all += parts[i]; // BUG race parts
    *sum = all;
  }
}

int main() {
  static float h[8];
  float *d_x, *d_parts, *d_sum;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_parts, sizeof h);
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<8, 64>>>(d_x, d_parts, d_sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
