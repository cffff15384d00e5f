// Right: each iteration of a vector begins at a multiple of its width, so that its loads are
// aligned. Nothing is reduced: lane 0 scales y, and then every lane adds its own part to it,
// atomically.
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  if (num_rows == 0) return 2;
  double mean = (double)nnz / num_rows;
  if (mean < 2) return 2;
  if (mean < 4) return 4;
  return mean < 64 ? 8 : 32;
}

__global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int lane = threadIdx.x % vector_width;
  unsigned mask = (0xffffffff >> (32 - vector_width)) << (threadIdx.x % 32 - lane);
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / vector_width;
  if (row >= num_rows) return;
  real sum = 0;
  int begin = row_ptr[row];
  // The first lanes of the first iteration may be before the row: they wait.
  for (int k = begin - begin % vector_width + lane; k < row_ptr[row + 1]; k += vector_width) {
    if (k >= begin) sum += values[k] * x[col_idx[k]];
  }
  if (lane == 0) y[row] = beta == 0 ? 0 : beta * y[row];
  __syncwarp(mask);
  atomicAdd(&y[row], alpha * sum);
  __syncwarp(mask);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int rows_a_block = 256 / vector_width;
  int blocks = (num_rows + rows_a_block - 1) / rows_a_block;
  if (blocks == 0) return;
  spmv_static<<<blocks, 256>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x,
                               beta, d_y);
}

__global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  int lane = threadIdx.x % vector_width;
  unsigned mask = (0xffffffff >> (32 - vector_width)) << (threadIdx.x % 32 - lane);
  for (;;) {
    int row = 0;
    if (lane == 0) row = atomicAdd(next_row, 1);
    row = __shfl_sync(mask, row, 0, vector_width);
    if (row >= num_rows) return;
    real sum = 0;
    int begin = row_ptr[row];
    // The first lanes of the first iteration may be before the row: they wait.
    for (int k = begin - begin % vector_width + lane; k < row_ptr[row + 1]; k += vector_width) {
      if (k >= begin) sum += values[k] * x[col_idx[k]];
    }
    if (lane == 0) y[row] = beta == 0 ? 0 : beta * y[row];
    __syncwarp(mask);
    atomicAdd(&y[row], alpha * sum);
    __syncwarp(mask);
  }
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  spmv_vector<<<32, 1024>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x,
                            beta, d_y, d_next_row);
}

__global__ void spmv_warp(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                          const real *values, real alpha, const real *x, real beta, real *y,
                          int *next_row) {
  int lane = threadIdx.x % vector_width;
  unsigned mask = (0xffffffff >> (32 - vector_width)) << (threadIdx.x % 32 - lane);
  for (;;) {
    int first = 0;
    if (threadIdx.x % 32 == 0) first = atomicAdd(next_row, 32 / vector_width);
    first = __shfl_sync(0xffffffff, first, 0);
    if (first >= num_rows) return;
    int row = first + threadIdx.x % 32 / vector_width;
    if (row < num_rows) {
      real sum = 0;
      int begin = row_ptr[row];
      // The first lanes of the first iteration may be before the row: they wait.
      for (int k = begin - begin % vector_width + lane; k < row_ptr[row + 1]; k += vector_width) {
        if (k >= begin) sum += values[k] * x[col_idx[k]];
      }
      if (lane == 0) y[row] = beta == 0 ? 0 : beta * y[row];
      __syncwarp(mask);
      atomicAdd(&y[row], alpha * sum);
      __syncwarp(mask);
    }
  }
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  spmv_warp<<<32, 1024>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                          d_y, d_next_row);
}
