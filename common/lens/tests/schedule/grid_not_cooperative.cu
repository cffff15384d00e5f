// grid_not_cooperative.cu: a barrier of the grid in an ordinary launch.
#include "check.h"

extern "C" void lens_grid_sync(void);

__global__ void kernel(int *x) {
  x[threadIdx.x] = 1;
  lens_grid_sync(); // BUG trap
  x[threadIdx.x] = 2;
}

int main() {
  int *d_x;
  cudaMalloc(&d_x, 32 * sizeof(int));
  kernel<<<1, 32>>>(d_x);
  if (cudaDeviceSynchronize() != cudaErrorLaunchFailure) return 1;
  return check_annotations(__FILE__);
}
