// mistake: nothing-launched, line 40, lens only
#include "warp.h"

#include <vector>

#define STATIC
#include "rest.h"

template <class T> static std::vector<T> download(const T *d_array, size_t count) {
  std::vector<T> array(count);
  cudaMemcpy(array.data(), d_array, count * sizeof(T), cudaMemcpyDeviceToHost);
  return array;
}

static std::vector<real> product(int num_rows, const int *d_row_ptr, const int *d_col_idx,
                                 const real *d_values, real alpha, const real *d_x, real beta,
                                 const real *d_y) {
  std::vector<int> row_ptr = download(d_row_ptr, num_rows + 1);
  std::vector<int> col = download(d_col_idx, row_ptr[num_rows]);
  std::vector<real> values = download(d_values, row_ptr[num_rows]), y(num_rows);
  int columns = 0;
  for (int c : col) columns = c >= columns ? c + 1 : columns;
  std::vector<real> x = download(d_x, columns);
  if (beta != 0) y = download(d_y, num_rows);
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) sum += values[k] * x[col[k]];
    y[row] = alpha * sum + (beta == 0 ? 0 : beta * y[row]);
  }
  return y;
}

__global__ void spmv_static(int, int, const int *, const int *, const real *, real, const real *,
                            real, real *) {}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  (void)vector_width;
  std::vector<real> y = product(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta, d_y);
  cudaMemcpy(d_y, y.data(), num_rows * sizeof(real), cudaMemcpyHostToDevice);
}
