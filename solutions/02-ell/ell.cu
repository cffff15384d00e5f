//[
// Lab 02, reference solution: sparse matrix times vector in ELL format.
//
// The skeleton that students get is made from this file: the text between the bracket comments is
// removed, and the lines after the bar comments are added.
//]
//| // Lab 02: sparse matrix times vector in ELL format.
//| //
//| // ell.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 02      Look at its memory accesses:   ./lab lens 02
#include "ell.h"

// Task pad, first part: how many slots must every row have?
int ell_width(int num_rows, const int *row_ptr) {
  //[
  int width = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > width) width = length; // the longest row decides for all of them
  }
  return width;
  //]
  //|   // TODO(pad): return the length of the longest row, or 0 if there are no rows.
  //|   return 0;
}

// Task pad, second part: the rows of a CSR matrix, each with `width` slots.
void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  //[
  for (int row = 0; row < num_rows; row++) {
    int begin = row_ptr[row];
    int length = row_ptr[row + 1] - begin;
    for (int i = 0; i < width; i++) {
      // Every row has as many slots as any other, so it begins at a multiple of the width: this is
      // why ELL needs no row_ptr.
      int slot = row * width + i;
      bool padding = i >= length;
      // The padding must be written, too, because the kernel reads it.
      ell_col_idx[slot] = padding ? ELL_PADDING : col_idx[begin + i];
      ell_values[slot] = padding ? 0 : values[begin + i];
    }
  }
  //]
  //|   // TODO(pad): copy the entries of each row into its first slots; fill the rest with padding.
}

// Task transpose: the same slots in another order.
void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  //[
  for (int row = 0; row < num_rows; row++) {
    for (int i = 0; i < width; i++) {
      int from = row * width + i;  // the slots of a row side by side
      int to = i * num_rows + row; // the i-th slots of all rows side by side
      col_idx[to] = row_major_col_idx[from];
      values[to] = row_major_values[from];
    }
  }
  //]
  //|   // TODO(transpose): copy each slot from its row-major place to its column-major place.
}

// Task kernel: one thread per row, column-major arrays.
__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  //[
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) {
    // In iteration i the threads of a warp read the i-th slots of neighbouring rows, which are
    // neighbours in memory, so each request needs as few sectors as possible.
    int slot = i * num_rows + row;
    int col = col_idx[slot];
    // Padding has no element of x: x[-1] is outside of x.
    if (col != ELL_PADDING) sum += values[slot] * x[col];
  }
  y[row] += sum; // no other thread writes this element: no atomic is needed
  //]
  //|   // TODO(kernel): for this thread's row, add up the products of its slots, and add that to y.
}

// Task row-major: the same product from row-major arrays, to see how much the order matters.
__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  //[
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) {
    // Neighbouring threads are `width` slots apart: as far as in CSR, or farther.
    int slot = row * width + i;
    int col = col_idx[slot];
    if (col != ELL_PADDING) sum += values[slot] * x[col];
  }
  y[row] += sum;
  //]
  //|   // TODO(row-major): the same as spmv_ell, but with the slots in row-major order.
}
