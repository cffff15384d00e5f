/* rest.h: the tasks that a wrong file gets right. A file defines WIDTH, PAD, TRANSPOSE, KERNEL or
 * ROW_MAJOR for the function that it supplies itself, the wrong way, and includes this for the
 * others. */
#ifndef WIDTH
int ell_width(int num_rows, const int *row_ptr) {
  int width = 0;
  for (int row = 0; row < num_rows; row++) {
    int length = row_ptr[row + 1] - row_ptr[row];
    width = length > width ? length : width;
  }
  return width;
}
#endif

#ifndef PAD
void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int slot = 0; slot < num_rows * width; slot++) {
    ell_col_idx[slot] = ELL_PADDING;
    ell_values[slot] = 0;
  }
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      ell_col_idx[row * width + k - row_ptr[row]] = col_idx[k];
      ell_values[row * width + k - row_ptr[row]] = values[k];
    }
  }
}
#endif

#ifndef TRANSPOSE
void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int row = 0; row < num_rows; row++) {
    for (int i = 0; i < width; i++) {
      col_idx[i * num_rows + row] = row_major_col_idx[row * width + i];
      values[i * num_rows + row] = row_major_values[row * width + i];
    }
  }
}
#endif

#ifndef KERNEL
__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int slot = row; slot < num_rows * width; slot += num_rows) {
    if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
  }
}
#endif

#ifndef ROW_MAJOR
__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int slot = row * width; slot < (row + 1) * width; slot++) {
    if (col_idx[slot] >= 0) y[row] += values[slot] * x[col_idx[slot]];
  }
}
#endif
