// partial_copy.cu: the length of the copy is in elements instead of bytes, so three quarters of the
// array were never written.
#include "arrays.h"

__global__ void kernel(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i]; // BUG uninitialised read x
}

int main() {
  const int n = 1000;
  static float h[n];
  float *d_x = unset<float>(n);
  cudaMemcpy(d_x, h, n, cudaMemcpyHostToDevice);
  kernel<<<8, 128>>>(n, d_x, unset<float>(n));
  return outcome(cudaSuccess, __FILE__);
}
