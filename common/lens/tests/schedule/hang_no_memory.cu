// hang_no_memory.cu: a loop that accesses no memory and never ends.
#include "check.h"

__global__ void kernel(int n, int *x) {
  int i = n;
  while (i != 7) {      // BUG-clang hang
    i = i == 3 ? 5 : 3; // BUG-gcc hang
  }
  x[threadIdx.x] = i;
}

int main() {
  int *d_x;
  cudaMalloc(&d_x, 32 * sizeof(int));
  kernel<<<1, 32>>>(4, d_x);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
