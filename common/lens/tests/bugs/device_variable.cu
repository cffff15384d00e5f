// device_variable.cu: an index past a __device__ array.
#include "check.h"

__device__ int table[10];
__constant__ int weights[4];

__global__ void kernel(int *y) {
  int t = threadIdx.x;
  y[t] = weights[t % 4];
  if (t < 11)
    atomicAdd(&table[t], 1); // BUG out-of-bounds write table
}

int main() {
  int *d_y;
  cudaMalloc(&d_y, 32 * sizeof(int));
  const int w[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(weights, w, sizeof w);
  kernel<<<1, 32>>>(d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
