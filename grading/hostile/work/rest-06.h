/* rest-06.h: the functions that lab 06 requires in addition to a file's task, and the work on a
 * row. */
#include "warp.h"

int choose_vector_width(int num_rows, int nnz) {
  return 2;
}

#ifndef HAS_STATIC
void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {}
#endif

#ifndef HAS_VECTOR
void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {}
#endif

#ifndef HAS_WARP
void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {}
#endif

__device__ inline unsigned lanes_of_vector(int width) {
  int lane = threadIdx.x % 32;
  return (0xffffffffu >> (32 - width)) << (lane - lane % width);
}

__device__ inline void work_on_row(int width, int row, const int *row_ptr, const int *col_idx,
                                   const real *values, real alpha, const real *x, real beta,
                                   real *y) {
  int lane = threadIdx.x % width;
  real sum = 0;
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += width) {
    sum += values[k] * x[col_idx[k]];
  }
  for (int offset = width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(lanes_of_vector(width), sum, offset, width);
  }
  if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
}
