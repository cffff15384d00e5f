// grid_divergent.cu: one block returns before the barrier of the grid, and in another half of the
// threads wait at a barrier of the block instead.
#include "check.h"

extern "C" void lens_grid_sync(void);

__global__ void early(int *x) {
  if (blockIdx.x == 2) return;
  x[blockIdx.x * 64 + threadIdx.x] = 1;
  lens_grid_sync(); // BUG divergent barrier
}

__global__ void two_places(int *x) {
  if (blockIdx.x == 1 && threadIdx.x < 16) {
    __syncthreads(); // BUG divergent barrier
    x[threadIdx.x] = 1;
  }
  lens_grid_sync();
}

int main() {
  int *d_x;
  cudaMalloc(&d_x, 256 * sizeof(int));
  void *arguments[] = {&d_x};
  if (cudaLaunchCooperativeKernel(early, dim3(4), dim3(64), arguments, 0, 0) != cudaSuccess)
    return 1;
  if (cudaLaunchCooperativeKernel(two_places, dim3(4), dim3(64), arguments, 0, 0) != cudaSuccess)
    return 1;
  return check_annotations(__FILE__);
}
