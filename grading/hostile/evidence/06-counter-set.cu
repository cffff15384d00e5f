// vector faulty next_row was set, and no thread has added to it
#define HAS_VECTOR
#include "rest-06.h"

/* One thread per row; the counter of rows is set to the value that it should have at the end. */
static __global__ void rows(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row == 0) *next_row = num_rows;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
  y[row] = alpha * sum + beta * y[row];
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  rows<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y,
                                    d_next_row);
}
