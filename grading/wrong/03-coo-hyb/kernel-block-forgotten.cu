// mistake: block-forgotten, line 9
#include "coo-hyb.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int k = threadIdx.x;
  if (k >= nnz) return;
  atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
}
