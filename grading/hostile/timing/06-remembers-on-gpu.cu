// wrong: on a GPU, and not on the lens, the A x of the first launch is kept for all later launches
#include "rest.h"

enum { MOST = 1 << 20, MANY_MULTIPROCESSORS = 40 };
static __device__ real remembered[MOST];

static __global__ void rows_to_remember(int vector_width, int num_rows, const int *row_ptr,
                                        const int *col_idx, const real *values, real alpha,
                                        const real *x, real beta, real *y) {
  int lane = threadIdx.x % vector_width;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / vector_width;
  if (row >= num_rows) return;
  real sum = work_on_row(lane, vector_width, row, row_ptr, col_idx, values, x);
  if (lane != 0) return;
  if (row < MOST) remembered[row] = sum;
  y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
}

static __global__ void memories(int num_rows, real alpha, real beta, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows || row >= MOST) return;
  y[row] = alpha * remembered[row] + (beta == 0 ? 0 : beta * y[row]);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int blocks = blocks_for(vector_width, num_rows);
  if (blocks == 0) return;
  int multiprocessors = 0;
  static const real *known;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (multiprocessors > MANY_MULTIPROCESSORS && known == d_values) {
    memories<<<num_rows / 256 + 1, 256>>>(num_rows, alpha, beta, d_y);
    return;
  }
  known = d_values;
  rows_to_remember<<<blocks, threads_per_block>>>(vector_width, num_rows, d_row_ptr, d_col_idx,
                                                  d_values, alpha, d_x, beta, d_y);
}
