// Right: the whole warp takes part in each exchange. Its vectors iterate together, also without a
// row, until a vote shows that none has one. The static kernel uses a grid-stride loop.
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  if (num_rows == 0 || nnz / num_rows < 2) return 2;
  if (nnz / num_rows < 4) return 4;
  return nnz / num_rows < 64 ? 8 : 32;
}

#define WARP 0xffffffffu

// A vector whose row does not exist adds nothing and writes nothing.
static __device__ void one_turn(int width, int num_rows, int row, const int *row_ptr,
                                const int *col_idx, const real *values, real alpha, const real *x,
                                real beta, real *y) {
  int lane = threadIdx.x & (width - 1);
  bool has_row = row < num_rows;
  int end = has_row ? row_ptr[row + 1] : 0;
  real sum = 0;
  for (int k = has_row ? row_ptr[row] + lane : 0; k < end; k += width) {
    sum += values[k] * x[col_idx[k]];
  }
  for (int offset = width >> 1; offset; offset >>= 1) {
    sum += __shfl_down_sync(WARP, sum, offset, width);
  }
  if (!has_row || lane) return;
  real old = 0;
  if (beta != 0) old = beta * y[row];
  y[row] = old + alpha * sum;
}

__global__ void spmv_static(int width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int vectors = gridDim.x * blockDim.x / width;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / width;
  for (; __any_sync(WARP, row < num_rows); row += vectors) {
    one_turn(width, num_rows, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

__global__ void spmv_vector(int width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  for (;;) {
    int row = 0;
    if (threadIdx.x % width == 0) row = atomicAdd(next_row, 1);
    row = __shfl_sync(WARP, row, 0, width);
    if (__all_sync(WARP, row >= num_rows)) break;
    one_turn(width, num_rows, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

__global__ void spmv_warp(int width, int num_rows, const int *row_ptr, const int *col_idx,
                          const real *values, real alpha, const real *x, real beta, real *y,
                          int *next_row) {
  int first = 0, lane = threadIdx.x % warpSize;
  while (first < num_rows) {
    if (lane == 31) first = atomicAdd(next_row, warpSize / width); // any lane can take rows
    first = __shfl_sync(WARP, first, 31);
    one_turn(width, num_rows, first < num_rows ? first + lane / width : num_rows, row_ptr, col_idx,
             values, alpha, x, beta, y);
  }
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  spmv_static<<<7, 96>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                         d_y);
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  spmv_vector<<<5, 64>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                         d_y, d_next_row);
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  spmv_warp<<<properties.multiProcessorCount * 2, properties.maxThreadsPerBlock>>>(
      vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y, d_next_row);
}
