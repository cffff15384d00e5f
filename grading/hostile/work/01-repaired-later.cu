// launch faulty another one, repair, was the last to write to y
// The kernel under test is launched twice, and another kernel subtracts the surplus.
#define HAS_LAUNCH
#include "rest-01.h"

static __global__ void repair(int num_rows, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < num_rows) y[row] -= 1;
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  int blocks = (num_rows + 255) / 256;
  if (blocks == 0) return;
  kernel<<<blocks, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  kernel<<<blocks, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  repair<<<blocks, 256>>>(num_rows, d_y);
}
