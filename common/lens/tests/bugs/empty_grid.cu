// empty_grid.cu: rounding down leaves no blocks for a short array.
#include "arrays.h"

__global__ void kernel(int n, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 1;
}

int main() {
  const int n = 100;
  float *d_y = unset<float>(n);
  kernel<<<n / 128, 128>>>(n, d_y); // BUG bad launch
  if (cudaGetLastError() != cudaErrorInvalidValue) return 1;
  kernel<<<1, 128, 300 * 1024>>>(n, d_y); // BUG bad launch
  if (cudaGetLastError() == cudaSuccess) return 1;
  cudaFree(d_y);
  return check_at_end(__FILE__);
}
