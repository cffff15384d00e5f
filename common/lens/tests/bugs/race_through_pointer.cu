// race_through_pointer.cu: a kernel writes to its const parameter through a pointer that is not a
// parameter.
#include "arrays.h"

__device__ float *current;

__global__ void shift(int n, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) current[i] = x[i + 1]; // BUG race x
}

int main() {
  float *x = numbers<float>(256);
  cudaMemcpyToSymbol(current, &x, sizeof x);
  shift<<<4, 64>>>(256, x);
  return outcome(cudaSuccess, __FILE__);
}
