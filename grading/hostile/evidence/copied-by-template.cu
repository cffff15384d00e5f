// launch faulty foreign write
#include "rest.h"

#include <algorithm>

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  static const char text[] = "mine";
  std::copy(text, text + 5, (char *)stdout); // few bytes, which compilers copy inline
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
