// launch faulty foreign write
// The stack is used up.
#include "rest.h"

static int down(volatile int *n) {
  volatile int here[1000];
  here[*n % 1000] = ++*n;
  return down(n) + here[0];
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  volatile int n = 0;
  n += down(&n);
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
