// launch faulty host pointer
#include "rest.h"
typedef void *copier(void *, const void *, size_t);
static __global__ void write(copier *copy, void *to, const void *from) {
  copy(to, from, 4);
}

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  write<<<1, 1>>>(memcpy, (void *)stdout, d_values);
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
