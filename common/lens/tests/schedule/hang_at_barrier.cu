// hang_at_barrier.cu: one thread waits for a flag that is only set after the barrier at which all
// others wait for it.
#include "check.h"

__global__ void kernel(volatile int *flag, int *x) {
  if (threadIdx.x == 70) {
    while (*flag == 0) { // BUG hang
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
  x[threadIdx.x] = 1;
}

int main() {
  int *d_flag, *d_x;
  cudaMalloc(&d_flag, sizeof(int));
  cudaMalloc(&d_x, 128 * sizeof(int));
  cudaMemset(d_flag, 0, sizeof(int));
  kernel<<<3, 128>>>(d_flag, d_x);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
