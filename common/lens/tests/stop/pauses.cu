// pauses.cu: for lab 01: the CPU function is right, but never ends on a matrix without rows, for
// which it prints "ready". The others do nothing.
#include "csr-scalar.h"

#include <fcntl.h>
#include <unistd.h>

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  if (num_rows == 0) {
    close(creat("ready", 0600));
    while (true) pause();
  }
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}

__global__ void spmv_csr_scalar(int, const int *, const int *, const real *, const real *, real *) {}

void launch_spmv_csr(spmv_csr_kernel *, int, const int *, const int *, const real *, const real *,
                     real *) {}
