// forbidden 6 set_terminate
#include "csr-scalar.h"
#include <exception>
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  std::set_terminate(nullptr);
}
