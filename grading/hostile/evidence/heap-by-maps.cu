// launch faulty foreign write
#include "rest.h"

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  char line[256];
  unsigned long start = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (!start && maps && fgets(line, sizeof line, maps)) {
    if (strstr(line, "[heap]")) start = strtoul(line, NULL, 16);
  }
  for (long i = 0; start && i < 4096; i++) ((volatile long *)start)[i] = 0;
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
