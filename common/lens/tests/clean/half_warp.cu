// half_warp.cu: reductions and scans of fewer than 32 lanes: the upper lanes read from beyond the
// mask, and their results are not used.
#include "check.h"

__global__ void half(const float *x, float *y) {
  int t = threadIdx.x;
  if (t >= 16) return;
  float sum = x[t];
  for (int offset = 8; offset > 0; offset /= 2) sum += __shfl_down_sync(0x0000ffffu, sum, offset);
  if (t == 0) y[0] = sum;
}

__global__ void quarters(const float *x, float *y) {
  int t = threadIdx.x;
  float sum = x[t];
  for (int offset = 4; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset, 8);
  if (t % 8 == 0) y[t / 8] = sum;
}

__global__ void scan(const float *x, float *y) {
  int t = threadIdx.x;
  float sum = x[t];
  for (int step = 1; step < 32; step *= 2) {
    float left = __shfl_up_sync(0xffffffffu, sum, step);
    if (t >= step) sum += left;
  }
  y[t] = sum;
}

int main() {
  float *d_x, *d_y;
  cudaMalloc(&d_x, 32 * sizeof(float));
  cudaMalloc(&d_y, 32 * sizeof(float));
  cudaMemset(d_x, 0, 32 * sizeof(float));
  half<<<1, 32>>>(d_x, d_y);
  half<<<1, 16>>>(d_x, d_y);
  quarters<<<1, 32>>>(d_x, d_y);
  scan<<<1, 24>>>(d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
