/* Right: grid-stride loops over places and rows; a list of rows for each length; diagonals filled
 * one row at a time, from the last place; sections launched from the last to the first, on a fixed
 * grid. */
#include "jds.h"

#include <algorithm>
#include <vector>

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::vector<std::vector<int>> of_length;
  for (int row = 0; row < num_rows; row++) {
    size_t length = (size_t)(row_ptr[row + 1] - row_ptr[row]);
    if (length >= of_length.size()) of_length.resize(length + 1);
    of_length[length].push_back(row);
  }
  for (size_t length = of_length.size(); length-- > 0;) {
    perm = std::copy(of_length[length].begin(), of_length[length].end(), perm);
  }
}

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  std::fill(diag_ptr, diag_ptr + num_diags + 1, 0);
  for (int row = 0; row < num_rows; row++) {
    for (int d = 0; d < row_ptr[row + 1] - row_ptr[row]; d++) diag_ptr[d + 1]++;
  }
  for (int d = 0; d < num_diags; d++) diag_ptr[d + 1] += diag_ptr[d];
  for (int place = num_rows - 1; place >= 0; place--) {
    for (int k = row_ptr[perm[place]], d = 0; k < row_ptr[perm[place] + 1]; k++, d++) {
      jds_values[diag_ptr[d] + place] = values[k];
      jds_col_idx[diag_ptr[d] + place] = col_idx[k];
    }
  }
}

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  int threads = gridDim.x * blockDim.x / 2; /* half of the threads have nothing to do */
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  if (first >= threads) return;
  for (int place = first; place < num_rows; place += threads) {
    real sum = y[perm[place]];
    for (int d = 0; d < num_diags; d++) {
      int k = diag_ptr[d] + place;
      if (k < diag_ptr[d + 1]) sum += values[k] * x[col_idx[k]]; /* looks at all diagonals */
    }
    y[perm[place]] = sum;
  }
}

__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < num_rows; j += gridDim.x * blockDim.x) {
    for (int i = width - 1; i >= 0; i--) {
      y[perm[j]] += values[i * num_rows + j] * x[col_idx[i * num_rows + j]];
    }
  }
}

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  for (int s = num_sections - 1; s >= 0; s--) {
    int rows = section_row[s + 1] - section_row[s];
    int width = (section_ptr[s + 1] - section_ptr[s]) / rows;
    if (width > 0) {
      spmv_section<<<2, 96>>>(rows, width, d_perm + section_row[s], d_col_idx + section_ptr[s],
                              d_values + section_ptr[s], d_x, d_y);
    }
  }
}
