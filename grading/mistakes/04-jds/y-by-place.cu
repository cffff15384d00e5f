/* Sections whose kernel writes y at the row's place, because the launch passes y from the first
 * place of the section on. The mistake needs two functions, so it is not a change of one. The other
 * tasks are not written. */
#include "jds.h"

void jds_sort_rows(int num_rows, const int *row_ptr, int *perm) {}

void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values) {
}

__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y) {}

__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= num_rows) return;
  real sum = 0;
  for (int i = 0; i < width; i++) sum += values[i * num_rows + j] * x[col_idx[i * num_rows + j]];
  y[j] += sum;
}

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  for (int s = 0; s < num_sections && section_ptr[s] < section_ptr[s + 1]; s++) {
    int first = section_row[s], rows = section_row[s + 1] - first, begin = section_ptr[s];
    spmv_section<<<(rows + 255) / 256, 256>>>(rows, (section_ptr[s + 1] - begin) / rows,
                                              d_perm + first, d_col_idx + begin, d_values + begin,
                                              d_x, d_y + first);
  }
}
