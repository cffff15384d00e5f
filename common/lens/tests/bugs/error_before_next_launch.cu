// error_before_next_launch.cu: the first kernel fails; the next one is launched without a check.
#include "check.h"

__global__ void fill(int n, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) y[i] = 1; // BUG out-of-bounds write y
}

__global__ void twice(int n, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] *= 2;
}

int main() {
  const int n = 1000;
  float *d_y;
  cudaMalloc(&d_y, n * sizeof(float));
  fill<<<8, 128>>>(n, d_y); // BUG unread error
  twice<<<8, 128>>>(n, d_y);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_at_end(__FILE__);
}
