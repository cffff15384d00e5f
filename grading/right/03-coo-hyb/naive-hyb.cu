// Right, but slow: one thread per row for both parts of HYB. It searches all entries of the COO
// part for those of its row. y is written once and nothing is atomic; the work is rows times
// entries.
#include "coo-hyb.h"

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  int row = 0;
  for (int k = 0; k < row_ptr[num_rows]; k++) {
    while (k >= row_ptr[row + 1]) row++;
    row_idx[k] = row;
  }
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  const int stride = gridDim.x * blockDim.x;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < nnz; k += stride) {
    atomicAdd(y + row_idx[k], values[k] * __ldg(x + col_idx[k]));
  }
}

int hyb_width(int num_rows, const int *row_ptr) {
  int width = 0;
  while (num_rows > 0) {
    int filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] > width;
    if (filled < num_rows - filled - filled) break;
    width++;
  }
  return width;
}

static __global__ void spmv_hyb(int num_rows, int width, const int *ell_col_idx,
                                const real *ell_values, int coo_nnz, const int *coo_row_idx,
                                const int *coo_col_idx, const real *coo_values, const real *x,
                                real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) {
    int slot = i * num_rows + row;
    int col = ell_col_idx[slot];
    if (col != HYB_PADDING) sum += ell_values[slot] * x[col];
  }
  for (int k = 0; k < coo_nnz; k++) {
    if (coo_row_idx[k] == row) sum += coo_values[k] * x[coo_col_idx[k]];
  }
  y[row] += sum;
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  int blocks = (num_rows + 255) / 256;
  if (blocks > 0) {
    spmv_hyb<<<blocks, 256>>>(num_rows, width, d_ell_col_idx, d_ell_values, coo_nnz, d_coo_row_idx,
                              d_coo_col_idx, d_coo_values, d_x, d_y);
  }
}
