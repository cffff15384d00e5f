// race_on_total.cu: the first thread of each block adds to the total without an atomic.
#include "arrays.h"

__device__ int total;

__global__ void sum(const int *x) {
  __shared__ int part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd(&part, x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0)
    total += part; // BUG race total
}

int main() {
  sum<<<8, 64>>>(numbers<int>(512));
  return outcome(cudaSuccess, __FILE__);
}
