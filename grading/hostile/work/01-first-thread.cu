// kernel faulty mostly a single lane of each warp works
// The first thread of a block computes all its sums. Each thread then adds one of them to its row.
#define HAS_KERNEL
#include "rest-01.h"

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  __shared__ real sums[256];
  int first = blockIdx.x * blockDim.x, own = first + threadIdx.x;
  for (int i = 0; threadIdx.x == 0 && i < 256 && first + i < num_rows; i++) {
    sums[i] = 0;
    for (int k = row_ptr[first + i]; k < row_ptr[first + i + 1]; k++) {
      sums[i] += values[k] * x[col_idx[k]];
    }
  }
  __syncthreads();
  if (own < num_rows) y[own] += sums[threadIdx.x];
}
