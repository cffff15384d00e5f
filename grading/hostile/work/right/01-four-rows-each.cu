// kernel
// A thread has four rows side by side, so that a quarter of the grid is enough.
#define HAS_KERNEL
#include "../rest-01.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int row = first; row < first + 4 && row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}
