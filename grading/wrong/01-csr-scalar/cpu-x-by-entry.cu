// mistake: x-by-entry, line 12
#include "csr-scalar.h"

#define CPU
#include "rest.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      sum += values[k] * x[k];
    }
    y[row] += sum;
  }
}
