// reduce_shared.cu: tree reduction in shared memory, with neighbours first and with halves first.
#include "inputs.h"

#define BLOCK 128

__global__ void reduce_neighbours(int n, const float *x, float *sum) {
  __shared__ float part[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int step = 1; step < BLOCK; step *= 2) {
    int at = 2 * step * threadIdx.x;
    if (at < BLOCK) {
      part[at] += part[at + step];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[blockIdx.x] = part[0];
}

__global__ void reduce_halves(int n, const double *x, double *sum) {
  __shared__ double part[BLOCK];
  double mine = 0;
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) mine += x[i];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[blockIdx.x] = part[0];
}

static void run_input(int input) {
  int n = input_size[input];
  int blocks = blocks_for(n, BLOCK);
  reduce_neighbours<<<blocks, BLOCK>>>(n, upload_random<float>(n, 100), upload<float>(NULL, blocks));
  reduce_halves<<<6, BLOCK>>>(n, upload_random<double>(n, 100), upload<double>(NULL, 6));
}
