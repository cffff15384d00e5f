// forbidden 6 atexit
#include "csr-scalar.h"
static void last(void) {}
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  atexit(last);
}
