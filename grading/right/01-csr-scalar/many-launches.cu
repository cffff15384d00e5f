// Right: rows in slices, one launch per slice, offsets added to the pointers; x through the
// read-only path.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  int row = 0;
  for (int k = 0; k < row_ptr[num_rows]; k++) {
    while (k >= row_ptr[row + 1]) row++; // one loop over the entries, in which the row advances
    y[row] += values[k] * x[col_idx[k]];
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *__restrict__ row_ptr,
                                const int *__restrict__ col_idx, const real *__restrict__ values,
                                const real *__restrict__ x, real *__restrict__ y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  double sum = 0; // more precision than requested is not a mistake
  int k = row_ptr[row];
  while (k != row_ptr[row + 1]) {
    sum += (double)values[k] * (double)__ldg(x + col_idx[k]);
    ++k;
  }
  y[row] = (real)((double)y[row] + sum);
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  // Two launches: the first half of the rows, then the rest. Only the pointers to data of rows
  // change.
  int half = num_rows / 2, rest = num_rows - half;
  if (half > 0) {
    kernel<<<(half + 63) / 64, 64>>>(half, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
  if (rest > 0) {
    kernel<<<(rest + 63) / 64, 64>>>(rest, d_row_ptr + half, d_col_idx, d_values, d_x, d_y + half);
  }
}
