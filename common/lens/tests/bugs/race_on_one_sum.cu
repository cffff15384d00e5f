// race_on_one_sum.cu: the threads of a block add to one sum. Of those who read it one is remembered,
// and that may be the one who writes.
#include "check.h"

__global__ void kernel(const int *begin, float *y) {
  __shared__ float sum;
  sum = 0;
  for (int k = begin[threadIdx.x]; k < begin[threadIdx.x + 1]; k++)
    sum += k; // BUG race sum: another thread
  y[threadIdx.x] = sum; // BUG race sum
}

int main() {
  const int begin[] = {0, 2, 2, 5, 7};
  int *d_begin;
  float *d_y;
  cudaMalloc(&d_begin, sizeof begin);
  cudaMalloc(&d_y, 4 * sizeof(float));
  cudaMemcpy(d_begin, begin, sizeof begin, cudaMemcpyHostToDevice);
  kernel<<<1, 4>>>(d_begin, d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
