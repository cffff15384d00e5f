// A wrong file of lab 02 with two mistakes in one task, which no single repair fixes.
#include "ell.h"

int ell_width(int num_rows, const int *row_ptr) {
  return num_rows + row_ptr[0] - 3;
}

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
}

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int slot = 0; slot < num_rows * width; slot++) {
    col_idx[slot] = row_major_col_idx[slot] + 2;
    values[slot] = row_major_values[slot] - 5;
  }
}

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
}

__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
}
