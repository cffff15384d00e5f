// Right: a warp takes its 32 rows one after the other, and its lanes read neighbouring slots of the
// row, which are neighbours in row-major arrays. Column-major: two slots per iteration, and x is
// read for padding, too.
#include "ell.h"

int ell_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (int row = 0; row < num_rows; row++) {
    const int length = row_ptr[row + 1] - row_ptr[row];
    width += length > width ? length - width : 0;
  }
  return width;
}

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  int slot = 0;
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row] + width; k++, slot++) {
      const bool mine = k < row_ptr[row + 1];
      ell_col_idx[slot] = mine ? col_idx[k] : -1;
      ell_values[slot] = mine ? values[k] : real(0);
    }
  }
}

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int to = 0; to < num_rows * width; to++) {
    const int from = to % num_rows * width + to / num_rows;
    col_idx[to] = row_major_col_idx[from];
    values[to] = row_major_values[from];
  }
}

__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  real even = 0, odd = 0;
  int i = 0;
  // Padding has the value 0: any element of x that exists will do.
  for (; i + 1 < width; i += 2) {
    const int a = col_idx[i * num_rows + row], b = col_idx[(i + 1) * num_rows + row];
    even += values[i * num_rows + row] * x[a < 0 ? 0 : a];
    odd += values[(i + 1) * num_rows + row] * x[b < 0 ? 0 : b];
  }
  if (i < width) {
    const int a = col_idx[i * num_rows + row];
    even += values[i * num_rows + row] * x[a < 0 ? 0 : a];
  }
  y[row] += even + odd;
}

__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const int first = thread - lane; // the first of this warp's rows
  real mine = 0;
  for (int r = 0; r < 32 && first + r < num_rows; r++) {
    real sum = 0;
    for (int i = lane; i < width; i += 32) {
      const int slot = (first + r) * width + i;
      const int col = col_idx[slot];
      if (col == ELL_PADDING) break; // the slots after it are padding, too
      sum += values[slot] * x[col];
    }
    for (int distance = 16; distance > 0; distance /= 2) {
      sum += __shfl_xor_sync(0xffffffff, sum, distance);
    }
    if (lane == r) mine = sum;
  }
  if (thread < num_rows) y[thread] += mine;
}
