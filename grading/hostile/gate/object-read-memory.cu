// forbidden 6 process_vm_readv
#include "csr-scalar.h"
extern "C" long process_vm_readv(int, const void *, unsigned long, const void *, unsigned long, unsigned long);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  process_vm_readv(1, nullptr, 0, nullptr, 0, 0);
}
