// bitonic_sort.cu: sorts by steps of compare and exchange: one step per launch in global memory,
// and all steps of a block in shared memory.
#include "inputs.h"

#define BLOCK 128

__global__ void step_in_global(int n, int size, int distance, int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = i ^ distance;
  if (other <= i || other >= n) return;
  int mine = x[i];
  int theirs = x[other];
  bool up = (i & size) == 0;
  if ((mine > theirs) == up) {
    x[i] = theirs;
    x[other] = mine;
  }
}

__global__ void sort_in_shared(int n, int *x) {
  __shared__ int tile[2 * BLOCK];
  int first = blockIdx.x * 2 * BLOCK + threadIdx.x;
  tile[threadIdx.x] = first < n ? x[first] : 1 << 30;
  tile[threadIdx.x + BLOCK] = first + BLOCK < n ? x[first + BLOCK] : 1 << 30;
  __syncthreads();
  for (int size = 2; size <= 2 * BLOCK; size *= 2) {
    for (int distance = size / 2; distance > 0; distance /= 2) {
      int low = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
      int mine = tile[low];
      int theirs = tile[low + distance];
      bool up = (low & size) == 0;
      if ((mine > theirs) == up) {
        tile[low] = theirs;
        tile[low + distance] = mine;
      }
      __syncthreads();
    }
  }
  if (first < n) x[first] = tile[threadIdx.x];
  if (first + BLOCK < n) x[first + BLOCK] = tile[threadIdx.x + BLOCK];
}

static void run_input(int input) {
  int n = input_size[input];
  int *x = upload_random<int>(n, 100000);
  for (int distance = 8; distance > 0; distance /= 4) {
    step_in_global<<<blocks_for(n, BLOCK), BLOCK>>>(n, 16, distance, x);
  }
  sort_in_shared<<<blocks_for(n, 2 * BLOCK), BLOCK>>>(n, x);
}
