// unset_sum.cu: a sum that does not begin with zero. Values that are computed from it are not
// reported again.
#include "arrays.h"

__global__ void sum_rows(int n, const float *x, float *y) {
  float sum;
  for (int k = 0; k < n; k++) sum += x[k];
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum; // BUG-gcc uninitialised local variable y
}

__global__ void scale(float *y, float *z) {
  z[threadIdx.x] = 2 + y[threadIdx.x];
}

int main() {
  const int n = 64;
  float *y = zeros<float>(2 * n);
  sum_rows<<<2, n>>>(n, numbers<float>(n), y);
  scale<<<1, n>>>(y, zeros<float>(n));
  return outcome(cudaSuccess, __FILE__);
}
