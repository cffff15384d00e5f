// Lab 02: sparse matrix times vector in ELL format.
//
// ell.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 02      Look at its memory accesses:   ./lab lens 02
#include "ell.h"

// Task pad, first part: how many slots must every row have?
int ell_width(int num_rows, const int *row_ptr) {
  // TODO(pad): return the length of the longest row, or 0 if there are no rows.
  return 0;
}

// Task pad, second part: the rows of a CSR matrix, each with `width` slots.
void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  // TODO(pad): copy the entries of each row into its first slots; fill the rest with padding.
}

// Task transpose: the same slots in another order.
void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  // TODO(transpose): copy each slot from its row-major place to its column-major place.
}

// Task kernel: one thread per row, column-major arrays.
__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  // TODO(kernel): for this thread's row, add up the products of its slots, and add that to y.
}

// Task row-major: the same product from row-major arrays, to see how much the order matters.
__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  // TODO(row-major): the same as spmv_ell, but with the slots in row-major order.
}
