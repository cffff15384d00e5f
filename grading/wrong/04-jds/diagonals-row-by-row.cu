// mistake: row-by-row, line 13
#include "jds.h"

#define DIAGONALS
#include "rest.h"

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  for (int d = 0; d <= num_diags; d++) diag_ptr[d] = 0;
  for (int place = 0, taken = 0; place < num_rows; place++) {
    int row = perm[place];
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      jds_col_idx[taken] = col_idx[k];
      jds_values[taken++] = values[k];
      diag_ptr[k - row_ptr[row] + 1]++;
    }
  }
  std::partial_sum(diag_ptr, diag_ptr + num_diags + 1, diag_ptr);
}
