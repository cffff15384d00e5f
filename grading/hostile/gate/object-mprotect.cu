// forbidden 6 mprotect
#include "csr-scalar.h"
extern "C" int mprotect(void *, unsigned long, int);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  mprotect(d_y, 1, 3);
}
