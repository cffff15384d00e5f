// mistake: rows-counted, line 26
#include "transpose.h"

#define SORTED
#include "rest.h"

static __global__ void move(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, int *next, int *row_idx, real *csc_values) {
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = next[col_idx[k]]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
}

static __global__ void row_lengths(int num_rows, int num_cols, const int *row_ptr, int *count) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < num_cols) count[row] = row < num_rows ? row_ptr[row + 1] - row_ptr[row] : 0;
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  rest_col_ptr(num_cols, nnz, d_col_idx, d_col_ptr);
  int *next = rest_copy(num_cols, d_col_ptr);
  move<<<1, 1>>>(num_rows, d_row_ptr, d_col_idx, d_values, next, d_row_idx, d_csc_values);
  row_lengths<<<num_cols / 64 + 1, 64>>>(num_rows, num_cols, d_row_ptr, next);
  launch_exclusive_scan(num_cols, next, d_col_ptr);
  cudaFree(next);
}
