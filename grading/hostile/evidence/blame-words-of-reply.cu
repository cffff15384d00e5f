// launch faulty assertion
// The message of an assertion looks like lines of the reply.
#include "rest.h"

#include <assert.h>

static __global__ void fail() {
  assert(!"\tbroken\tthe kit could not\n\033[2Jbroken\tno memory\r");
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  fail<<<1, 1>>>();
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
