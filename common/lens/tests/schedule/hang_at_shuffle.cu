// hang_at_shuffle.cu: a lane spins while the other lanes of its warp wait for it in a shuffle.
#include "check.h"

__global__ void kernel(volatile int *flag, int *x) {
  int v = threadIdx.x;
  if (threadIdx.x == 5) {
    while (*flag == 0) { // BUG hang
    }
  }
  v = __shfl_xor_sync(~0u, v, 1);
  x[threadIdx.x] = v;
}

int main() {
  int *d_flag, *d_x;
  cudaMalloc(&d_flag, sizeof(int));
  cudaMalloc(&d_x, 32 * sizeof(int));
  cudaMemset(d_flag, 0, sizeof(int));
  kernel<<<1, 32>>>(d_flag, d_x);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
