// mistake: lane-forgotten, line 14
#include "warp.h"

#define STATIC
#include "rest.h"

__global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int lane = threadIdx.x % vector_width;
  unsigned mask = (0xffffffff >> (32 - vector_width)) << (threadIdx.x % 32 - lane);
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / vector_width;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k += vector_width) {
    sum += values[k] * x[col_idx[k]];
  }
  for (int offset = vector_width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(mask, sum, offset, vector_width);
  }
  if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int rows_a_block = 256 / vector_width;
  int blocks = (num_rows + rows_a_block - 1) / rows_a_block;
  if (blocks == 0) return;
  spmv_static<<<blocks, 256>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x,
                               beta, d_y);
}
