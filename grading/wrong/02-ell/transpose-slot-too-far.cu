// mistake: slot-too-far, line 11
#include "ell.h"

#define TRANSPOSE
#include "rest.h"

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int row = 0; row < num_rows; row++) {
    for (int i = 0; i <= width; i++) {
      col_idx[i * num_rows + row] = row_major_col_idx[row * width + i];
      values[i * num_rows + row] = row_major_values[row * width + i];
    }
  }
}
