// row-major faulty one block does most of the work
// Block 0 goes through all rows.
#define HAS_ROW_MAJOR
#include "rest-02.h"

__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  if (blockIdx.x > 0) return;
  for (int row = threadIdx.x; row < num_rows; row += blockDim.x) {
    for (int i = 0; i < width; i++) {
      int slot = row * width + i;
      if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
    }
  }
}
