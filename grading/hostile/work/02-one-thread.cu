// kernel faulty one thread does most of the work
// The last thread of the grid goes through all rows.
#define HAS_KERNEL
#include "rest-02.h"

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  if (blockIdx.x < gridDim.x - 1 || threadIdx.x < blockDim.x - 1) return;
  for (int row = 0; row < num_rows; row++) {
    for (int i = 0; i < width; i++) {
      int slot = i * num_rows + row;
      if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
    }
  }
}
