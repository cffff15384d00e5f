// race_with_earlier_reader.cu: an element is read in one line and changed by += in another. The other
// line is named, not the read of the += itself; between blocks no barrier is suggested.
#include "check.h"

__global__ void of_one_block(int *x, int *y) {
  y[threadIdx.x] = x[threadIdx.x + 1]; // BUG race x: writes the same element at line 7; a __syncthreads() is missing between line 6 and line 7
  x[threadIdx.x] += 1;
}

__global__ void of_two_blocks(int *x, int *y) {
  if (blockIdx.x == 0) y[threadIdx.x] = x[threadIdx.x]; // BUG race x: other blocks read the element here, and this thread writes it at line 12; nothing orders the blocks of a launch: use an atomic, or do
  if (blockIdx.x == 1) x[threadIdx.x] += 1;
}

__global__ void of_both(int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i + 1]; // BUG race x: writes the same element at line 18; so do other blocks, and nothing orders
  x[i] += 1;
}

int main() {
  int *x, *y;
  cudaMalloc(&x, 129 * sizeof(int));
  cudaMalloc(&y, 128 * sizeof(int));
  cudaMemset(x, 0, 129 * sizeof(int));
  of_one_block<<<1, 64>>>(x, y);
  of_two_blocks<<<2, 64>>>(x, y);
  of_both<<<2, 64>>>(x, y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
