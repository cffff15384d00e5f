// mistake: permutation-ignored, line 14
#include "jds.h"

#define DIAGONALS
#include "rest.h"

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  int taken = 0;
  for (int d = 0; d < num_diags; d++) {
    diag_ptr[d] = taken;
    for (int row = 0; row < num_rows; row++) {
      if (row_ptr[row + 1] - row_ptr[row] <= d) break;
      jds_col_idx[taken] = col_idx[row_ptr[row] + d];
      jds_values[taken++] = values[row_ptr[row] + d];
    }
  }
  diag_ptr[num_diags] = taken;
}
