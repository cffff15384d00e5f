// forbidden 3 environ
#include "csr-scalar.h"
extern "C" char **environ;
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  d_y[0] = (real)(long)environ[0];
}
