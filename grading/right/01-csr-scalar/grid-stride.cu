// Right: a grid-stride loop with any number of threads; a launch of few blocks.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  // Both loops run backwards, which gives another order of summation.
  for (int row = num_rows - 1; row >= 0; row--) {
    for (int k = row_ptr[row + 1] - 1; k >= row_ptr[row]; k--) y[row] += values[k] * x[col_idx[k]];
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int stride = gridDim.x * blockDim.x;
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < num_rows; row += stride) {
    real sum = y[row];
    const int end = row_ptr[row + 1];
    for (int k = row_ptr[row]; k < end; k++) sum += values[k] * x[col_idx[k]];
    y[row] = sum;
  }
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  dim3 block(96), grid(1 + num_rows / 96); // at least 1; one block too many does no harm
  kernel<<<grid, block, 0, 0>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  cudaDeviceSynchronize();
}
