/* rest.h: the tasks that a wrong file gets right. A file defines SORT, DIAGONALS, KERNEL, SECTION
 * or LAUNCH for the function that it supplies itself, the wrong way, and includes this for the
 * others. */
#include <algorithm>
#include <functional>
#include <numeric>

#ifndef SORT
void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {
  std::iota(perm, perm + num_rows, 0);
  std::stable_sort(perm, perm + num_rows, [&](int a, int b) {
    return row_ptr[a + 1] - row_ptr[a] > row_ptr[b + 1] - row_ptr[b];
  });
}
#endif

#ifndef DIAGONALS
void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
  diag_ptr[0] = 0;
  for (int d = 0; d < num_diags; d++) {
    int at = diag_ptr[d];
    for (int place = 0; place < num_rows; place++) {
      int entry = row_ptr[perm[place]] + d;
      if (entry >= row_ptr[perm[place] + 1]) continue;
      jds_col_idx[at] = col_idx[entry];
      jds_values[at++] = values[entry];
    }
    diag_ptr[d + 1] = at;
  }
}
#endif

#ifndef KERNEL
__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {
  int place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place >= num_rows) return;
  for (int d = 0; d < num_diags && diag_ptr[d] + place < diag_ptr[d + 1]; d++) {
    y[perm[place]] += values[diag_ptr[d] + place] * x[col_idx[diag_ptr[d] + place]];
  }
}
#endif

#ifndef SECTION
__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= num_rows) return;
  for (int entry = j; entry < num_rows * width; entry += num_rows) {
    y[perm[j]] += values[entry] * x[col_idx[entry]];
  }
}
#endif

#ifndef LAUNCH
void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  for (int s = 0; s < num_sections; s++) {
    int rows = section_row[s + 1] - section_row[s];
    int width = (section_ptr[s + 1] - section_ptr[s]) / rows;
    if (width == 0) break;
    spmv_section<<<(rows - 1) / 128 + 1, 128>>>(rows, width, d_perm + section_row[s],
                                                d_col_idx + section_ptr[s],
                                                d_values + section_ptr[s], d_x, d_y);
  }
}
#endif
