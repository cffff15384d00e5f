// host_pointer.cu: the host array is passed instead of its copy.
#include "check.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i]; // BUG host pointer x
}

int main() {
  const int n = 100;
  static float h[n];
  float *d_y;
  cudaMalloc(&d_y, sizeof h);
  kernel<<<1, 128>>>(n, h, d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
