// warp faulty vectors took rows separately
#define HAS_WARP
#include "rest-06.h"

/* Each vector takes its own row, as in task vector. */
static __global__ void rows(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  int lane = threadIdx.x % vector_width;
  while (true) {
    int row = lane == 0 ? atomicAdd(next_row, 1) : 0;
    row = __shfl_sync(0xffffffff, row, 0, vector_width);
    if (__all_sync(0xffffffff, row >= num_rows)) return;
    real sum = 0;
    int end = row < num_rows ? row_ptr[row + 1] : 0;
    for (int k = row < num_rows ? row_ptr[row] + lane : 0; k < end; k += vector_width) {
      sum += values[k] * x[col_idx[k]];
    }
    for (int offset = vector_width / 2; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, offset, vector_width);
    }
    if (lane == 0 && row < num_rows) y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
  }
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  rows<<<4, 128>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y,
                   d_next_row);
}
