// look_back.cu: a prefix sum in one pass: a block adds up what the blocks before it have published,
// until it reaches a block whose whole prefix is known.
#include "check.h"

enum { EMPTY, AGGREGATE, PREFIX };

__global__ void scan(const int *x, int *y, int *aggregates, int *prefixes,
                     volatile int *states) {
  __shared__ int tile[128];
  __shared__ int before;
  int block = blockIdx.x;
  int t = threadIdx.x;
  tile[t] = x[block * 128 + t];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    int left = t >= step ? tile[t - step] : 0;
    __syncthreads();
    tile[t] += left;
    __syncthreads();
  }
  if (t == 127) {
    aggregates[block] = tile[127];
    __threadfence();
    states[block] = AGGREGATE;
    int sum = 0;
    for (int i = block - 1; i >= 0; i--) {
      int state;
      do {
        state = states[i];
      } while (state == EMPTY);
      __threadfence();
      sum += state == PREFIX ? prefixes[i] : aggregates[i];
      if (state == PREFIX) break;
    }
    prefixes[block] = sum + tile[127];
    __threadfence();
    states[block] = PREFIX;
    before = sum;
  }
  __syncthreads();
  y[block * 128 + t] = before + tile[t];
}

int main() {
  const int blocks = 24, n = 128 * blocks;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i % 3;
  int *d_x, *d_y, *d_aggregates, *d_prefixes, *d_states;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMalloc(&d_aggregates, blocks * sizeof(int));
  cudaMalloc(&d_prefixes, blocks * sizeof(int));
  cudaMalloc(&d_states, blocks * sizeof(int));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_states, 0, blocks * sizeof(int));
  scan<<<blocks, 128>>>(d_x, d_y, d_aggregates, d_prefixes, d_states);
  cudaMemcpy(h, d_y, sizeof h, cudaMemcpyDeviceToHost);
  return h[n - 1] == n ? check_annotations(__FILE__) : 1;
}
