// waiting.cuh: kernels whose threads wait for each other, in a warp or in a block.
#ifndef LENS_BENCH_WAITING_CUH
#define LENS_BENCH_WAITING_CUH

#include "bench.h"

// One warp per row; shuffles compute its sum.
__global__ void csr_vector(int rows, const int *row_ptr, const int *col_idx, const float *values,
                           const float *x, float *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += 32) {
    sum += values[k] * x[col_idx[k]];
  }
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffffu, sum, half);
  if (lane == 0) y[row] = sum;
}

// Each block adds its elements by a tree in shared memory.
__global__ void reduction(int n, const float *x, float *y) {
  __shared__ float part[BENCH_BLOCK];
  int i = blockIdx.x * BENCH_BLOCK + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned half = BENCH_BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}

// C = A B for squares whose side is a multiple of the tile's.
__global__ void product(int side, const float *a, const float *b, float *c) {
  __shared__ float tile_a[BENCH_TILE][BENCH_TILE], tile_b[BENCH_TILE][BENCH_TILE];
  int row = blockIdx.y * BENCH_TILE + threadIdx.y;
  int column = blockIdx.x * BENCH_TILE + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < side; first += BENCH_TILE) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * side + first + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * side + column];
    __syncthreads();
    for (int k = 0; k < BENCH_TILE; k++) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * side + column] = sum;
}

// Each block counts in shared memory first.
__global__ void histogram(int n, const int *values, int *bins) {
  __shared__ int mine[BENCH_BINS];
  for (int bin = threadIdx.x; bin < BENCH_BINS; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&mine[values[i] % BENCH_BINS], 1);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < BENCH_BINS; bin += blockDim.x) {
    atomicAdd(&bins[bin], mine[bin]);
  }
}

#endif
