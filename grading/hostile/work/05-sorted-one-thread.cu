// sorted review one warp does most of the work
// A single thread counts, adds up and moves all entries.
#define HAS_SORTED
#include "rest-05.h"

static __global__ void transpose(int num_rows, int num_cols, int nnz, const int *row_ptr,
                                 const int *col_idx, const real *values, int *next, int *col_ptr,
                                 int *row_idx, real *csc_values) {
  for (int col = 0; col < num_cols; col++) next[col] = 0;
  for (int k = 0; k < nnz; k++) next[col_idx[k]]++;
  int sum = 0;
  for (int col = 0; col < num_cols; col++) {
    col_ptr[col] = sum;
    sum += next[col];
    next[col] = col_ptr[col];
  }
  col_ptr[num_cols] = sum;
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = next[col_idx[k]]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  int *next;
  cudaMalloc(&next, (num_cols + 1) * sizeof(int));
  transpose<<<1, 1>>>(num_rows, num_cols, nnz, d_row_ptr, d_col_idx, d_values, next, d_col_ptr,
                      d_row_idx, d_csc_values);
  cudaFree(next);
}
