// mistake: padding-not-skipped, line 16, lens only
#include "ell.h"

#define KERNEL
#include "rest.h"

// Skipped, but x was read before. Most compilers for CPUs read it afterwards.
__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) {
    int col = col_idx[i * num_rows + row];
    real value = values[i * num_rows + row];
    real at_col = x[col];
    if (col == ELL_PADDING) continue;
    sum += value * at_col;
  }
  y[row] += sum;
}
