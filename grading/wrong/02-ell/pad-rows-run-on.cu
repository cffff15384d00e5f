// mistake: rows-run-on, line 11
#include "ell.h"

#define PAD
#include "rest.h"

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int slot = 0; slot < num_rows * width; slot++) {
    bool padding = slot >= row_ptr[num_rows];
    ell_col_idx[slot] = padding ? ELL_PADDING : col_idx[slot];
    ell_values[slot] = padding ? 0 : values[slot];
  }
}
