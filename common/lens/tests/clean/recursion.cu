// recursion.cu: recursion that ends, and valid integer divisions close to invalid ones.
#include "check.h"

__device__ int collatz(long long x) {
  return x == 1 ? 0 : 1 + collatz(x % 2 ? 3 * x + 1 : x / 2);
}

__global__ void kernel(int n, const int *counts, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int steps = collatz(i + 1);
  y[i] = counts[i] ? steps / counts[i] : 0;
}

int main() {
  const int n = 300;
  static int counts[n];
  for (int i = 0; i < n; i++) counts[i] = i % 5 - 2;
  int *d_counts, *d_y;
  cudaMalloc(&d_counts, sizeof counts);
  cudaMalloc(&d_y, sizeof counts);
  cudaMemcpy(d_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
  kernel<<<3, 128>>>(n, d_counts, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
