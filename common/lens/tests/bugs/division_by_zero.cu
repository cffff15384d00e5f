// division_by_zero.cu: the mean of empty rows, and a remainder.
#include "check.h"

__global__ void kernel(int n, const int *sums, const int *counts, const unsigned long long *big,
                       int *means, unsigned long long *rest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  means[i] = sums[i] / counts[i]; // BUG division by zero
  rest[i] = big[i] % static_cast<unsigned long long>(counts[i] - 1); // BUG division by zero
  means[i] += 1;
}

int main() {
  const int n = 100;
  static int h[n], counts[n];
  static unsigned long long big[n];
  for (int i = 0; i < n; i++) {
    h[i] = i;
    counts[i] = i % 7;
    big[i] = i;
  }
  int *d_sums, *d_counts, *d_means;
  unsigned long long *d_big, *d_rest;
  cudaMalloc(&d_sums, sizeof h);
  cudaMalloc(&d_counts, sizeof h);
  cudaMalloc(&d_means, sizeof h);
  cudaMalloc(&d_big, sizeof big);
  cudaMalloc(&d_rest, sizeof big);
  cudaMemcpy(d_sums, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(d_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
  cudaMemcpy(d_big, big, sizeof big, cudaMemcpyHostToDevice);
  kernel<<<1, 128>>>(n, d_sums, d_counts, d_big, d_means, d_rest);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
