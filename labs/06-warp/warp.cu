// Lab 06: rows of a CSR matrix, distributed to vectors of lanes and to warps.
//
// warp.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 06      Look at its memory accesses:   ./lab lens 06
//
// The judge calls the functions of warp.h. The kernels are yours: make them templates, or give
// them other parameters, if you like. Keep their names, so that the judge can point at lines.
#include "warp.h"

// Task width: short rows need narrow vectors, long rows wide ones.
int choose_vector_width(int num_rows, int nnz) {
  // TODO(width): work out how long a row is on average, and return the width for it.
  return 0;
}

// Task static: one vector per row.
__global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr,
                            const int *col_idx, const real *values, real alpha, const real *x,
                            real beta, real *y) {
  // TODO(static): find this thread's vector and lane; multiply, reduce, and write y.
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  // TODO(static): launch spmv_static with enough blocks for one vector per row.
}

// Task vector: each vector takes a row from the counter, until there is none left.
__global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr,
                            const int *col_idx, const real *values, real alpha, const real *x,
                            real beta, real *y, int *next_row) {
  // TODO(vector): in a loop, lane 0 of the vector takes a row and passes it to the other lanes.
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  // TODO(vector): launch spmv_vector with as many blocks as the GPU can hold at once.
}

// Task warp: one atomic for all vectors of a warp.
__global__ void spmv_warp(int vector_width, int num_rows, const int *row_ptr,
                          const int *col_idx, const real *values, real alpha, const real *x,
                          real beta, real *y, int *next_row) {
  // TODO(warp): like spmv_vector, but lane 0 of the warp takes a row for each of its vectors.
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  // TODO(warp): launch spmv_warp in the same way.
}
