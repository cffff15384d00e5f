/** @file kernels.cuh
 *  Lab 06's kernels in the forms that its appendix compares with the solution. Each is the solution
 *  with one thing changed: the width is known only when the kernel runs, or the loop is unrolled by
 *  a given factor, or one atomic addition takes the rows of several iterations.
 */
#ifndef LAB_WARP_FORMS_CUH
#define LAB_WARP_FORMS_CUH

#include "matrix/real.h"

#include <cuda_runtime.h>

enum way { STATIC, VECTOR, WARP, TURNS };
enum { AS_COMPILED = 0 }; // nvcc decides how often the loop is unrolled

template <int unroll>
static __device__ void work_on_row(int vector_width, int row, const int *row_ptr,
                                   const int *col_idx, const real *values, real alpha,
                                   const real *x, real beta, real *y) {
  int first_lane = threadIdx.x % 32 / vector_width * vector_width;
  unsigned mask = (0xffffffffu >> (32 - vector_width)) << first_lane;
  int lane = threadIdx.x % vector_width;
  int end = row_ptr[row + 1];
  real sum = 0;
  if (unroll == AS_COMPILED) {
    for (int k = row_ptr[row] + lane; k < end; k += vector_width) sum += values[k] * x[col_idx[k]];
  } else {
#pragma unroll(unroll > 0 ? unroll : 1)
    for (int k = row_ptr[row] + lane; k < end; k += vector_width) sum += values[k] * x[col_idx[k]];
  }
  for (int offset = vector_width / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(mask, sum, offset, vector_width);
  }
  if (lane > 0) return;
  y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
}

// `known_width` 0: the width is known only when the kernel runs. `turns` is for TURNS.
template <way rows, int known_width, int unroll>
__global__ void spmv_form(int width, int turns, int num_rows, const int *row_ptr,
                          const int *col_idx, const real *values, real alpha, const real *x,
                          real beta, real *y, int *next_row) {
  const int vector_width = known_width ? known_width : width;
  const unsigned whole_warp = 0xffffffff;
  int vectors = 32 / vector_width;
  if (rows == STATIC) {
    int row = blockIdx.x * (blockDim.x / vector_width) + threadIdx.x / vector_width;
    if (row >= num_rows) return;
    work_on_row<unroll>(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
  } else if (rows == VECTOR) {
    int first_lane = threadIdx.x % 32 / vector_width * vector_width;
    unsigned mask = (whole_warp >> (32 - vector_width)) << first_lane;
    for (;;) {
      int row = 0;
      if (threadIdx.x % vector_width == 0) row = atomicAdd(next_row, 1);
      row = __shfl_sync(mask, row, 0, vector_width);
      if (row >= num_rows) return;
      work_on_row<unroll>(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
    }
  } else {
    int lane = threadIdx.x % 32, rows_a_take = rows == WARP ? vectors : turns * vectors;
    for (;;) {
      int first_row = 0;
      if (lane == 0) first_row = atomicAdd(next_row, rows_a_take);
      first_row = __shfl_sync(whole_warp, first_row, 0);
      if (first_row >= num_rows) return;
      int row = first_row + lane / vector_width;
      if (rows == WARP) {
        if (row < num_rows) {
          work_on_row<unroll>(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
        }
      } else {
        int last = min(num_rows, first_row + rows_a_take);
        for (; row < last; row += vectors) {
          work_on_row<unroll>(vector_width, row, row_ptr, col_idx, values, alpha, x, beta, y);
        }
      }
    }
  }
}

#endif
