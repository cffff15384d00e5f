// Right: fills all slots with padding first, loops over slots outermost, any number of threads; a
// row ends at its first padding.
#include "ell.h"

int ell_width(int num_rows, const int *row_ptr) {
  int width = 0;
  while (num_rows-- > 0) {
    if (row_ptr[num_rows + 1] > row_ptr[num_rows] + width) {
      width = row_ptr[num_rows + 1] - row_ptr[num_rows];
    }
  }
  return width;
}

void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values) {
  for (int slot = num_rows * width; slot-- > 0;) {
    ell_col_idx[slot] = ELL_PADDING;
    ell_values[slot] = 0;
  }
  for (int k = 0, row = 0; row < num_rows; row++) {
    for (int i = 0; k < row_ptr[row + 1]; i++, k++) {
      ell_col_idx[row * width + i] = col_idx[k];
      ell_values[row * width + i] = values[k];
    }
  }
}

void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values) {
  for (int i = 0; i < width; i++) {
    for (int row = 0; row < num_rows; row++) {
      *col_idx++ = row_major_col_idx[row * width + i];
      *values++ = row_major_values[row * width + i];
    }
  }
}

__global__ void spmv_ell(int num_rows, int width, const int *__restrict__ col_idx,
                         const real *__restrict__ values, const real *__restrict__ x,
                         real *__restrict__ y) {
  const int stride = gridDim.x * blockDim.x;
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < num_rows; row += stride) {
    real sum = y[row];
    for (int slot = row, i = 0; i < width && col_idx[slot] >= 0; i++, slot += num_rows) {
      sum += values[slot] * __ldg(&x[col_idx[slot]]);
    }
    y[row] = sum;
  }
}

__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y) {
  const unsigned row = threadIdx.x + blockDim.x * blockIdx.x;
  if (row < (unsigned)num_rows) {
    const int *col = col_idx + row * width, *end = col + width;
    for (const real *value = values + row * width; col < end && *col != ELL_PADDING; col++) {
      y[row] += *value++ * x[*col];
    }
  }
}
