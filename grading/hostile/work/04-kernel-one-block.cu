// kernel faulty one block does most of the work
// The threads of the first block take all places.
#define HAS_KERNEL
#include "rest-04.h"

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  if (blockIdx.x > 0) return;
  for (int place = threadIdx.x; place < num_rows; place += blockDim.x) {
    real sum = 0;
    for (int d = 0; d < num_diags && place < diag_ptr[d + 1] - diag_ptr[d]; d++) {
      sum += values[diag_ptr[d] + place] * x[col_idx[diag_ptr[d] + place]];
    }
    y[perm[place]] += sum;
  }
}
