// look_back.cu: an inclusive scan in one pass. A block waits for its predecessor's prefix, and the
// blocks are in the reverse order: the blocks that run first wait for the last ones. In one kernel
// a thread waits while the others are at a barrier, in the other the block passes barriers while it
// waits.
#include "check.h"

__device__ void scan_tile(int *tile, int t) {
  for (int d = 1; d < 64; d *= 2) {
    int other = t >= d ? tile[t - d] : 0;
    __syncthreads();
    tile[t] += other;
    __syncthreads();
  }
}

__global__ void one_waits(const int *x, int *y, volatile int *state, volatile int *prefix) {
  __shared__ int tile[64];
  __shared__ int before;
  int t = threadIdx.x, block = gridDim.x - 1 - blockIdx.x;
  tile[t] = x[block * 64 + t];
  __syncthreads();
  scan_tile(tile, t);
  if (t == 0) {
    int sum = 0;
    if (block > 0) {
      while (state[block - 1] == 0) {
      }
      __threadfence();
      sum = prefix[block - 1];
    }
    prefix[block] = sum + tile[63];
    __threadfence();
    state[block] = 1;
    before = sum;
  }
  __syncthreads();
  y[block * 64 + t] = before + tile[t];
}

__global__ void all_wait(const int *x, int *y, volatile int *state, volatile int *prefix) {
  __shared__ int tile[64];
  __shared__ int before, ready;
  int t = threadIdx.x, block = gridDim.x - 1 - blockIdx.x;
  tile[t] = x[block * 64 + t];
  __syncthreads();
  scan_tile(tile, t);
  do {
    if (t == 0) {
      ready = block == 0 || state[block - 1] != 0;
      __threadfence();
      before = block > 0 && ready ? prefix[block - 1] : 0;
    }
    __syncthreads();
    int go = ready;
    __syncthreads();
    if (go) break;
  } while (true);
  if (t == 0) {
    prefix[block] = before + tile[63];
    __threadfence();
    state[block] = 1;
  }
  y[block * 64 + t] = before + tile[t];
}

int main() {
  const int blocks = 12, n = blocks * 64;
  static int h[n], result[n];
  for (int i = 0; i < n; i++) h[i] = i % 5;
  int *d_x, *d_y, *d_state, *d_prefix;
  cudaMalloc(&d_x, sizeof h);
  cudaMalloc(&d_y, sizeof h);
  cudaMalloc(&d_state, blocks * sizeof(int));
  cudaMalloc(&d_prefix, blocks * sizeof(int));
  cudaMemcpy(d_x, h, sizeof h, cudaMemcpyHostToDevice);
  for (int variant = 0; variant < 2; variant++) {
    cudaMemset(d_state, 0, blocks * sizeof(int));
    if (variant == 0)
      one_waits<<<blocks, 64>>>(d_x, d_y, d_state, d_prefix);
    else
      all_wait<<<blocks, 64>>>(d_x, d_y, d_state, d_prefix);
    cudaMemcpy(result, d_y, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0, sum = 0; i < n; i++) {
      sum += h[i];
      if (result[i] != sum) return 1;
    }
  }
  return check_annotations(__FILE__);
}
