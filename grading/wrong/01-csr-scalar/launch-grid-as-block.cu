// mistake: grid-as-block, line 12
#include "csr-scalar.h"

#define LAUNCH
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  const int threads = 256;
  int blocks = (num_rows + threads - 1) / threads;
  if (blocks == 0) return;
  kernel<<<threads, blocks>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
