// forbidden 6 syscall
#include "csr-scalar.h"
extern "C" long syscall(long, ...);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  syscall(39);
}
