// hang_at_changing_shuffle.cu: lanes shuffle a different value each time, forever, without
// accessing memory.
#include "check.h"

#include "lens/lens.h"

__global__ void kernel(unsigned *x) {
  unsigned v = 2 * threadIdx.x + 1; // the value stays odd
  while (v != 0) v = 1664525 * v + 2 * __shfl_xor_sync(0xffffffff, v, 1); // BUG hang
  x[threadIdx.x] = v;
}

int main() {
  unsigned *d_x;
  cudaMalloc(&d_x, 32 * sizeof(unsigned));
  lens_set_step_budget(1 << 18);
  kernel<<<1, 32>>>(d_x);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
