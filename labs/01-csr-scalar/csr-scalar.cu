// Lab 01: sparse matrix times vector in CSR format, one thread per row.
//
// csr-scalar.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 01      Look at its memory accesses:   ./lab lens 01
#include "csr-scalar.h"

// Task cpu: y ← y + A x, one row after the other.
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  // TODO(cpu): for each row, add up values[…] * x[…] over its entries; add the sum to y[row].
}

// Task kernel: the same, but each thread computes one row.
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  // TODO(kernel): find this thread's row; return if there is no such row; then do as on the CPU.
}

// Task launch: enough blocks for any number of rows.
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  // TODO(launch): choose how many threads per block, work out how many blocks, and launch:
  //   kernel<<<blocks, threads_per_block>>>(num_rows, d_row_ptr, …);
}
