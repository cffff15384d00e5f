// mistake: all-places, line 15
#include "jds.h"

#define DIAGONALS
#include "rest.h"

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  int taken = 0;
  for (int d = 0; d < num_diags; d++) {
    diag_ptr[d] = taken;
    for (int place = 0; place < num_rows; place++) {
      int row = perm[place];
      if (row_ptr[row] + d >= row_ptr[num_rows]) continue;
      jds_col_idx[taken] = col_idx[row_ptr[row] + d];
      taken++;
      jds_values[taken - 1] = values[row_ptr[row] + d];
    }
  }
  diag_ptr[num_diags] = taken;
}
