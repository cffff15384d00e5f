// mistake: not-freed, line 23, lens only
#include "transpose.h"

#define SCATTER
#include "rest.h"

static __global__ void scatter_rows(int num_rows, const int *row_ptr, const int *col_idx,
                                    const real *values, int *next, int *row_idx, real *csc_values) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
    int slot = atomicAdd(&next[col_idx[k]], 1);
    row_idx[slot] = row;
    csc_values[slot] = values[k];
  }
}

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  if (nnz == 0) return;
  int *next;
  cudaMalloc((void **)&next, num_cols * sizeof(int));
  cudaMemcpy(next, d_col_ptr, num_cols * sizeof(int), cudaMemcpyDeviceToDevice);
  scatter_rows<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, next,
                                            d_row_idx, d_csc_values);
}
