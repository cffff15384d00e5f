// histogram_shared.cu: counts values with atomics on shared memory: by ones, weighted by whole
// numbers, and weighted by reals.
#include "inputs.h"

#define BLOCK 128
#define BINS  100

__global__ void count_ones(int n, const int *value, int *bin) {
  __shared__ int mine[BINS];
  for (int b = threadIdx.x; b < BINS; b += BLOCK) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    int at = value[i];
    atomicAdd(&mine[at], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += BLOCK) {
    int count = mine[b];
    atomicAdd(&bin[b], count);
  }
}

__global__ void add_whole(int n, const int *value, const int *weight, int *bin) {
  __shared__ int mine[BINS];
  for (int b = threadIdx.x; b < BINS; b += BLOCK) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    int at = value[i];
    int w = weight[i];
    atomicAdd(&mine[at], w);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += BLOCK) bin[blockIdx.x * BINS + b] = mine[b];
}

/* No instruction adds reals in shared memory. nvcc generates a loop in which warps that update the
 * same word make each other's attempts fail. With one warp per block this cannot happen. */
template <class T> __global__ void add_real(int n, const int *value, const T *weight, T *bin) {
  __shared__ T mine[BINS];
  for (int b = threadIdx.x; b < BINS; b += 32) mine[b] = 0;
  __syncwarp();
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) {
    int at = value[i];
    T w = weight[i];
    atomicAdd(&mine[at], w);
  }
  __syncwarp();
  for (int b = threadIdx.x; b < BINS; b += 32) bin[blockIdx.x * BINS + b] = mine[b];
}

__global__ void add_real_by_warps(int n, const int *value, const float *weight, float *bin) {
  __shared__ float mine[BINS];
  for (int b = threadIdx.x; b < BINS; b += BLOCK) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
    int at = value[i];
    float w = weight[i];
    atomicAdd(&mine[at], w);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += BLOCK) bin[blockIdx.x * BINS + b] = mine[b];
}

static void run_input(int input) {
  int n = input_size[input];
  int used = input == 2 ? 1 : BINS >> (4 - input);
  int *value = upload_random<int>(n, used);
  count_ones<<<4, BLOCK>>>(n, value, upload<int>(NULL, BINS));
  add_whole<<<4, BLOCK>>>(n, value, upload_random<int>(n, 9), upload<int>(NULL, 4 * BINS));
  float *weight = upload_random<float>(n, 9, 1); /* adding 0 would leave the word unchanged */
  add_real<<<4, 32>>>(n, value, weight, upload<float>(NULL, 4 * BINS));
  add_real<<<4, 32>>>(n, value, upload_random<double>(n, 9, 1), upload<double>(NULL, 4 * BINS));
  add_real_by_warps<<<4, BLOCK>>>(n, value, weight, upload<float>(NULL, 4 * BINS));
}
