// Lab 03: sparse matrix times vector in COO and in HYB format.
//
// coo-hyb.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 03      Look at its memory accesses:   ./lab lens 03
#include "coo-hyb.h"

#include <stdlib.h>

// Task coo: the row of each entry.
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  // TODO(coo): to which row do the entries row_ptr[row] to row_ptr[row + 1] − 1 belong?
}

// Task kernel: one thread an entry, entries in any order.
__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  // TODO(kernel): which entry is this thread's, and to which element of y does it add?
}

// Task width: where to cut the rows.
int hyb_width(int num_rows, const int *row_ptr) {
  // TODO(width): how many rows have 0, 1, 2, … entries? Which widths do a third of them fill?
  return 0;
}

// The kernels of task hyb that you do not have yet go here.

// Task hyb: an ELL part and a COO part.
void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  // TODO(hyb): one kernel for each part, each with as many threads as its part needs.
}
