// mistake: no-atomic, line 15
#include "coo-hyb.h"

#define KERNEL
#include "rest.h"

// One thread adds up each run of a row. In row order a row would be one run: nobody would meet.
__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz || (k > 0 && row_idx[k - 1] == row_idx[k])) return;
  int row = row_idx[k];
  real sum = 0;
  for (; k < nnz && row_idx[k] == row; k++) sum += values[k] * x[col_idx[k]];
  y[row] += sum;
}
