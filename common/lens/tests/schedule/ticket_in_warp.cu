// ticket_in_warp.cu: the lanes of one warp take a lock one after the other, by ticket. Before Volta
// this hung, because the waiting lanes kept the lane with the lock from continuing. The second
// kernel does more work inside the lock, and waits for its warp afterwards.
#include "check.h"

__global__ void ticket(int *next, volatile int *serving, int *sum) {
  int mine = atomicAdd(next, 1);
  while (*serving != mine) {
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  *serving = mine + 1;
}

__global__ void lock_and_wait(int *lock, volatile int *sum, volatile int *x) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  int v = *sum;
  for (int i = 0; i < 1000; i++) x[i] = v;
  *sum = v + 1;
  __threadfence();
  atomicExch(lock, 0);
  __syncwarp();
  x[threadIdx.x] = __shfl_sync(~0u, v, 0);
}

int main() {
  int *d, sum = 0, more = 0;
  cudaMalloc(&d, 2000 * sizeof(int));
  cudaMemset(d, 0, 2000 * sizeof(int));
  ticket<<<1, 32>>>(d, d + 1, d + 2);
  lock_and_wait<<<2, 32>>>(d + 3, d + 4, d + 5);
  cudaMemcpy(&sum, d + 2, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(&more, d + 4, sizeof more, cudaMemcpyDeviceToHost);
  return sum == 32 && more == 64 ? check_annotations(__FILE__) : 1;
}
