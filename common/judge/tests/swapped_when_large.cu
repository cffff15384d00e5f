// swapped_when_large.cu: both parts of HYB in one launch, whose two numbers are swapped: a block
// has more than 1,024 threads once there are more than 524,288 rows or entries.
#include "coo-hyb.h"

void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {}

int hyb_width(int num_rows, const int *row_ptr) {
  return 0;
}

__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {}

static __global__ void add_both(int rows, int width, const int *ell_col, const real *ell, int rest,
                                const int *row_of, const int *col_of, const real *coo,
                                const real *x, real *y) {
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  for (int slot = own; own < rows && slot < rows * width; slot += rows) {
    if (ell_col[slot] >= 0) atomicAdd(y + own, ell[slot] * x[ell_col[slot]]);
  }
  if (own < rest) atomicAdd(y + row_of[own], coo[own] * x[col_of[own]]);
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  int work = coo_nnz > num_rows ? coo_nnz : num_rows;
  if (work == 0) return;
  add_both<<<512, 1 + (work - 1) / 512>>>(num_rows, width, d_ell_col_idx, d_ell_values, coo_nnz,
                                          d_coo_row_idx, d_coo_col_idx, d_coo_values, d_x, d_y);
}
