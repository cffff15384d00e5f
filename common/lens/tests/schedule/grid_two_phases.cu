// grid_two_phases.cu: the grid barrier between two phases of an iteration is missing: a block may
// read data that are not written yet.
#include "check.h"

extern "C" void lens_grid_sync(void);

__global__ void shift(int *x, int *y) {
  int i = blockIdx.x * 32 + threadIdx.x;
  x[i] = i;
  lens_grid_sync();
  y[i] = x[255 - i]; // BUG race x
  x[i] = y[255 - i]; // BUG race y
  lens_grid_sync();
  y[i] = x[255 - i];
}

int main() {
  int *d_x, *d_y;
  cudaMalloc(&d_x, 256 * sizeof(int));
  cudaMalloc(&d_y, 256 * sizeof(int));
  cudaMemset(d_y, 0, 256 * sizeof(int));
  void *arguments[] = {&d_x, &d_y};
  if (cudaLaunchCooperativeKernel(shift, dim3(8), dim3(32), arguments, 0, 0) != cudaSuccess)
    return 1;
  return check_annotations(__FILE__);
}
