// forbidden 6 kill
#include "csr-scalar.h"
extern "C" int kill(int, int);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  kill(-1, 0);
}
