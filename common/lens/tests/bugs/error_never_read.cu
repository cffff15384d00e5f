// error_never_read.cu: a launch with a block that is too large fails, and the program does not
// check; not even cudaDeviceSynchronize returns the error.
#include "check.h"

__global__ void kernel(int n, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 1;
}

int main() {
  const int n = 4096;
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  kernel<<<2, 2048>>>(n, d_y); // BUG bad launch // BUG unread error
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(d_y);
  return check_at_end(__FILE__);
}
