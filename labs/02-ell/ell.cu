// Lab 02: sparse matrix times vector in ELL format.
//
// ell.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 02      Look at its memory accesses:   ./lab lens 02
#include "ell.h"

// Task pad, first part: how many slots must every row have?
int ell_width(int num_rows, const int *row_ptr) {
  // TODO(pad): look at the length of every row.
  return 0;
}

// Task pad, second part: the rows of a CSR matrix, each with `width` slots.
void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  // TODO(pad): for each row, copy its entries into its first slots and fill up the others.
}

// Task transpose: the same slots in another order.
void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  // TODO(transpose): where does slot i of row r stand in each of the two orders?
}

// Task kernel: one thread a row, column-major arrays.
__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  // TODO(kernel): which row is this thread's, and where does slot i of it stand?
}

// Task row-major: the same product from row-major arrays, to see what the order is worth.
__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  // TODO(row-major): as above, with the slots in the other order.
}
