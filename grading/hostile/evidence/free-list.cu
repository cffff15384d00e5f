// launch crashed SIGABRT
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  void **block[300], **again = NULL;
  for (int i = 0; i < 300; i++) block[i] = (void **)malloc(64);
  free(block[299]);
  *block[299] = (void *)stdout; /* the link of a free block */
  for (int i = 0; i < 2; i++) again = (void **)malloc(64);
  memset(again, 0, 64);
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
