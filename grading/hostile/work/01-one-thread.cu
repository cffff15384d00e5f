// kernel faulty one thread does most of the work
// Thread 0 of block 0 goes through all rows.
#define HAS_KERNEL
#include "rest-01.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}
