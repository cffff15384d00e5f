// no_guard.cu: the last block is not full, and no check stops its extra threads.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 2 * n;
  if (i % 2 == 0)
    v = x[i]; // BUG out-of-bounds read x
  y[i] = v;   // BUG out-of-bounds write y
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
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
