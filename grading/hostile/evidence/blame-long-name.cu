// launch passed
// A kernel's name is longer than a line of the reply.
#include "rest.h"

template <int> struct a_rather_long_name_of_a_structure_that_is_nested_in_itself {};
template <class> struct of {};
template <class T> static __global__ void nothing(T) {}
template <int N> struct nest {
  typedef of<typename nest<N - 1>::type> type;
};
template <> struct nest<0> {
  typedef a_rather_long_name_of_a_structure_that_is_nested_in_itself<1> type;
};

void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  nothing<nest<400>::type><<<1, 1>>>({});
  if (num_rows > 0) {
    kernel<<<num_rows / 256 + 1, 256>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  }
}
