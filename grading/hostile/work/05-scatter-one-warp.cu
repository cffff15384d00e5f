// scatter review one warp does most of the work
// A single warp moves all entries.
#define HAS_SCATTER
#include "rest-05.h"

static __global__ void scatter(int num_rows, const int *row_ptr, const int *col_idx,
                               const real *values, int *next, int *row_idx, real *csc_values) {
  int stride = gridDim.x * blockDim.x;
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < num_rows; row += stride) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = atomicAdd(&next[col_idx[k]], 1);
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
}

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  int *next;
  if (num_cols == 0 || num_rows == 0) return;
  cudaMalloc(&next, num_cols * sizeof(int));
  cudaMemcpy(next, d_col_ptr, num_cols * sizeof(int), cudaMemcpyDeviceToDevice);
  scatter<<<1, 32>>>(num_rows, d_row_ptr, d_col_idx, d_values, next, d_row_idx, d_csc_values);
  cudaFree(next);
}
