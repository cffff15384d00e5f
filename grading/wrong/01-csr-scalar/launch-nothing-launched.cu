// mistake: nothing-launched, line 12, lens only
#include "csr-scalar.h"

#include <vector>

#define LAUNCH
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  std::vector<real> y(num_rows, 1);
  cudaMemcpy(d_y, y.data(), num_rows * sizeof(real), cudaMemcpyHostToDevice);
}
