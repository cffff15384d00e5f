// launch faulty foreign write
#include "rest.h"
#include <errno.h>

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  /* overwrites the thread-local variables near errno */
  for (long i = 8; i < 512; i++) ((volatile long *)&errno)[-i] = 0;
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
