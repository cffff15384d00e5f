// freed_too_early.cu: of two arrays in a structure one is freed before its last use.
#include "arrays.h"

struct csr {
  int rows;
  const int *row_ptr;
  const float *values;
};

__global__ void sums(csr a, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.rows) return;
  float sum = 0;
  for (int j = a.row_ptr[i]; j < a.row_ptr[i + 1]; j++)
    sum += a.values[j]; // BUG use after free values
  y[i] = sum;
}

int main() {
  float *values;
  cudaMalloc(&values, 64 * sizeof(float));
  cudaMemset(values, 0, 64 * sizeof(float));
  csr a = {63, numbers<int>(64), values};
  sums<<<1, 64>>>(a, unset<float>(64));
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(values);
  sums<<<1, 64>>>(a, unset<float>(64));
  return outcome(cudaErrorIllegalAddress, __FILE__);
}
