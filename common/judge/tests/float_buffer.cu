// float_buffer.cu: the sums of the rows are in a separate buffer, which has only room for floats.
#include "coo-hyb.h"

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {}

int hyb_width(int num_rows, const int *row_ptr) {
  return 0;
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {}

static __global__ void sum_rows(int rows, int width, const int *ell_col, const real *ell,
                                const real *x, real *sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  real sum = 0;
  for (int slot = row; slot < rows * width; slot += rows) {
    if (ell_col[slot] >= 0) sum += ell[slot] * x[ell_col[slot]];
  }
  sums[row] = sum;
}

static __global__ void add_rest(int count, const int *row_of, const int *col_of, const real *coo,
                                const real *x, real *sums) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) atomicAdd(&sums[row_of[k]], coo[k] * x[col_of[k]]);
}

static __global__ void add_sums(int rows, const real *sums, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) y[row] += sums[row];
}

static int blocks_for(int threads) {
  return (threads + 255) / 256;
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  real *sums;
  if (num_rows == 0) return;
  cudaMalloc(&sums, num_rows * sizeof(float));
  sum_rows<<<blocks_for(num_rows), 256>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x, sums);
  if (coo_nnz > 0) {
    add_rest<<<blocks_for(coo_nnz), 256>>>(coo_nnz, d_coo_row_idx, d_coo_col_idx, d_coo_values, d_x,
                                           sums);
  }
  add_sums<<<blocks_for(num_rows), 256>>>(num_rows, sums, d_y);
  cudaFree(sums);
}
