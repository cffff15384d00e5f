// mistake: rows-and-columns-swapped, line 16
#include "coo-hyb.h"

#define HYB
#include "rest.h"

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  int row_blocks = width > 0 ? (num_rows + 127) / 128 : 0;
  if (row_blocks) {
    ell_part<<<row_blocks, 128>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x, d_y);
  }
  int entry_blocks = (coo_nnz + 127) / 128;
  if (entry_blocks) {
    coo_part<<<entry_blocks, 128>>>(coo_nnz, d_coo_col_idx, d_coo_row_idx, d_coo_values, d_x, d_y);
  }
}
