// kernel faulty one warp does most of the work
// Only the first warp of the grid works.
#define HAS_KERNEL
#include "rest-01.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  if (blockIdx.x > 0 || threadIdx.x >= 32) return;
  for (int row = threadIdx.x; row < num_rows; row += 32) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}
