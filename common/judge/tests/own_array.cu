// own_array.cu: a kernel whose threads have local arrays, which are too short for some rows.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real part[2] = {0, 0};
  int begin = row_ptr[row], length = row_ptr[row + 1] - begin;
  for (int i = 0; i < length; i++) part[i] += values[begin + i] * x[col_idx[begin + i]];
  y[row] += part[0] + part[1];
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  kernel<<<(num_rows + 255) / 256, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
