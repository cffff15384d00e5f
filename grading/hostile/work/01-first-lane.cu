// kernel faulty mostly a single lane of each warp works
// The first lane of each warp does the rows of all its lanes.
#define HAS_KERNEL
#include "rest-01.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 > 0) return;
  for (int row = first; row < first + 32 && row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}
