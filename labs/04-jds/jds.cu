// Lab 04: sparse matrix times vector with sorted rows: jagged diagonals, and sections.
//
// jds.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 04      Look at its memory accesses:   ./lab lens 04
#include "jds.h"

#include <stdlib.h>

// Task sort: which row stands at each place when the longest row comes first?
void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  // TODO(sort): perm[place] is the row that stands at this place.
}

// Task diagonals: the first entries of all rows, then the second entries, and so on.
void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  // TODO(diagonals): diagonal d takes the d-th entry of every row that has one.
}

// Task kernel: one thread a place.
__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  // TODO(kernel): which place is this thread's, and how many diagonals reach it?
}

// Task sections, first part: rows of one length, one thread a row.
__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  // TODO(sections): the kernel of lab 02 without padding, and y through the permutation.
}

// Task sections, second part: one launch a section.
void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  // TODO(sections): launch spmv_section for each section that has entries.
}
