// launch
// Three launches in small blocks, each for a third of the rows, and errors that are read.
#define HAS_LAUNCH
#include "../rest-01.h"

#include <cstdio>

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  for (int part = 0; part < 3; part++) {
    int first = (int)(part * (long long)num_rows / 3);
    int rows = (int)((part + 1) * (long long)num_rows / 3) - first;
    if (rows == 0) continue;
    kernel<<<rows / 32 + 1, 32>>>(rows, d_row_ptr, d_col_idx, d_values, d_x, d_y + first);
    cudaError_t error = cudaGetLastError();
    if (error) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  }
}
