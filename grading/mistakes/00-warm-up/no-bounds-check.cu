// A beginner's first kernel: no thread checks whether it has an element. Lab 00's handout quotes
// the judge's output about it.
#include "warm-up.h"

__global__ void add(int n, const real *x, real *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = y[i] + x[i];
}

cudaError_t run_on_arrays(array_kernel *kernel, size_t n, const real *x, real *y) {
  return cudaErrorNotYetImplemented;
}

__global__ void block_sums(int n, const real *x, real *sums) {}

__global__ void block_scan(int n, const real *x, real *y) {}

__global__ void warp_sums(int n, const real *x, real *sums) {}
