// hang_between_blocks.cu: each block waits for the next one, in a ring.
#include "check.h"

__global__ void ring(volatile int *flags) {
  if (threadIdx.x == 0) {
    int next = (blockIdx.x + 1) % gridDim.x;
    while (flags[next] == 0) { // BUG hang
    }
    __threadfence();
    flags[blockIdx.x] = 1;
  }
}

int main() {
  int *d_flags;
  cudaMalloc(&d_flags, 64 * sizeof(int));
  cudaMemset(d_flags, 0, 64 * sizeof(int));
  ring<<<64, 32>>>(d_flags);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
