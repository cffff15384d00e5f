// managed.cu: memory that host code and kernels share.
#include "check.h"

__global__ void kernel(int n, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2; // EXPECT load 4 100
}

struct pair {
  int first, second;
};

__global__ void swap(pair &both) {
  int first = both.first;
  both.first = both.second;
  both.second = first;
}

static int by_reference(const void *kernel) {
  pair *both;
  cudaMallocManaged(&both, sizeof *both);
  *both = {1, 2};
  swap<<<1, 1>>>(*both);
  if (cudaDeviceSynchronize() != cudaSuccess || both->first != 2) return 1;
  void *arguments[] = {both};
  if (cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, 0) != cudaSuccess) return 1;
  if (cudaDeviceSynchronize() != cudaSuccess || both->first != 1) return 1;
  return cudaFree(both) != cudaSuccess;
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
  if (by_reference((const void *)swap)) return 1;
  return check_annotations(__FILE__);
}
