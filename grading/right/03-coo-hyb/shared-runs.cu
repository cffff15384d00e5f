// Right: the entries of a block go through shared memory, where the first thread of each run of one
// row adds it up. HYB: the COO part first, several rows per thread, and an empty ELL part is
// launched, too.
#include "coo-hyb.h"

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  for (int row = num_rows - 1, k = row_ptr[num_rows] - 1; k >= 0; k--) {
    while (k < row_ptr[row]) row--;
    row_idx[k] = row;
  }
}

enum { THREADS = 256 }; // the most entries of a block

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  __shared__ int rows[THREADS];
  __shared__ real products[THREADS];
  const int t = threadIdx.x, begin = blockIdx.x * blockDim.x;
  const int count = nnz - begin < (int)blockDim.x ? nnz - begin : (int)blockDim.x;
  if (t < count) {
    rows[t] = row_idx[begin + t];
    products[t] = values[begin + t] * x[col_idx[begin + t]];
  }
  __syncthreads();
  if (t >= count || (t > 0 && rows[t - 1] == rows[t])) return;
  double sum = products[t]; // more precision than requested is not a mistake
  for (int i = t + 1; i < count && rows[i] == rows[t]; i++) sum += products[i];
  atomicAdd(&y[rows[t]], (real)sum);
}

int hyb_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (int row = 0; row < num_rows; row++) {
    // Tests whether this row's length can be the answer, which is the longest that passes.
    const int length = row_ptr[row + 1] - row_ptr[row];
    int filled = 0;
    if (length <= width) continue;
    for (int other = 0; other < num_rows; other++) {
      filled += row_ptr[other + 1] - row_ptr[other] >= length;
    }
    if (3 * (long long)filled >= num_rows) width = length;
  }
  return width;
}

static __global__ void ell_part(int num_rows, int width, const int *__restrict__ col_idx,
                                const real *__restrict__ values, const real *__restrict__ x,
                                real *__restrict__ y) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < num_rows;
       row += gridDim.x * blockDim.x) {
    for (int i = width; i-- > 0;) {
      const int slot = i * num_rows + row, col = col_idx[slot];
      y[row] += values[slot] * x[col < 0 ? 0 : col]; // padding has the value 0
    }
  }
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  const dim3 block(64);
  if (coo_nnz > 0) {
    spmv_coo<<<dim3((coo_nnz - 1) / block.x + 1), block>>>(coo_nnz, d_coo_row_idx, d_coo_col_idx,
                                                           d_coo_values, d_x, d_y);
  }
  ell_part<<<4, block>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x, d_y);
}
