/* rest.h: the tasks that a wrong file gets right. A file defines CPU, KERNEL or LAUNCH for the task
 * that it supplies itself, the wrong way, and includes this for the others. */
#ifndef CPU
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) y[row] += values[k] * x[col_idx[k]];
  }
}
#endif

#ifndef KERNEL
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) y[row] += values[k] * x[col_idx[k]];
}
#endif

#ifndef LAUNCH
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  int blocks = (num_rows + 127) / 128;
  if (blocks) kernel<<<blocks, 128>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
}
#endif
