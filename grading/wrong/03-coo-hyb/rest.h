/* rest.h: the tasks that a wrong file gets right. A file defines COO, KERNEL, WIDTH or HYB for the
 * function that it supplies itself, the wrong way, and includes this for the others. */
#ifndef COO
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx) {
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) row_idx[k] = row;
  }
}
#endif

#ifndef KERNEL
__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
}
#endif

#ifndef WIDTH
int hyb_width(int num_rows, const int *row_ptr) {
  for (int width = 0;; width++) {
    int filled = 0;
    for (int row = 0; row < num_rows; row++) filled += row_ptr[row + 1] - row_ptr[row] > width;
    if (num_rows == 0 || 3 * filled < num_rows) return width;
  }
}
#endif

/* The two parts of HYB, each right. A file with a wrong part defines ELL_PART or COO_PART. */
#ifndef ELL_PART
static __global__ void ell_part(int num_rows, int width, const int *col_idx, const real *values,
                                const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int slot = row; slot < num_rows * width; slot += num_rows) {
    if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
  }
}
#endif

#ifndef COO_PART
static __global__ void coo_part(int nnz, const int *row_idx, const int *col_idx, const real *values,
                                const real *x, real *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&y[row_idx[k]], values[k] * x[col_idx[k]]);
}
#endif

#ifndef HYB
void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  int row_blocks = width > 0 ? (num_rows + 127) / 128 : 0;
  int entry_blocks = (coo_nnz + 127) / 128;
  if (row_blocks) {
    ell_part<<<row_blocks, 128>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x, d_y);
  }
  if (entry_blocks) {
    coo_part<<<entry_blocks, 128>>>(coo_nnz, d_coo_row_idx, d_coo_col_idx, d_coo_values, d_x, d_y);
  }
}
#endif
