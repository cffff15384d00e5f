//[
// Lab 03, reference solution: sparse matrix times vector in COO and in HYB format.
//
// The skeleton that students get is made from this file: the text between the bracket comments is
// removed, and the lines after the bar comments are added.
//]
//| // Lab 03: sparse matrix times vector in COO and in HYB format.
//| //
//| // coo-hyb.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 03      Look at its memory accesses:   ./lab lens 03
#include "coo-hyb.h"

#include <stdlib.h>

// Task coo: the row of each entry.
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  //[
  // An empty row needs no special case: its inner loop has no iteration.
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) row_idx[k] = row;
  }
  //]
  //|   // TODO(coo): for each row, write its number to row_idx at every entry that belongs to it.
}

// Task kernel: one thread per entry, entries in any order.
__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  //[
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= nnz) return;
  int row = row_idx[k];
  real product = values[k] * x[col_idx[k]];
  // Other threads may have entries of the same row, now or at any other time. Reading y, adding and
  // writing must be one step that no other thread can interrupt.
  atomicAdd(&y[row], product);
  //]
  //|   // TODO(kernel): add the product of this thread's entry to y. Other threads may add there too.
}

// Task width: where to cut the rows.
int hyb_width(int num_rows, const int *row_ptr) {
  //[
  int longest = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > longest) longest = length;
  }
  int *rows_of_length = (int *)calloc((size_t)longest + 1, sizeof *rows_of_length);
  for (int row = 0; row < num_rows; row++) rows_of_length[row_ptr[row + 1] - row_ptr[row]]++;
  // From the longest length down: a row fills a width if it has at least that many entries.
  int width = longest;
  long long filled = 0;
  for (; width > 0; width--) {
    filled += rows_of_length[width];
    if (3 * filled >= num_rows) break; // not filled >= num_rows / 3: that rounds down
  }
  free(rows_of_length);
  return width;
  //]
  //|   // TODO(width): count the rows of each length; return the largest width that a third fill.
  //|   return 0;
}

//[
// The ELL part: as in lab 02, one thread per row.
static __global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                                const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) {
    int slot = i * num_rows + row;
    int col = col_idx[slot];
    if (col != HYB_PADDING) sum += values[slot] * x[col];
  }
  y[row] += sum; // no other thread of this launch has this row: no atomic is needed
}

//]
//| // Write the kernels that task hyb needs here, if you do not have them yet.
//|
// Task hyb: an ELL part and a COO part.
void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  //[
  const int threads_per_block = 256;
  // The second kernel begins when the first has ended, so they never write y at the same time.
  int row_blocks = (num_rows + threads_per_block - 1) / threads_per_block;
  if (row_blocks > 0 && width > 0) {
    spmv_ell<<<row_blocks, threads_per_block>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x,
                                                d_y);
  }
  int entry_blocks = (coo_nnz + threads_per_block - 1) / threads_per_block;
  if (entry_blocks > 0) {
    spmv_coo<<<entry_blocks, threads_per_block>>>(coo_nnz, d_coo_row_idx, d_coo_col_idx,
                                                  d_coo_values, d_x, d_y);
  }
  //]
  //|   // TODO(hyb): launch a kernel for each part, with the threads it needs; none if it is empty.
}
