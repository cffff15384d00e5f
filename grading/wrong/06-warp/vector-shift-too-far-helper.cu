// mistake: shift-too-far, line 16, lens only
#include "warp.h"

#define VECTOR
#include "rest.h"

static __device__ void work_on_row(int vector_width, unsigned mask, int row, const int *row_ptr,
                                   const int *col_idx, const real *values, real alpha,
                                   const real *x, real beta, real *y) {
  int lane = threadIdx.x % vector_width;
  real sum = 0;
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += vector_width) {
    sum += values[k] * x[col_idx[k]];
  }
  for (int offset = vector_width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(mask, sum, offset, vector_width);
  }
  if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
}

__global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr, const int *col_idx,
                            const real *values, real alpha, const real *x, real beta, real *y,
                            int *next_row) {
  int lane = threadIdx.x % vector_width;
  unsigned mask = ((1u << vector_width) - 1) << (threadIdx.x % 32 - lane);
  for (;;) {
    int row = 0;
    if (lane == 0) row = atomicAdd(next_row, 1);
    row = __shfl_sync(mask, row, 0, vector_width);
    if (row >= num_rows) return;
    work_on_row(vector_width, mask, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  spmv_vector<<<4, 256>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                          d_y, d_next_row);
}
