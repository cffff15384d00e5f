// Lab 03: sparse matrix times vector in COO and in HYB format.
//
// coo-hyb.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 03      Look at its memory accesses:   ./lab lens 03
#include "coo-hyb.h"

#include <stdlib.h>

// Task coo: the row of each entry.
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  // TODO(coo): for each row, write its number to row_idx at every entry that belongs to it.
}

// Task kernel: one thread per entry, entries in any order.
__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  // TODO(kernel): add the product of this thread's entry to y. Other threads may add there too.
}

// Task width: where to cut the rows.
int hyb_width(int num_rows, const int *row_ptr) {
  // TODO(width): count the rows of each length; return the largest width that a third fill.
  return 0;
}

// Write the kernels that task hyb needs here, if you do not have them yet.

// Task hyb: an ELL part and a COO part.
void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  // TODO(hyb): launch a kernel for each part, with the threads it needs; none if it is empty.
}
