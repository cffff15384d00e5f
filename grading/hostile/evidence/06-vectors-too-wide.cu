// static faulty more lanes share a row
#define HAS_STATIC
#include "rest-06.h"

/* A whole warp for each row, whatever the width. */
static __global__ void rows(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += 32) sum += values[k] * x[col_idx[k]];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  rows<<<num_rows / 8 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y);
}
