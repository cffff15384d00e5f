// forbidden 6 usleep
#include "csr-scalar.h"
extern "C" int usleep(unsigned);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  usleep(1);
}
