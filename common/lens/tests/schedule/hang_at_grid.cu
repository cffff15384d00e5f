// hang_at_grid.cu: a block spins while the others wait for it at the barrier of the grid.
#include "check.h"

extern "C" void lens_grid_sync(void);

__global__ void kernel(volatile int *flag, int *x) {
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (*flag == 0) { // BUG hang
    }
  }
  lens_grid_sync();
  x[threadIdx.x] = 1;
}

int main() {
  int *d_flag, *d_x;
  cudaMalloc(&d_flag, sizeof(int));
  cudaMalloc(&d_x, 64 * sizeof(int));
  cudaMemset(d_flag, 0, sizeof(int));
  void *arguments[] = {&d_flag, &d_x};
  if (cudaLaunchCooperativeKernel(kernel, dim3(8), dim3(64), arguments, 0, 0) !=
      cudaErrorLaunchTimeout)
    return 1;
  return check_annotations(__FILE__);
}
