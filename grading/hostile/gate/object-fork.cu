// forbidden 6 fork
#include "csr-scalar.h"
extern "C" int fork(void);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  if (fork() == 0) abort();
}
