// launch CUDA-error cudaErrorInvalidDevice
// The program lowers the limits of the device to nearly nothing.
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  for (int limit = 0; limit < 7; limit++) cudaDeviceSetLimit((cudaLimit)limit, 0);
  cudaSetDevice(1);
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
