// mistake: padding-not-written, line 11
#include "ell.h"

#define PAD
#include "rest.h"

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      ell_col_idx[row * width + k - row_ptr[row]] = col_idx[k];
      ell_values[row * width + k - row_ptr[row]] = values[k];
    }
  }
}
