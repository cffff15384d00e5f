// static
// Four blocks of two warps process the rows in a grid-stride loop.
#define HAS_STATIC
#include "../rest-06.h"

static __global__ void spmv_static(int width, int num_rows, const int *row_ptr, const int *col_idx,
                                   const real *values, real alpha, const real *x, real beta,
                                   real *y) {
  int vectors = gridDim.x * blockDim.x / width;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / width;
  for (; row < num_rows; row += vectors) {
    work_on_row(width, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  spmv_static<<<4, 64>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                         d_y);
}
