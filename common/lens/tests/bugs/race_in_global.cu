// race_in_global.cu: threads of one block pass values through global memory without a barrier.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int t = threadIdx.x;
  if (blockIdx.x > 0 || t >= n) return;
  y[t] = x[t] + 1;
  float other = y[127 - t]; // BUG race y
  if (other < 0) y[t] = 0;
}

int main() {
  const int n = 1000;
  static float h[n];
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_x, h, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_y, 0, n * sizeof(float));
  kernel<<<(n + 127) / 128, 128>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
