// shared_histogram.cu: bins are set to zero, counted and added up, with a barrier between the steps.
#include "arrays.h"

__global__ void histogram(int n, const int *x, unsigned *bins) {
  __shared__ unsigned mine[64];
  int t = threadIdx.x;
  if (t < 64) mine[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[x[i] % 64], 1u);
  __syncthreads();
  if (t < 64) atomicAdd(&bins[t], mine[t]);
}

int main() {
  histogram<<<4, 128>>>(5000, numbers<int>(5000), zeros<unsigned>(64));
  return outcome(cudaSuccess, __FILE__);
}
