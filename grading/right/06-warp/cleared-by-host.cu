// Right: if β is 0, the host clears y; otherwise a kernel scales it. Then lanes add to it one by
// one. Rows without entries are not touched after that. The host resets the counter.
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  if (num_rows == 0 || nnz < 2LL * num_rows) return 2;
  return nnz < 4LL * num_rows ? 4 : nnz < 64LL * num_rows ? 8 : 32;
}

static __global__ void scale(int num_rows, real beta, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < num_rows) y[row] *= beta;
}

static void prepare_y(int num_rows, real beta, real *d_y) {
  if (beta == 0) {
    cudaMemset(d_y, 0, num_rows * sizeof(real));
  } else if (beta != 1 && num_rows > 0) {
    scale<<<(num_rows + 127) / 128, 128>>>(num_rows, beta, d_y);
  }
}

static __device__ void add_row(int row, int lane, int vector_width, const int *row_ptr,
                               const int *col_idx, const real *values, real alpha, const real *x,
                               real *y) {
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += vector_width) {
    atomicAdd(&y[row], alpha * values[k] * x[col_idx[k]]);
  }
}

__global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / vector_width;
  if (row >= num_rows) return;
  add_row(row, threadIdx.x % vector_width, vector_width, row_ptr, col_idx, values, alpha, x, y);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int rows_a_block = 128 / vector_width;
  int blocks = (num_rows + rows_a_block - 1) / rows_a_block;
  prepare_y(num_rows, beta, d_y);
  if (blocks == 0) return;
  spmv_static<<<blocks, 128>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x,
                               beta, d_y);
}

__global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  int lane = threadIdx.x % vector_width;
  unsigned mask = (0xffffffff >> (32 - vector_width)) << (threadIdx.x % 32 - lane);
  for (;;) {
    int row = lane == 0 ? atomicAdd(next_row, 1) : 0;
    row = __shfl_sync(mask, row, 0, vector_width);
    if (row >= num_rows) return;
    add_row(row, lane, vector_width, row_ptr, col_idx, values, alpha, x, y);
  }
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  prepare_y(num_rows, beta, d_y);
  cudaMemset(d_next_row, 0, sizeof(int));
  spmv_vector<<<4, 128>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                          d_y, d_next_row);
}

__global__ void spmv_warp(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                          const real *values, real alpha, const real *x, real beta, real *y,
                          int *next_row) {
  int lane = threadIdx.x % 32;
  for (;;) {
    int first = lane == 0 ? atomicAdd(next_row, 32 / vector_width) : 0;
    first = __shfl_sync(0xffffffff, first, 0);
    if (first >= num_rows) return;
    int row = first + lane / vector_width;
    if (row >= num_rows) continue;
    add_row(row, lane % vector_width, vector_width, row_ptr, col_idx, values, alpha, x, y);
  }
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  prepare_y(num_rows, beta, d_y);
  cudaMemset(d_next_row, 0, sizeof(int));
  spmv_warp<<<4, 128>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                        d_y, d_next_row);
}
