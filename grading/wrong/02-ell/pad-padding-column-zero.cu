// mistake: padding-column-zero, line 12
#include "ell.h"

#define PAD
#include "rest.h"

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int row = 0; row < num_rows; row++) {
    int begin = row_ptr[row], length = row_ptr[row + 1] - begin;
    for (int i = 0; i < width; i++) {
      ell_col_idx[row * width + i] = i < length ? col_idx[begin + i] : 0;
      ell_values[row * width + i] = i < length ? values[begin + i] : 0;
    }
  }
}
