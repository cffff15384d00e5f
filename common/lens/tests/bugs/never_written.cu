// never_written.cu: accumulates into memory that was never set to zero.
#include "check.h"

__global__ void kernel(int n, const float *x, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += x[i]; // BUG uninitialised read sum
}

int main() {
  const int n = 100;
  static float h[n];
  float *d_x, *d_sum;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_sum, sizeof h);
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  kernel<<<1, 128>>>(n, d_x, d_sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
