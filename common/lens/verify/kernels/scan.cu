// scan.cu: inclusive scan of a block in shared memory, with two buffers in turn.
#include "inputs.h"

#define BLOCK 256

__global__ void scan(int n, const int *x, int *y, int *block_sum) {
  __shared__ int buffer[2][BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int from = 0;
  buffer[0][threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < BLOCK; distance *= 2) {
    int value = buffer[from][threadIdx.x];
    if (threadIdx.x >= distance) {
      value += buffer[from][threadIdx.x - distance];
    }
    from = 1 - from;
    buffer[from][threadIdx.x] = value;
    __syncthreads();
  }
  if (i < n) {
    y[i] = buffer[from][threadIdx.x];
  }
  if (threadIdx.x == BLOCK - 1) {
    block_sum[blockIdx.x] = buffer[from][threadIdx.x];
  }
}

static void run_input(int input) {
  int n = input_size[input];
  int blocks = blocks_for(n, BLOCK);
  scan<<<blocks, BLOCK>>>(n, upload_random<int>(n, 10), upload<int>(NULL, n), upload<int>(NULL, blocks));
}
