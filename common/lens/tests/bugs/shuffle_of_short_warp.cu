// shuffle_of_short_warp.cu: a block of 88 threads; its last warp has 24 lanes, and the reduction
// brings values of the other eight into the sum.
#include "check.h"

__inline__ __device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset); // BUG bad shuffle source
  return value;
}

__global__ void kernel(const float *x, float *y) {
  float sum = warp_sum(x[threadIdx.x]);
  if (threadIdx.x % 32 == 0) y[threadIdx.x / 32] = sum;
}

int main() {
  float *d_x, *d_y;
  cudaMalloc(&d_x, 88 * sizeof(float));
  cudaMalloc(&d_y, 3 * sizeof(float));
  cudaMemset(d_x, 0, 88 * sizeof(float));
  kernel<<<1, 88>>>(d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
