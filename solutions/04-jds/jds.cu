//[
// Lab 04, reference solution: sparse matrix times vector with sorted rows.
//
// The skeleton that students get is made from this file: the text between the bracket comments is
// removed, and the lines after the bar comments are added.
//]
//| // Lab 04: sparse matrix times vector with sorted rows: jagged diagonals, and sections.
//| //
//| // jds.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 04      Look at its memory accesses:   ./lab lens 04
#include "jds.h"

#include <stdlib.h>

// Task sort: which row is at each place if the longest row comes first?
void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  //[
  int longest = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > longest) longest = length;
  }
  // A counting sort, because lengths are small whole numbers: no two rows are compared. First,
  // count the rows of each length.
  int *place = (int *)calloc((size_t)longest + 1, sizeof *place);
  if (!place) abort();
  for (int row = 0; row < num_rows; row++) place[row_ptr[row + 1] - row_ptr[row]]++;
  // Then turn the counts into first places: the rows of a length come after all longer rows.
  for (int length = longest, taken = 0; length >= 0; length--) {
    int rows = place[length];
    place[length] = taken;
    taken += rows;
  }
  // Rows get places in their original order, so rows of equal length keep it: the sort is stable.
  for (int row = 0; row < num_rows; row++) perm[place[row_ptr[row + 1] - row_ptr[row]]++] = row;
  free(place);
  //]
  //|   // TODO(sort): write the number of the row at each place to perm[place].
}

// Task diagonals: the first entries of all rows, then the second entries, and so on.
void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  //[
  int taken = 0;
  for (int d = 0; d < num_diags; d++) {
    diag_ptr[d] = taken;
    for (int place = 0; place < num_rows; place++) {
      int row = perm[place];
      // Rows are sorted by decreasing length: after the first that has ended, all have ended.
      if (row_ptr[row + 1] - row_ptr[row] <= d) break;
      jds_col_idx[taken] = col_idx[row_ptr[row] + d];
      jds_values[taken] = values[row_ptr[row] + d];
      taken++;
    }
  }
  diag_ptr[num_diags] = taken; // the end of the last diagonal, so that each one has a length
  //]
  //|   // TODO(diagonals): for each d, write diag_ptr[d], then entry d of every row that has one.
}

// Task kernel: one thread per place.
__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  //[
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= num_rows) return;
  real sum = 0;
  for (int d = 0; d < num_diags; d++) {
    int begin = diag_ptr[d];
    // Diagonals become shorter. If this one ends before our place, so do all that follow.
    if (place >= diag_ptr[d + 1] - begin) break;
    // Neighbouring places are neighbours in memory, as in ELL, and none of them is padding.
    sum += values[begin + place] * x[col_idx[begin + place]];
  }
  // Sorting has moved the rows. y and x have not moved: y is written where the row came from.
  y[perm[place]] += sum;
  //]
  //|   // TODO(kernel): for this thread's place, add up its entries, and add that to y of its row.
}

// Task sections, first part: rows of one length, one thread per row.
__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  //[
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= num_rows) return;
  real sum = 0;
  // All rows of a section are equally long: no thread waits, and there is no padding.
  for (int i = 0; i < width; i++) {
    int entry = i * num_rows + j;
    sum += values[entry] * x[col_idx[entry]];
  }
  y[perm[j]] += sum;
  //]
  //|   // TODO(sections): like spmv_ell of lab 02, but without padding; perm says which row of y.
}

// Task sections, second part: one launch per section.
void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  //[
  const int threads_per_block = 256;
  for (int s = 0; s < num_sections; s++) {
    int first = section_row[s], rows = section_row[s + 1] - first;
    int begin = section_ptr[s], entries = section_ptr[s + 1] - begin;
    if (entries == 0) continue; // empty rows: there is nothing to add, so no launch
    int blocks = (rows + threads_per_block - 1) / threads_per_block;
    spmv_section<<<blocks, threads_per_block>>>(rows, entries / rows, d_perm + first,
                                                d_col_idx + begin, d_values + begin, d_x, d_y);
  }
  //]
  //|   // TODO(sections): launch spmv_section once for each section that has entries.
}
