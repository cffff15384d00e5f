// write_past_end.cu: a loop with <= instead of <.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    y[i] = x[0]; // BUG out-of-bounds write y
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
