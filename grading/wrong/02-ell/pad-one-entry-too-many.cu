// mistake: one-entry-too-many, line 12
#include "ell.h"

#define PAD
#include "rest.h"

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int row = 0; row < num_rows; row++) {
    int slot = row * width;
    for (int k = row_ptr[row]; k <= row_ptr[row + 1]; k++) {
      ell_col_idx[slot] = col_idx[k];
      ell_values[slot++] = values[k];
    }
    while (slot < (row + 1) * width) {
      ell_col_idx[slot] = ELL_PADDING;
      ell_values[slot++] = 0;
    }
  }
}
