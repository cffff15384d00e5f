// race_on_one_sum.cu: the threads of a block add to one sum. Only one reader is recorded, which may
// be the writer itself, as in the first kernel. In the second kernel it is a thread that reads the
// sum at the end.
#include "check.h"

__global__ void add_all(const int *begin, int *sum) {
  for (int k = begin[threadIdx.x]; k < begin[threadIdx.x + 1]; k++)
    *sum += k; // BUG race sum: if both change it, use an atomic
}

__global__ void kernel(const int *begin, float *y) {
  __shared__ float sum;
  sum = 0;
  for (int k = begin[threadIdx.x]; k < begin[threadIdx.x + 1]; k++)
    sum += k;
  y[threadIdx.x] = sum; // BUG race sum: a __syncwarp() is missing between line 15 and line 16
}

int main() {
  const int begin[] = {0, 2, 2, 5, 7};
  int *d_begin;
  float *d_y;
  int *d_sum;
  cudaMalloc(&d_begin, sizeof begin);
  cudaMalloc(&d_y, 4 * sizeof(float));
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemset(d_sum, 0, sizeof(int));
  cudaMemcpy(d_begin, begin, sizeof begin, cudaMemcpyHostToDevice);
  add_all<<<1, 4>>>(d_begin, d_sum);
  kernel<<<1, 4>>>(d_begin, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
