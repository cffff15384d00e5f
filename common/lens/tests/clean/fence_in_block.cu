// fence_in_block.cu: a warp passes data to the next warp of its block, through shared memory.
#include "check.h"

__global__ void kernel(int *y) {
  __shared__ int data[128];
  __shared__ volatile int ready[4];
  int t = threadIdx.x;
  int warp = t / 32;
  if (t < 4) ready[t] = 0;
  __syncthreads();
  if (warp == 0) {
    data[t] = t;
  } else {
    if (t % 32 == 0) {
      while (!ready[warp - 1]) {}
      __threadfence_block();
    }
    __syncwarp();
    data[t] = data[(warp - 1) * 32 + (t + 1) % 32] + 100;
  }
  __threadfence_block();
  __syncwarp();
  if (t % 32 == 0) ready[warp] = 1;
  __syncthreads();
  y[t] = data[t];
}

int main() {
  int *d_y, h[128];
  cudaMalloc(&d_y, sizeof h);
  kernel<<<3, 128>>>(d_y);
  cudaMemcpy(h, d_y, sizeof h, cudaMemcpyDeviceToHost);
  return h[96] == 303 ? check_annotations(__FILE__) : 1;
}
