// mistake: padding-values-not-written, line 12
#include "ell.h"

#define PAD
#include "rest.h"

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int row = 0; row < num_rows; row++) {
    int begin = row_ptr[row], length = row_ptr[row + 1] - begin;
    for (int i = 0; i < width; i++) {
      ell_col_idx[row * width + i] = i < length ? col_idx[begin + i] : ELL_PADDING;
      if (i < length) ell_values[row * width + i] = values[begin + i];
    }
  }
}
