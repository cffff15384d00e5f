// mistake: grid-for-block, line 15
#include "csr-scalar.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * gridDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
    sum += values[k] * x[col_idx[k]];
  }
  y[row] += sum;
}
