// slow_step.cu: in each block the same thread takes long for the same step, for example because a
// kernel is the first to touch many pages of memory. Periodic checks find it there each time.
#include "check.h"

__global__ void kernel(int *y) {
  if (threadIdx.x == 0) check_take_long(0.4);
  y[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

int main() {
  int *d_y;
  cudaMalloc(&d_y, 10 * 32 * sizeof(int));
  kernel<<<10, 32>>>(d_y);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaFree(d_y);
  return check_annotations(__FILE__);
}
