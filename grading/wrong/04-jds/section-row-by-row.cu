// mistake: row-by-row, line 12
#include "jds.h"

#define SECTION
#include "rest.h"

__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) sum += values[j * width + i] * x[col_idx[j * width + i]];
  y[perm[j]] += sum;
}
