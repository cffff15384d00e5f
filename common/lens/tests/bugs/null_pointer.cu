// null_pointer.cu: the output was never allocated.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i]; // BUG null pointer y
}

int main() {
  const int n = 1000;
  static float h[n];
  float *d_x, *d_y = nullptr;
  cudaMalloc(&d_x, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<8, 128>>>(n, d_x, d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
