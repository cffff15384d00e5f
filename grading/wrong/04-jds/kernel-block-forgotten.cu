// mistake: block-forgotten, line 17, lens only
#include "jds.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  int place = threadIdx.x;
  if (place >= num_rows) return;
  real sum = 0;
  for (int d = 0; d < num_diags; d++) {
    if (place >= diag_ptr[d + 1] - diag_ptr[d]) break;
    int entry = diag_ptr[d] + place;
    sum += values[entry] * x[col_idx[entry]];
  }
  y[perm[place]] += sum;
}
