// called_like_a_function.cu: a launch without <<<>>>, which compiles because the kernel is an
// argument.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  kernel(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
