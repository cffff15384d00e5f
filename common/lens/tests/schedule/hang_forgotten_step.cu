// hang_forgotten_step.cu: a loop over the entries of a row that never continues to the next entry.
// The compiler sees that nothing changes in it, and leaves a jump to itself.
#include "check.h"

__global__ void spmv(int rows, const int *row_ptr, const int *col_idx, const float *values,
                     const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  int k = row_ptr[i];
  while (k < row_ptr[i + 1]) { // BUG hang
    sum += values[k] * x[col_idx[k]];
  }
  y[i] = sum;
}

int main() {
  const int rows = 256;
  static int row_ptr[rows + 1], col_idx[rows];
  static float ones[rows];
  for (int i = 0; i <= rows; i++) row_ptr[i] = i;
  for (int i = 0; i < rows; i++) {
    col_idx[i] = i;
    ones[i] = 1;
  }
  int *d_row_ptr, *d_col_idx;
  float *d_values, *d_y;
  cudaMalloc(&d_row_ptr, sizeof row_ptr);
  cudaMalloc(&d_col_idx, sizeof col_idx);
  cudaMalloc(&d_values, sizeof ones);
  cudaMalloc(&d_y, sizeof ones);
  cudaMemcpy(d_row_ptr, row_ptr, sizeof row_ptr, cudaMemcpyHostToDevice);
  cudaMemcpy(d_col_idx, col_idx, sizeof col_idx, cudaMemcpyHostToDevice);
  cudaMemcpy(d_values, ones, sizeof ones, cudaMemcpyHostToDevice);
  spmv<<<2, 128>>>(rows, d_row_ptr, d_col_idx, d_values, d_values, d_y);
  if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
  return check_annotations(__FILE__);
}
