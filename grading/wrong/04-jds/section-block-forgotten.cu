// mistake: block-forgotten, line 13, lens only
#include "jds.h"

#define SECTION
#include "rest.h"

__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  int j = threadIdx.x;
  if (j >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) sum += values[i * num_rows + j] * x[col_idx[i * num_rows + j]];
  y[perm[j]] += sum;
}
