// race_with_atomic.cu: some threads add atomically, one writes without an atomic.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 5)
    y[0] = x[i] + 1; // BUG race y
  else if (i < n)
    atomicAdd(&y[0], x[i]);
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
