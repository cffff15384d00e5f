// message_passing.cu: each block waits for the flag of the block before it, and uses its data. The
// writer stores the data, fences, and sets the flag; the reader sees the flag, fences, and reads
// the data. Once with volatile flags, once with atomic ones.
#include "check.h"

__global__ void volatile_flags(int n, int *data, volatile int *flags) {
  int block = blockIdx.x;
  int t = threadIdx.x;
  int before = 0;
  if (block > 0) {
    if (t == 0) {
      while (flags[block - 1] == 0) {}
      __threadfence();
    }
    __syncthreads();
    before = data[(block - 1) * n + (t + 1) % n];
  }
  data[block * n + t] = before + 1;
  __threadfence();
  __syncthreads();
  if (t == 0) flags[block] = 1;
}

__global__ void atomic_flags(int n, int *data, int *flags) {
  int block = blockIdx.x;
  int t = threadIdx.x;
  if (block > 0) {
    while (atomicAdd(&flags[block - 1], 0) < n) {}
    __threadfence();
    data[block * n + t] = data[(block - 1) * n + (t + 5) % n] + 1;
  } else {
    data[t] = 1;
  }
  __threadfence();
  atomicAdd(&flags[block], 1);
}

int main() {
  const int n = 64, blocks = 12;
  int *d_data, *d_flags, h[n * blocks];
  cudaMalloc(&d_data, sizeof h);
  cudaMalloc(&d_flags, blocks * sizeof(int));
  cudaMemset(d_flags, 0, blocks * sizeof(int));
  volatile_flags<<<blocks, n>>>(n, d_data, d_flags);
  cudaMemcpy(h, d_data, sizeof h, cudaMemcpyDeviceToHost);
  if (h[n * blocks - 1] != blocks) return 1;
  cudaMemset(d_flags, 0, blocks * sizeof(int));
  atomic_flags<<<blocks, 32>>>(32, d_data, d_flags);
  cudaMemcpy(h, d_data, sizeof h, cudaMemcpyDeviceToHost);
  if (h[32 * blocks - 1] != blocks) return 1;
  return check_annotations(__FILE__);
}
