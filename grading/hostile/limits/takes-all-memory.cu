// expect partial
// It takes all device memory and never frees it.
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  static bool taken;
  float *more;
  while (!taken && cudaMalloc(&more, (size_t)1 << 28) == cudaSuccess) {
    cudaMemset(more, 1, (size_t)1 << 28);
  }
  taken = true;
  if (num_rows == 0) return;
  kernel<<<(num_rows + 255) / 256, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
