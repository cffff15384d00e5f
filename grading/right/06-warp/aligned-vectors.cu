// Right: each iteration of a vector begins at a multiple of its width. In the first iteration,
// lanes that are before the row wait. Otherwise as in the handout.
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  int mean = num_rows > 0 ? nnz / num_rows : 0;
  return mean < 2 ? 2 : mean < 4 ? 4 : mean < 64 ? 8 : 32;
}

static __device__ unsigned own_mask(int width) {
  return (0xffffffffu >> (32 - width)) << (threadIdx.x % 32 / width * width);
}

static __device__ void multiply_row(int width, int row, const int *row_ptr, const int *col_idx,
                                    const real *values, real alpha, const real *x, real beta,
                                    real *y) {
  int lane = threadIdx.x % width, begin = row_ptr[row], end = row_ptr[row + 1];
  real sum = 0;
  for (int k = begin / width * width + lane; k < end; k += width) {
    if (k >= begin) sum += values[k] * x[col_idx[k]];
  }
  for (int step = width / 2; step > 0; step /= 2) {
    sum += __shfl_down_sync(own_mask(width), sum, step, width);
  }
  if (lane == 0) y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

__global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / vector_width;
  if (row < num_rows) {
    multiply_row(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int rows_a_block = 512 / vector_width;
  int blocks = (num_rows + rows_a_block - 1) / rows_a_block;
  if (blocks == 0) return;
  spmv_static<<<blocks, 512>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x,
                               beta, d_y);
}

static int full_blocks() {
  int multiprocessors, threads;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  return multiprocessors * (threads / 1024);
}

__global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  for (;;) {
    int row = 0;
    if (threadIdx.x % vector_width == 0) row = atomicAdd(next_row, 1);
    row = __shfl_sync(own_mask(vector_width), row, 0, vector_width);
    if (row >= num_rows) return;
    multiply_row(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  spmv_vector<<<full_blocks(), 1024>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values,
                                       alpha, d_x, beta, d_y, d_next_row);
}

__global__ void spmv_warp(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                          const real *values, real alpha, const real *x, real beta, real *y,
                          int *next_row) {
  int lane = threadIdx.x % 32;
  for (;;) {
    int first = 0;
    if (lane == 0) first = atomicAdd(next_row, 32 / vector_width);
    first = __shfl_sync(0xffffffff, first, 0);
    if (first >= num_rows) return;
    int row = first + lane / vector_width;
    if (row < num_rows) {
      multiply_row(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
    }
  }
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  spmv_warp<<<full_blocks(), 1024>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha,
                                     d_x, beta, d_y, d_next_row);
}
