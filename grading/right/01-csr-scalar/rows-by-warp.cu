// Right: a warp has 32 rows and works on one after the other. Its lanes read neighbouring entries,
// and add up their parts by shuffles.
#include "csr-scalar.h"

void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col_idx[k]];
    y[row] += sum;
  }
}

__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  const unsigned all = 0xffffffff;
  int row = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  // A lane without a row of its own stays, to help with those of the others.
  int begin = row < num_rows ? row_ptr[row] : 0;
  int end = row < num_rows ? row_ptr[row + 1] : 0;
  real own = 0;
  for (int turn = 0; turn < 32; turn++) {
    int first = __shfl_sync(all, begin, turn), last = __shfl_sync(all, end, turn);
    real sum = 0;
    for (int k = first + lane; k < last; k += 32) sum += values[k] * x[col_idx[k]];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(all, sum, step);
    if (lane == turn) own = sum;
  }
  if (row < num_rows) y[row] += own;
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  int blocks = (num_rows + 255) / 256;
  if (blocks) kernel<<<blocks, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
