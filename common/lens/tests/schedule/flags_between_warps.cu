// flags_between_warps.cu: the two warps of a block alternately pass a number to each other, in
// shared memory and then in global memory.
#include "check.h"

__global__ void ping_pong(int rounds, volatile int *flag, volatile int *ball) {
  __shared__ volatile int shared_flag;
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) shared_flag = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    for (int i = 0; i < rounds; i++) {
      while (shared_flag != 2 * i + warp) {
      }
      __threadfence_block();
      shared_flag = shared_flag + 1;
    }
    for (int i = 0; i < rounds; i++) {
      while (*flag != 2 * i + 1 - warp) {
      }
      __threadfence();
      *ball = *ball + 1;
      __threadfence();
      *flag = *flag + 1;
    }
  }
}

int main() {
  int *d_flag, *d_ball, ball = 0;
  cudaMalloc(&d_flag, sizeof(int));
  cudaMalloc(&d_ball, sizeof(int));
  cudaMemset(d_flag, 0, sizeof(int));
  cudaMemset(d_ball, 0, sizeof(int));
  ping_pong<<<1, 64>>>(20, d_flag, d_ball);
  cudaMemcpy(&ball, d_ball, sizeof ball, cudaMemcpyDeviceToHost);
  return ball == 40 ? check_annotations(__FILE__) : 1;
}
