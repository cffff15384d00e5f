// warp
// A warp reads the counter before it takes rows: if all rows are taken, it leaves. Errors and
// the counter are read back after each launch.
#define HAS_WARP
#include "../rest-06.h"

#include <cstdio>

static __global__ void spmv_warp(int width, int num_rows, const int *row_ptr, const int *col_idx,
                                 const real *values, real alpha, const real *x, real beta, real *y,
                                 int *next_row) {
  for (;;) {
    int first = 0;
    if (threadIdx.x % 32 == 0) {
      first = *(volatile int *)next_row;
      if (first < num_rows) first = atomicAdd(next_row, 32 / width);
    }
    first = __shfl_sync(0xffffffffu, first, 0);
    if (first >= num_rows) return;
    int row = first + threadIdx.x % 32 / width;
    if (row >= num_rows) continue;
    work_on_row(width, row, row_ptr, col_idx, values, alpha, x, beta, y);
  }
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  spmv_warp<<<4, 64>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                       d_y, d_next_row);
  int taken = 0;
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(&taken, d_next_row, sizeof taken, cudaMemcpyDeviceToHost);
  if (error || taken < num_rows) std::fprintf(stderr, "rows are missing\n");
}
