// two_mistakes.cu: lab 01, task cpu, with two mistakes that show on the same rows.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1] - 1; k++) sum += values[k] * x[col_idx[k]];
    y[row] = sum;
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  // TODO(kernel)
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  // TODO(launch)
}
