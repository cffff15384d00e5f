// host_function_table.cu: a __constant__ table of functions that the host fills with its own addresses.
#include "check.h"

typedef float operation(float);

__device__ float twice(float x) {
  return 2 * x;
}

__device__ float negative(float x) {
  return -x;
}

__constant__ operation *table[2];

__global__ void apply(int which, float *x) {
  x[threadIdx.x] = table[which](x[threadIdx.x]); // BUG host pointer table
}

int main() {
  float *d_x;
  operation *both[] = {twice, negative};
  cudaMalloc(&d_x, 32 * sizeof(float));
  cudaMemset(d_x, 0, 32 * sizeof(float));
  cudaMemcpyToSymbol(table, both, sizeof both);
  apply<<<1, 32>>>(1, d_x);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
