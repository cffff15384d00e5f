// mistake: values-not-advanced, line 15
#include "jds.h"

#define LAUNCH
#include "rest.h"

void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y) {
  for (int s = 0; s < num_sections; s++) {
    int rows = section_row[s + 1] - section_row[s];
    int width = (section_ptr[s + 1] - section_ptr[s]) / rows;
    if (width == 0) continue;
    spmv_section<<<(rows + 255) / 256, 256>>>(rows, width, d_perm + section_row[s],
                                              d_col_idx + section_ptr[s], d_values, d_x, d_y);
  }
}
