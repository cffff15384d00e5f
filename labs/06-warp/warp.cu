// Lab 06: rows of a CSR matrix, handed out to vectors of lanes and to warps.
//
// warp.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 06      Look at its memory accesses:   ./lab lens 06
//
// The judge calls the functions of warp.h. The kernels are yours: make them templates, or give
// them other parameters, if you like. Keep their names, so that the judge can point at lines.
#include "warp.h"

// Task width: short rows want narrow vectors, long rows wide ones.
int choose_vector_width(int num_rows, int nnz) {
  // TODO(width): how long is a row on average?
  return 0;
}

// Task static: one vector a row.
__global__ void spmv_static(int vector_width, int num_rows, const int *row_ptr,
                            const int *col_idx, const real *values, real alpha, const real *x,
                            real beta, real *y) {
  // TODO(static): which vector is this, which of its lanes? Multiply, reduce, write.
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  // TODO(static): enough blocks for one vector a row.
}

// Task vector: each vector takes a row from the counter, until there is none left.
__global__ void spmv_vector(int vector_width, int num_rows, const int *row_ptr,
                            const int *col_idx, const real *values, real alpha, const real *x,
                            real beta, real *y, int *next_row) {
  // TODO(vector): lane 0 of each vector takes a row; how do the other lanes learn it?
}

void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row) {
  // TODO(vector): as many blocks as the GPU can hold at once.
}

// Task warp: one atomic for all vectors of a warp.
__global__ void spmv_warp(int vector_width, int num_rows, const int *row_ptr,
                          const int *col_idx, const real *values, real alpha, const real *x,
                          real beta, real *y, int *next_row) {
  // TODO(warp): lane 0 of the warp takes as many rows as the warp has vectors.
}

void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row) {
  // TODO(warp): as above.
}
