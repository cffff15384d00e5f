// mistake: permutation-forgotten, line 18
#include "jds.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= num_rows) return;
  int row = perm[place];
  real sum = 0;
  for (int d = 0; d < num_diags; d++) {
    if (row >= diag_ptr[d + 1] - diag_ptr[d]) break;
    int entry = diag_ptr[d] + row;
    sum += values[entry] * x[col_idx[entry]];
  }
  y[row] += sum;
}
