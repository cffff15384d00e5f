// all_never_written.cu: no element of a large array was written. Although each read is a finding,
// such reads must not take much more time or memory than correct reads.
#include "check.h"

#include <stdio.h>
#include <time.h>

__global__ void kernel(int n, float *x, float *sums) {
  float sum = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = i; j < n; j += gridDim.x * blockDim.x) {
    sum += x[j]; // BUG uninitialised read x
  }
  sums[i] = sum;
}

static double seconds(int n, float *x, float *sums) { // processor time of all cores
  clock_t start = clock();
  kernel<<<32, 256>>>(n, x, sums);
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

int main() {
  const int n = 1 << 21;
  float *d_written, *d_unwritten, *d_sums;
  cudaMalloc(&d_written, n * sizeof(float));
  cudaMalloc(&d_unwritten, n * sizeof(float));
  cudaMalloc(&d_sums, 32 * 256 * sizeof(float));
  cudaMemset(d_written, 0, n * sizeof(float));
  double right = seconds(n, d_written, d_sums), wrong = seconds(n, d_unwritten, d_sums);
  fprintf(stderr, "%.3f s where all is written, %.3f s where nothing is\n", right, wrong);
  if (wrong > 5 * right + 0.01) return 1; // it was nine times as long
  cudaFree(d_written);
  cudaFree(d_unwritten);
  cudaFree(d_sums);
  return check_annotations(__FILE__);
}
