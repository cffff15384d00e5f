// hyb review one block does most of the work
// One block does the rows, and then the entries that are left.
#define HAS_HYB
#include "rest-03.h"

static __global__ void all(int num_rows, int width, const int *ell_col_idx, const real *ell_values,
                           int coo_nnz, const int *coo_row_idx, const int *coo_col_idx,
                           const real *coo_values, const real *x, real *y) {
  for (int row = threadIdx.x; row < num_rows; row += blockDim.x) {
    real sum = 0;
    for (int k = 0; k < width; k++) {
      int col = ell_col_idx[k * num_rows + row];
      if (col != HYB_PADDING) sum += ell_values[k * num_rows + row] * x[col];
    }
    y[row] += sum;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < coo_nnz; k += blockDim.x) {
    atomicAdd(&y[coo_row_idx[k]], coo_values[k] * x[coo_col_idx[k]]);
  }
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  all<<<1, 256>>>(num_rows, width, d_ell_col_idx, d_ell_values, coo_nnz, d_coo_row_idx,
                  d_coo_col_idx, d_coo_values, d_x, d_y);
}
