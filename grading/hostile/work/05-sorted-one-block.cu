// sorted review one block does most of the work
// A block of 256 threads, each of which takes columns and looks for their entries. No other helps.
#define HAS_SORTED
#include "rest-05.h"

static __global__ void count(int nnz, const int *col_idx, int *counts) {
  for (int k = threadIdx.x; k < nnz; k += blockDim.x) atomicAdd(&counts[col_idx[k]], 1);
}

static __global__ void add_up(int num_cols, const int *counts, int *col_ptr, int *next) {
  int sum = 0;
  for (int col = 0; col < num_cols; col++) {
    col_ptr[col] = next[col] = sum;
    sum += counts[col];
  }
  col_ptr[num_cols] = sum;
}

// Rows are processed in order, so the entries of a column keep their order.
static __global__ void move(int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, int *next, int *row_idx, real *csc_values) {
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row] + threadIdx.x; k < row_ptr[row + 1]; k += blockDim.x) {
      int slot = next[col_idx[k]];
      next[col_idx[k]] = slot + 1;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
    __syncthreads();
  }
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  int *counts, *next;
  size_t bytes = (num_cols + 1) * sizeof(int);
  cudaMalloc(&counts, bytes);
  cudaMalloc(&next, bytes);
  cudaMemset(counts, 0, bytes);
  count<<<1, 256>>>(nnz, d_col_idx, counts);
  add_up<<<1, 1>>>(num_cols, counts, d_col_ptr, next);
  move<<<1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, next, d_row_idx, d_csc_values);
  cudaFree(counts);
  cudaFree(next);
}
