// sorted review the launch copies as much data
// The host transposes memory that it shares with the device. Nothing is copied by name.
#define HAS_SORTED
#include "rest-05.h"

#include <vector>

template <typename T>
static __global__ void pass_on(int n, const T *from, T *to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

template <typename T> static void move_all(int n, const T *from, T *to) {
  if (n > 0) pass_on<<<(n + 255) / 256, 256>>>(n, from, to);
}

template <typename T> static T *share(int n, const T *from) {
  T *shared;
  cudaMallocManaged(&shared, (n + 1) * sizeof(T));
  if (from) move_all(n, from, shared);
  return shared;
}

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  int *row_ptr = share(num_rows + 1, d_row_ptr), *col_idx = share(nnz, d_col_idx);
  int *col_ptr = share<int>(num_cols + 1, nullptr), *row_idx = share<int>(nnz, nullptr);
  real *values = share(nnz, d_values), *csc_values = share<real>(nnz, nullptr);
  cudaDeviceSynchronize();
  std::vector<int> next(num_cols + 1);
  for (int k = 0; k < nnz; k++) next[col_idx[k] + 1]++;
  for (int col = 0; col < num_cols; col++) next[col + 1] += next[col];
  for (int col = 0; col <= num_cols; col++) col_ptr[col] = next[col];
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = next[col_idx[k]]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
  move_all(num_cols + 1, col_ptr, d_col_ptr);
  move_all(nnz, row_idx, d_row_idx);
  move_all(nnz, csc_values, d_csc_values);
  cudaDeviceSynchronize();
  for (int *each : {row_ptr, col_idx, col_ptr, row_idx}) cudaFree(each);
  for (real *each : {values, csc_values}) cudaFree(each);
}
