// reduce_shuffle.cu: reduction by warp shuffles, one sum per warp, then one atomic per warp.
#include "inputs.h"

#define BLOCK 192

__global__ void reduce_shuffle(int n, const float *x, float *warp_sum, float *sum) {
  float mine = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) mine += x[i];
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if (threadIdx.x % 32 == 0) {
    warp_sum[(blockIdx.x * BLOCK + threadIdx.x) / 32] = mine;
    atomicAdd(sum, mine);
  }
}

static void run_input(int input) {
  int n = input_size[input];
  int blocks = 3 + 2 * input;
  reduce_shuffle<<<blocks, BLOCK>>>(n, upload_random<float>(n, 100),
                                    upload<float>(NULL, blocks * BLOCK / 32), upload<float>(NULL, 1));
}
