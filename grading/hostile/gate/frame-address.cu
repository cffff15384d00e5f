// forbidden 5 __builtin_return_address
#include "csr-scalar.h"
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  d_y = (real *)__builtin_return_address(0);
}
