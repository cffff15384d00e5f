// mistake: counts-not-cleared, line 10, lens only
#include "transpose.h"

#define COUNT
#define SORTED
#include "rest.h"

__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(count + col_idx[k], 1);
}

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

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  int *count;
  cudaMalloc((void **)&count, (num_cols + 1) * sizeof(int));
  count_columns<<<nnz / 256 + 1, 256>>>(nnz, d_col_idx, count);
  launch_exclusive_scan(num_cols, count, d_col_ptr);
  cudaMemcpy(count, d_col_ptr, num_cols * sizeof(int), cudaMemcpyDeviceToDevice);
  move<<<1, 1>>>(num_rows, d_row_ptr, d_col_idx, d_values, count, d_row_idx, d_csc_values);
  cudaFree(count);
}
