// forbidden 6 system
#include "csr-scalar.h"
#include <stdlib.h>
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  (void)!system("true");
}
