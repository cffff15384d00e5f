// race_beside_volatile.cu: a block reads a value by a volatile load, two by plain ones, and one of
// those then writes it, while the other may still be reading. Only the first reader is recorded,
// which here is the writer itself.
#include "check.h"

__device__ void await(int *stage, int wanted) {
  while (atomicAdd(stage, 0) < wanted) {
  }
}

__global__ void read_and_write(int *value, int *sum, int *stage) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    atomicAdd(sum, *(volatile int *)value);
    atomicAdd(stage, 1);
  }
  if (blockIdx.x == 100) {
    await(stage, 1);
    atomicAdd(sum, *value);
    atomicAdd(stage, 1);
    await(stage, 3);
    *value = 5; // BUG race value: threads of other blocks read
  }
  if (blockIdx.x == 200) {
    await(stage, 2);
    atomicAdd(sum, *value);
    atomicAdd(stage, 1);
  }
}

int main() {
  int *value, *sum, *stage;
  cudaMalloc(&value, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMalloc(&stage, sizeof(int));
  cudaMemset(value, 0, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaMemset(stage, 0, sizeof(int));
  read_and_write<<<300, 32>>>(value, sum, stage);
  cudaDeviceSynchronize();
  cudaFree(value);
  cudaFree(sum);
  cudaFree(stage);
  return check_annotations(__FILE__);
}
