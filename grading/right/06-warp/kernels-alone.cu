// Right: three kernels without a common helper, in blocks of 256 threads.
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
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += vector_width) {
    sum += values[k] * x[col_idx[k]];
  }
  for (int offset = vector_width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(mask, sum, offset, vector_width);
  }
  if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  const int threads_per_block = 256;
  int rows_a_block = threads_per_block / vector_width;
  int blocks = (num_rows + rows_a_block - 1) / rows_a_block;
  if (blocks == 0) return;
  spmv_static<<<blocks, threads_per_block>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values,
                                             alpha, d_x, beta, d_y);
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
    for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += vector_width) {
      sum += values[k] * x[col_idx[k]];
    }
    for (int offset = vector_width / 2; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(mask, sum, offset, vector_width);
    }
    if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
  }
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  const int threads_per_block = 256;
  spmv_vector<<<4, threads_per_block>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values,
                                        alpha, d_x, beta, d_y, d_next_row);
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
      for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += vector_width) {
        sum += values[k] * x[col_idx[k]];
      }
      for (int offset = vector_width / 2; offset > 0; offset /= 2) {
        sum += __shfl_down_sync(mask, sum, offset, vector_width);
      }
      if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
    }
  }
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  const int threads_per_block = 256;
  spmv_warp<<<4, threads_per_block>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha,
                                      d_x, beta, d_y, d_next_row);
}
