// host_function.cu: a kernel gets the host's address of a __device__ function, and calls it.
#include "check.h"

typedef float operation(float);

__device__ float twice(float x) {
  return 2 * x;
}

__global__ void apply(operation *what, float *x) {
  x[threadIdx.x] = what(x[threadIdx.x]); // BUG host pointer: by its address on the host
}

int main() {
  float *d_x;
  cudaMalloc(&d_x, 32 * sizeof(float));
  cudaMemset(d_x, 0, 32 * sizeof(float));
  apply<<<1, 32>>>(twice, d_x);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
