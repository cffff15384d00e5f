// static
// Vectors are tiles of cooperative groups; a helper kernel clears y first if beta is 0.
#define HAS_STATIC
#include "../rest-06.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

static __global__ void clear(int num_rows, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < num_rows) y[row] = 0;
}

template <int width>
static __global__ void spmv_static(int num_rows, const int *row_ptr, const int *col_idx,
                                   const real *values, real alpha, const real *x, real beta,
                                   real *y) {
  auto vector = cg::tiled_partition<width>(cg::this_thread_block());
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / width;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row] + (int)vector.thread_rank(); k < row_ptr[row + 1]; k += width) {
    sum += values[k] * x[col_idx[k]];
  }
  sum = cg::reduce(vector, sum, cg::plus<real>());
  if (vector.thread_rank() == 0) y[row] = alpha * sum + beta * y[row];
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  if (num_rows == 0) return;
  if (beta == 0) clear<<<(num_rows + 127) / 128, 128>>>(num_rows, d_y);
  int blocks = num_rows / (128 / vector_width) + 1;
  auto kernel = vector_width == 2   ? spmv_static<2>
                : vector_width == 4 ? spmv_static<4>
                : vector_width == 8 ? spmv_static<8>
                                    : spmv_static<32>;
  kernel<<<blocks, 128>>>(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y);
}
