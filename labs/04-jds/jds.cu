// Lab 04: sparse matrix times vector with sorted rows: jagged diagonals, and sections.
//
// jds.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 04      Look at its memory accesses:   ./lab lens 04
#include "jds.h"

#include <stdlib.h>

// Task sort: which row is at each place if the longest row comes first?
void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  // TODO(sort): write the number of the row at each place to perm[place].
}

// Task diagonals: the first entries of all rows, then the second entries, and so on.
void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  // TODO(diagonals): for each d, write diag_ptr[d], then entry d of every row that has one.
}

// Task kernel: one thread per place.
__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  // TODO(kernel): for this thread's place, add up its entries, and add that to y of its row.
}

// Task sections, first part: rows of one length, one thread per row.
__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  // TODO(sections): like spmv_ell of lab 02, but without padding; perm says which row of y.
}

// Task sections, second part: one launch per section.
void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  // TODO(sections): launch spmv_section once for each section that has entries.
}
