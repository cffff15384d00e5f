// histogram_bin.cu: the largest value has no bin; the update is atomic.
#include "arrays.h"

__global__ void histogram(int n, const int *x, unsigned *bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[x[i] / 10], 1u); // BUG out-of-bounds write bins
}

int main() {
  histogram<<<1, 128>>>(101, numbers<int>(101), zeros<unsigned>(10));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
