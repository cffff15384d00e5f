// static faulty fewer lanes share a row
#define HAS_STATIC
#include "rest-06.h"

/* Lab 01's kernel: one thread per row, whatever the width. */
static __global__ void rows(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
  y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  rows<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                                    d_y);
}
