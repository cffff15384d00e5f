// block_too_large.cu: more threads than a block may have.
#include "check.h"

__global__ void kernel(float *y) {
  y[threadIdx.x] = 0;
}

int main() {
  float *d_y;
  cudaMalloc(&d_y, 2048 * sizeof(float));
  kernel<<<1, 2048>>>(d_y); // BUG bad launch
  if (cudaGetLastError() != cudaErrorInvalidValue) return 1;
  kernel<<<0, 32>>>(d_y); // BUG bad launch
  if (cudaGetLastError() != cudaErrorInvalidValue) return 1;
  kernel<<<1, 32, 300000>>>(d_y); // BUG bad launch
  if (cudaGetLastError() != cudaErrorInvalidValue) return 1;
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
