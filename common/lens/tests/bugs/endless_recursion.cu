// endless_recursion.cu: follows parents to the root of a tree, in which two nodes are each other's
// parents.
#include "check.h"

__device__ int depth(const int *parents, int node) {
  if (node == 0) return 0;
  return 1 + depth(parents, parents[node]); // BUG stack overflow
}

__global__ void kernel(int n, const int *parents, int *depths) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) depths[i] = depth(parents, i);
}

int main() {
  const int parents[8] = {0, 0, 0, 1, 6, 2, 4, 3};
  int *d_parents, *d_depths;
  cudaMalloc(&d_parents, sizeof parents);
  cudaMalloc(&d_depths, sizeof parents);
  cudaMemcpy(d_parents, parents, sizeof parents, cudaMemcpyHostToDevice);
  kernel<<<1, 32>>>(8, d_parents, d_depths);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
