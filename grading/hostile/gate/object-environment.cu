// forbidden 5 getenv
#include "csr-scalar.h"
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  if (getenv("LENS_REPORT")) d_y = nullptr;
}
