// forbidden 5 __asm__
#include "csr-scalar.h"
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  __asm__ __volatile__("nop");
}
