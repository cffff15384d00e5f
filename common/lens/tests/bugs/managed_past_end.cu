// managed_past_end.cu: an index past the end of managed memory.
#include "check.h"

__global__ void kernel(int n, int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i + 1] += x[i] * 0 + 1; // BUG out-of-bounds read x
}

int main() {
  int *x;
  cudaMallocManaged(&x, 32 * sizeof(int));
  for (int i = 0; i < 32; i++) x[i] = i;
  kernel<<<1, 1>>>(1, x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  kernel<<<1, 64>>>(1, x + 31);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 1;
  return check_annotations(__FILE__);
}
