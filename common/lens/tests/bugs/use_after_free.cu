// use_after_free.cu: the input was freed before the launch.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i]; // BUG use after free x
}

int main() {
  const int n = 100;
  static float h[n];
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaFree(d_x);
  kernel<<<1, 128>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
