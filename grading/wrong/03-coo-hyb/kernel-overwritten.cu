// mistake: overwritten, line 11
#include "coo-hyb.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz) return;
  y[row_idx[k]] = values[k] * x[col_idx[k]];
}
