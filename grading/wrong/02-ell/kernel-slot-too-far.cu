// mistake: slot-too-far, line 14, lens only
#include "ell.h"

#define KERNEL
#include "rest.h"

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = 0; i <= width; i++) {
    int slot = i * num_rows + row;
    if (col_idx[slot] != ELL_PADDING) sum += values[slot] * x[col_idx[slot]];
  }
  y[row] += sum;
}
