// float_pointer.cu: compiles only if real is float.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int row = 0; row < num_rows; row++) {
    const float *a = values;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) y[row] += a[k] * x[col_idx[k]];
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
  y[row] += sum;
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  if (num_rows == 0) return;
  kernel<<<(num_rows + 255) / 256, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
