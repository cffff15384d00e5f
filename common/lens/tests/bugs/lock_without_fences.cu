// lock_without_fences.cu: a lock as in some books. The atomics only order themselves, not the sum
// that they should protect.
#include "check.h"

__device__ int lock;

__global__ void kernel(const int *x, int *sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {}
  int old = *sum; // BUG race sum
  *sum = old + x[blockIdx.x];
  atomicExch(&lock, 0);
}

int main() {
  static int h[16];
  int *d_x, *d_sum;
  for (int &it : h) it = 1;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof(int));
  kernel<<<16, 32>>>(d_x, d_sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return check_annotations(__FILE__);
}
