// forbidden 6 socket
#include "csr-scalar.h"
extern "C" int socket(int, int, int);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  d_y[0] = (real)socket(2, 1, 0);
}
