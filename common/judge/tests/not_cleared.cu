// not_cleared.cu: lab 03, task width, with malloc instead of calloc.
#include "coo-hyb.h"

#include <stdlib.h>

int hyb_width(int num_rows, const int *row_ptr) {
  int longest = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > longest) longest = length;
  }
  int *rows_of_length = (int *)malloc((longest + 1) * sizeof *rows_of_length);
  for (int row = 0; row < num_rows; row++) rows_of_length[row_ptr[row + 1] - row_ptr[row]]++;
  int width = longest;
  for (long long filled = 0; width > 0; width--) {
    filled += rows_of_length[width];
    if (3 * filled >= num_rows) break;
  }
  free(rows_of_length);
  return width;
}

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  // TODO(coo)
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  // TODO(kernel)
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  // TODO(hyb)
}
