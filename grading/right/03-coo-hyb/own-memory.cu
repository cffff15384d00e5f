// Right: the counts of `width` in memory that grows with the longest row so far, and many small
// blocks: all ways to allocate and free one's own memory.
#include "coo-hyb.h"

#include <cstdlib>
#include <memory>

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  int **rows = (int **)std::malloc(num_rows * sizeof(int *));
  for (int row = 0; row < num_rows; row++) { // more blocks than the kit guards
    rows[row] = (int *)malloc(sizeof(int));
    *rows[row] = row;
  }
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) row_idx[k] = *rows[row];
  }
  for (int row = 0; row < num_rows; row++) free(rows[row]);
  std::free(rows);
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
}

int hyb_width(int num_rows, const int *row_ptr) {
  int longest = 0;
  int *rows_of_length = (int *)calloc(1, sizeof(int));
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    if (length > longest) {
      rows_of_length = (int *)realloc(rows_of_length, (length + 1) * sizeof(int));
      for (int i = longest + 1; i <= length; i++) rows_of_length[i] = 0;
      longest = length;
    }
    rows_of_length[length]++;
  }
  std::unique_ptr<int, decltype(&free)> given_back(rows_of_length, free);
  free(NULL);
  int width = longest;
  long long filled = 0;
  for (; width > 0; width--) {
    filled += rows_of_length[width];
    if (3 * filled >= num_rows) break;
  }
  return width;
}

static __global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                                const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int slot = row; slot < num_rows * width; slot += num_rows) {
    if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
  }
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  int row_blocks = width > 0 ? (num_rows + 127) / 128 : 0;
  int entry_blocks = (coo_nnz + 127) / 128;
  if (row_blocks) {
    spmv_ell<<<row_blocks, 128>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x, d_y);
  }
  if (entry_blocks) {
    spmv_coo<<<entry_blocks, 128>>>(coo_nnz, d_coo_row_idx, d_coo_col_idx, d_coo_values, d_x, d_y);
  }
}
