// spmv_ell.cu: y = A x in ELL, rows padded to one width: stored by rows, and by columns.
#include "sparse.h"

__global__ void ell_by_rows(int n, int width, const int *col_idx, const float *values, const float *x,
                            float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < width; k++) {
    int column = col_idx[row * width + k];
    if (column >= 0) {
      float value = values[row * width + k];
      sum += value * x[column];
    }
  }
  y[row] = sum;
}

__global__ void ell_by_columns(int n, int width, const int *col_idx, const float *values,
                               const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < width; k++) {
    int column = col_idx[k * n + row];
    if (column < 0) break;
    float value = values[k * n + row];
    sum += value * x[column];
  }
  y[row] = sum;
}

static void run_input(int input) {
  sparse a = make_sparse(input);
  int n = a.num_rows, width = a.widest, all = n * width;
  int *by_rows = (int *)malloc(all * sizeof(int)), *by_columns = (int *)malloc(all * sizeof(int));
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < width; k++) {
      bool there = k < a.row_ptr[i + 1] - a.row_ptr[i];
      by_rows[i * width + k] = by_columns[k * n + i] = there ? a.col_idx[a.row_ptr[i] + k] : -1;
    }
  }
  float *values = upload_random<float>(all, 9), *x = upload_random<float>(a.num_columns, 9);
  float *y = upload<float>(NULL, n);
  ell_by_rows<<<blocks_for(n, 128), 128>>>(n, width, upload(by_rows, all), values, x, y);
  ell_by_columns<<<blocks_for(n, 96), 96>>>(n, width, upload(by_columns, all), values, x, y);
}
