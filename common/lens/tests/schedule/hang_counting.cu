// hang_counting.cu: a thread that waits forever counts its iterations, so it is never twice in the
// same state, and nothing proves that it hangs. A limit on the steps ends it, and names the loop.
#include "check.h"

#include "lens/lens.h"

__global__ void kernel(volatile int *flag, int *x) {
  int rounds = 0;
  while (*flag == 0) rounds++; // BUG hang
  x[threadIdx.x] = rounds;
}

int main() {
  int *d_flag, *d_x;
  cudaMalloc(&d_flag, sizeof(int));
  cudaMalloc(&d_x, 32 * sizeof(int));
  cudaMemset(d_flag, 0, sizeof(int));
  lens_set_block_step_budget(1 << 20);
  kernel<<<1, 1>>>(d_flag, d_x);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
