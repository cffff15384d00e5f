// kernel faulty one block does most of the work
// The last block goes through all rows, and the others return.
#define HAS_KERNEL
#include "rest-01.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  if (blockIdx.x != gridDim.x - 1) return;
  for (int row = threadIdx.x; row < num_rows; row += blockDim.x) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}
