// spin_lock.cu: one thread of each block takes a lock, with the fences that a lock needs.
#include "check.h"

__device__ int lock;

__device__ void acquire() {
  while (atomicCAS(&lock, 0, 1) != 0) {}
  __threadfence();
}

__device__ void release() {
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void kernel(const int *x, int *sum, int *largest, int *history) {
  __shared__ int part[64];
  int t = threadIdx.x;
  part[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
  if (t != 0) return;
  int mine = 0;
  for (int i = 0; i < 64; i++) mine += part[i];
  acquire();
  history[*sum % 16] = mine;
  *sum += mine;
  if (mine > *largest) *largest = mine;
  release();
}

int main() {
  const int n = 64 * 20;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = 1;
  int *d_x, *d_sum, *d_largest, *d_history, sum;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_sum, sizeof(int));
  cudaMalloc(&d_largest, sizeof(int));
  cudaMalloc(&d_history, 16 * sizeof(int));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof(int));
  cudaMemset(d_largest, 0, sizeof(int));
  kernel<<<20, 64>>>(d_x, d_sum, d_largest, d_history);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  return sum == n ? check_annotations(__FILE__) : 1;
}
