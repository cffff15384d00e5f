// rewrites_equal_values.cu: a loop that stores the same values again and again, and ends: memory
// does not change for a long time, but this is not a hang.
#include "check.h"

__global__ void kernel(int rounds, volatile float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; round++) y[i] = 1;
}

int main() {
  const int n = 8;
  float *d_y, y[n];
  cudaMalloc(&d_y, sizeof y);
  kernel<<<1, n>>>(5 << 18, d_y);
  if (cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < n; i++) {
    if (y[i] != 1) return 1;
  }
  cudaFree(d_y);
  return check_annotations(__FILE__);
}
