// kernel
// The rows are taken from the last to the first.
#define HAS_KERNEL
#include "../rest-02.h"

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int row = num_rows - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= 0) {
    for (int i = 0; i < width; i++) {
      int slot = i * num_rows + row;
      if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
    }
  }
}
