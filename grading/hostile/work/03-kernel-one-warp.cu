// kernel faulty one warp does most of the work
// The first warp takes all entries; the others leave.
#define HAS_KERNEL
#include "rest-03.h"

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  if (blockIdx.x > 0 || threadIdx.x >= 32) return;
  for (int k = threadIdx.x; k < nnz; k += 32) {
    atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
  }
}
