// expect does not compile
// The object file would be larger than the compiler is allowed to write.
#include "rest.h"

char large[3000000000ul] = {1};

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  if (num_rows == 0) return;
  kernel<<<(num_rows + 255) / 256, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
