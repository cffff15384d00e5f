// mistake: copied-untransposed, line 10
#include "ell.h"

#define TRANSPOSE
#include "rest.h"

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int slot = 0; slot < num_rows * width; slot++) {
    col_idx[slot] = row_major_col_idx[slot];
    values[slot] = row_major_values[slot];
  }
}
