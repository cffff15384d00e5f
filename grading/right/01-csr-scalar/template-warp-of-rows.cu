// Right: a template over the real type does the work, with two running sums and one warp per block.
#include "csr-scalar.h"

template <typename Real>
__host__ __device__ static Real row_product(int begin, int end, const int *col_idx,
                                            const Real *values, const Real *x) {
  Real even = 0, odd = 0;
  int k = begin;
  for (; k + 1 < end; k += 2) {
    even += values[k] * x[col_idx[k]];
    odd += values[k + 1] * x[col_idx[k + 1]];
  }
  if (k < end) even += values[k] * x[col_idx[k]];
  return even + odd;
}

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  const int *end = row_ptr + 1;
  for (int row = 0; row < num_rows; ++row) {
    y[row] += row_product<real>(row_ptr[row], end[row], col_idx, values, x);
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  const unsigned row = threadIdx.x + blockDim.x * blockIdx.x;
  if (row < (unsigned)num_rows) {
    y[row] += row_product<real>(row_ptr[row], row_ptr[row + 1], col_idx, values, x);
  }
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  if (num_rows <= 0) return;
  kernel<<<(num_rows - 1) / 32 + 1, 32>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
