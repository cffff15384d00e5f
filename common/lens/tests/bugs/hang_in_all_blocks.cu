// hang_in_all_blocks.cu: blocks take their steps from a shared budget, and return unused ones. Many
// blocks, one after the other, may use more steps in total than blocks that never end.
#include "arrays.h"

#include "lens/lens.h"

__global__ void ends(int n, unsigned *x) {
  for (int i = 0; i < n; i++) {
    atomicAdd(&x[threadIdx.x], 1u);
    __syncthreads(); // a waiting thread does not count as ended
  }
}

__global__ void never_ends(unsigned *x) {
  while (atomicAdd(&x[0], 1u) != 0xffffffff) continue; // BUG hang
}

int main() {
  unsigned *x = zeros<unsigned>(256);
  lens_set_block_step_budget(1 << 17);
  ends<<<200, 256>>>(30, x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  never_ends<<<32, 1024>>>(x);
  return outcome(cudaErrorLaunchTimeout, __FILE__);
}
