// mistake: padding-not-copied, line 12
#include "ell.h"

#define TRANSPOSE
#include "rest.h"

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int row = 0; row < num_rows; row++) {
    for (int i = 0; i < width; i++) {
      int from = row * width + i;
      if (row_major_col_idx[from] == ELL_PADDING) continue;
      col_idx[i * num_rows + row] = row_major_col_idx[from];
      values[i * num_rows + row] = row_major_values[from];
    }
  }
}
