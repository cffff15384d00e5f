// block_scope.cu: atomics of block scope that are right: each block has its own words, or there is
// a launch or a grid barrier between two blocks.
#include "arrays.h"

#include <cooperative_groups.h>

__global__ void own_words(int *sums) {
  __shared__ int part;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd_block(&part, 1);
  __syncthreads();
  atomicAdd_block(&sums[blockIdx.x], part > 0);
}

__global__ void one_after_the_other(int *sum, int block) {
  if ((int)blockIdx.x == block) atomicAdd_block(sum, 1);
}

__global__ void in_two_phases(int *sum) {
  if (blockIdx.x == 0) atomicMax_block(sum, 1000);
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 1) atomicSub_block(sum, 1);
}

int main() {
  int *sums = zeros<int>(4), *sum = zeros<int>(1), got[4], total;
  own_words<<<4, 64>>>(sums);
  for (int block = 0; block < 4; block++) one_after_the_other<<<4, 64>>>(sum, block);
  void *arguments[] = {&sum};
  cudaLaunchCooperativeKernel((const void *)in_two_phases, dim3(2), dim3(32), arguments, 0, 0);
  cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  if (got[0] != 64 || got[3] != 64 || total != 1000 - 32) return 1;
  return outcome(cudaSuccess, __FILE__);
}
