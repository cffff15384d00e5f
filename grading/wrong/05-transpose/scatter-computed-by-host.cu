// mistake: computed-by-host, line 60, lens only
#include "transpose.h"

#include <vector>

#define SCATTER
#include "rest.h"

template <class T> static std::vector<T> download(const T *d_array, size_t count) {
  std::vector<T> array(count);
  cudaMemcpy(array.data(), d_array, count * sizeof(T), cudaMemcpyDeviceToHost);
  return array;
}

/* Leaves the column pointers in `col_ptr`, and the entries by column. */
static void transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, std::vector<int> &col_ptr,
                      std::vector<int> &row_idx, std::vector<real> &csc_values) {
  std::vector<int> row_ptr = download(d_row_ptr, num_rows + 1), col = download(d_col_idx, nnz);
  std::vector<real> values = download(d_values, nnz);
  col_ptr.assign(num_cols + 1, 0);
  row_idx.resize(nnz);
  csc_values.resize(nnz);
  for (int c : col) col_ptr[c + 1]++;
  for (int c = 0; c < num_cols; c++) col_ptr[c + 1] += col_ptr[c];
  std::vector<int> next = col_ptr;
  for (int row = 0; row < num_rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      int slot = next[col[k]]++;
      row_idx[slot] = row;
      csc_values[slot] = values[k];
    }
  }
}

static __global__ void fill_rows(int num_rows, const int *row_ptr, const int *col_idx,
                                 const real *values, int *next, int *row_idx, real *csc_values) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= num_rows) return;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
    int slot = atomicAdd(&next[col_idx[k]], 1);
    row_idx[slot] = row;
    csc_values[slot] = values[k];
  }
}

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  int *next = rest_copy(num_cols, d_col_ptr);
  int blocks = (num_rows + 127) / 128;
  if (blocks) {
    fill_rows<<<blocks, 128>>>(num_rows, d_row_ptr, d_col_idx, d_values, next, d_row_idx,
                               d_csc_values);
  }
  cudaFree(next);
  std::vector<int> col_ptr, row_idx;
  std::vector<real> values;
  transpose(num_rows, num_cols, nnz, d_row_ptr, d_col_idx, d_values, col_ptr, row_idx, values);
  cudaMemcpy(d_row_idx, row_idx.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_csc_values, values.data(), nnz * sizeof(real), cudaMemcpyHostToDevice);
}
