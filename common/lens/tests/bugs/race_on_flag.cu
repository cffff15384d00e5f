// race_on_flag.cu: a thread waits for a flag. A barrier of the block does not help: the flag must
// be volatile, and there must be fences between it and the data.
#include "check.h"

__global__ void of_one_block(volatile int *ready, int *data) {
  if (threadIdx.x == 0) {
    while (*ready == 0) {
    }
    data[1] = data[0]; // BUG race data: a flag orders nothing by itself: put a __threadfence() between
  } else if (threadIdx.x == 32) {
    data[0] = 1;
    *ready = 1;
  }
}

__global__ void of_two_blocks(volatile int *ready, int *data) {
  if (blockIdx.x == 1) {
    while (*ready == 0) {
    }
    data[1] = data[0]; // BUG race data: a flag orders nothing by itself: put a __threadfence() between
  } else {
    data[0] = 1;
    *ready = 1;
  }
}

int main() {
  int *ready, *data;
  cudaMalloc(&ready, 2 * sizeof(int));
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMemset(ready, 0, 2 * sizeof(int));
  of_one_block<<<1, 64>>>(ready, data);
  of_two_blocks<<<2, 1>>>(ready + 1, data);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(ready);
  cudaFree(data);
  return check_annotations(__FILE__);
}
