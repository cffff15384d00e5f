// mistake: unsorted, line 35, lens only
#include "transpose.h"

#define SORTED
#include "rest.h"

/* One block after another keeps the blocks in order. Within a block it takes luck: the warps, and
 * the lanes of a warp, come as they like. */
static __global__ void scatter_block(int begin, int num_rows, int nnz, const int *row_ptr,
                                     const int *col_idx, const real *values, int *next,
                                     int *row_idx, real *csc_values) {
  int k = begin + threadIdx.x;
  if (k >= nnz) return;
  int first = 0, last = num_rows - 1;
  while (first < last) {
    int middle = last - (last - first) / 2;
    if (row_ptr[middle] <= k) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  int slot = atomicAdd(&next[col_idx[k]], 1);
  row_idx[slot] = first;
  csc_values[slot] = values[k];
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  rest_col_ptr(num_cols, nnz, d_col_idx, d_col_ptr);
  int *next = rest_copy(num_cols, d_col_ptr);
  for (int begin = 0; begin < nnz; begin += 256) {
    scatter_block<<<1, 256>>>(begin, num_rows, nnz, d_row_ptr, d_col_idx, d_values, next,
                              d_row_idx, d_csc_values);
  }
  cudaFree(next);
}
