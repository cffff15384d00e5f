// mistake: permutation-forgotten, line 14
#include "jds.h"

#define LAUNCH
#define SECTION
#include "rest.h"

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
  for (int s = 0; s < num_sections; s++) {
    int rows = section_row[s + 1] - section_row[s];
    int width = (section_ptr[s + 1] - section_ptr[s]) / rows;
    if (width == 0) continue;
    spmv_section<<<(rows + 255) / 256, 256>>>(rows, width, d_perm + section_row[s],
                                              d_col_idx + section_ptr[s], d_values + section_ptr[s],
                                              d_x, d_y + section_row[s]);
  }
}
