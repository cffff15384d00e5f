// managed.cu: memory that host code and kernels share.
#include "check.h"

__global__ void kernel(int n, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2; // EXPECT load 4 100
}

int main() {
  const int n = 100;
  float *x;
  cudaMallocManaged(&x, n * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = i;
  kernel<<<1, 128>>>(n, x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < n; i++)
    if (x[i] != 2 * i) return 1;
  return check_annotations(__FILE__);
}
