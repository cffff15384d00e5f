// forbidden 6 pthread_create
#include "csr-scalar.h"
extern "C" int pthread_create(void *, const void *, void *(*)(void *), void *);
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  pthread_create(d_y, nullptr, nullptr, nullptr);
}
