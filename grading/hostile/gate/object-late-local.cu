// forbidden 0 a static object with a destructor
#include "csr-scalar.h"
struct late {
  int n = 0;
  ~late() { puts("last"); }
};
void launch_spmv(int num_rows, const int *d_row_ptr, const int *d_col_idx, const real *d_values,
                 const real *d_x, real *d_y) {
  static late last;
  last.n++;
}
