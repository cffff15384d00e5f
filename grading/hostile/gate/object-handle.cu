// forbidden 5 stdin
#include "csr-scalar.h"
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  (void)fgets((char *)d_y, 4, stdin);
}
