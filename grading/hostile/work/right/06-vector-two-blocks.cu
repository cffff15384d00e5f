// vector
// Two blocks take all rows. On the lens the first block may get all of them.
#define HAS_VECTOR
#include "../rest-06.h"

static __global__ void spmv_vector(int width, int num_rows, const int *row_ptr, const int *col_idx,
                                   const real *values, real alpha, const real *x, real beta,
                                   real *y, int *next_row) {
  for (;;) {
    int row = 0;
    if (threadIdx.x % width == 0) row = atomicAdd(next_row, 1);
    row = __shfl_sync(lanes_of_vector(width), row, 0, width);
    if (row >= num_rows) return;
    work_on_row(width, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  spmv_vector<<<2, 128>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                          d_y, d_next_row);
}
