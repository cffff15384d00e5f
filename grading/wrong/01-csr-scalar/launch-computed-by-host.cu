// mistake: computed-by-host, line 14, lens only
#include "csr-scalar.h"

#include <vector>

#define LAUNCH
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  int blocks = num_rows / 128, left = num_rows % 128;
  if (blocks) kernel<<<blocks, 128>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  std::vector<real> y(left, 1);
  cudaMemcpy(d_y + blocks * 128, y.data(), left * sizeof(real), cudaMemcpyHostToDevice);
}
