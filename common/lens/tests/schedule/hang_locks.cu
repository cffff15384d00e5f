// hang_locks.cu: two lanes of a warp take two locks in opposite order; then two blocks do.
#include "check.h"

#include "lens/lens.h"

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) { // BUG hang
  }
}

__global__ void lanes(int *locks, volatile int *held) {
  int one = threadIdx.x, other = 1 - one;
  take(&locks[one]);
  held[one] = 1;
  __threadfence();
  while (held[other] == 0) {
  }
  take(&locks[other]);
  held[one] = 2;
}

__global__ void blocks(int *locks, volatile int *held) {
  int one = blockIdx.x, other = 1 - one;
  take(&locks[one]);
  held[one] = 1;
  __threadfence();
  while (held[other] == 0) {
  }
  take(&locks[other]);
  held[one] = 2;
}

int main() {
  int *d;
  cudaMalloc(&d, 8 * sizeof(int));
  cudaMemset(d, 0, 8 * sizeof(int));
  lanes<<<1, 2>>>(d, d + 2);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
