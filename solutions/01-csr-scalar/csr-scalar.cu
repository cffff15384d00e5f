//[
// Lab 01, reference solution: sparse matrix times vector in CSR format, one thread per row.
//
// The skeleton that students get is made from this file: the text between the bracket comments is
// removed, and the lines after the bar comments are added.
//]
//| // Lab 01: sparse matrix times vector in CSR format, one thread per row.
//| //
//| // csr-scalar.h says what each function is given and must do; README.md explains the ideas.
//| // Try it as often as you like:   ./lab run 01      Look at its memory accesses:   ./lab lens 01
#include "csr-scalar.h"

// Task cpu: y ← y + A x, one row after the other.
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y) {
  //[
  for (int row = 0; row < num_rows; row++) {
    real sum = 0;
    // The row ends where the next one begins. An empty row begins and ends at the same entry, so
    // it needs no special case.
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      // Entry k is in column col_idx[k], so its value multiplies that element of x.
      sum += values[k] * x[col_idx[k]];
    }
    y[row] += sum;
  }
  //]
  //|   // TODO(cpu): for each row, add up values[…] * x[…] over its entries; add the sum to y[row].
}

// Task kernel: the same, but each thread computes one row.
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y) {
  //[
  // The loop over rows is gone: its iterations run at the same time, one per thread.
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  // The last block has threads to spare when its size does not divide the number of rows.
  if (row >= num_rows) return;
  real sum = 0;
  for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
    // Neighbouring threads are in different rows, so they read values far apart: this is the
    // weakness of the format, which the next labs address.
    sum += values[k] * x[col_idx[k]];
  }
  y[row] += sum; // no other thread writes this element: no atomic is needed
  //]
  //|   // TODO(kernel): find this thread's row; return if there is no such row; then do as on the CPU.
}

// Task launch: enough blocks for any number of rows.
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y) {
  //[
  const int threads_per_block = 256; // a multiple of the warp; large enough to fill a processor
  // Rounded up, so that a remainder gets a block of its own. The usual (n + t − 1) / t does the
  // same but overflows for the largest n.
  int blocks = num_rows / threads_per_block + (num_rows % threads_per_block != 0);
  if (blocks == 0) return; // a grid of no blocks is an error, and there is nothing to do
  kernel<<<blocks, threads_per_block>>>(num_rows, d_row_ptr, d_col_idx, d_values, d_x, d_y);
  //]
  //|   // TODO(launch): choose how many threads per block, work out how many blocks, and launch:
  //|   //   kernel<<<blocks, threads_per_block>>>(num_rows, d_row_ptr, …);
}
