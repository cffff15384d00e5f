// spin_lock.cu: a lock that thread 0 of each block takes, and one that each warp takes.
#include "check.h"

__device__ int lock_of_blocks;

__global__ void by_blocks(volatile int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock_of_blocks, 0, 1) != 0) {
    }
    __threadfence();
    int v = *sum;
    for (int i = 0; i < 100; i++) v += i % 2 ? -1 : 1;
    *sum = v + 1;
    __threadfence();
    atomicExch(&lock_of_blocks, 0);
  }
  __syncthreads();
}

__global__ void by_warps(int *lock, volatile int *sum) {
  if (threadIdx.x % 32 == 0) {
    while (atomicExch(lock, 1) != 0) {
    }
    __threadfence();
    int v = *sum;
    for (int i = 0; i < 3000; i++) v += i % 2 ? -1 : 1; // longer than a warp's slice
    *sum = v + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  int *d_sum, *d_lock, sum = 0;
  cudaMalloc(&d_sum, sizeof(int));
  cudaMalloc(&d_lock, sizeof(int));
  cudaMemset(d_sum, 0, sizeof(int));
  cudaMemset(d_lock, 0, sizeof(int));
  by_blocks<<<50, 64>>>(d_sum);
  by_warps<<<10, 256>>>(d_lock, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  return sum == 50 + 80 ? check_annotations(__FILE__) : 1;
}
