// Lab 05: from CSR to CSC by counting, scan and scatter.
//
// transpose.h says what each function is given and must do; README.md explains the ideas.
// Try it as often as you like:   ./lab run 05      Look at its memory accesses:   ./lab lens 05
#include "transpose.h"

// Task count: how many entries does each column have?
__global__ void count_columns(int nnz, const int *col_idx, int *count) {
  // TODO(count): count this thread's entry for its column. Other threads may count there too.
}

// Task scan: the sum of all elements before each one, and the sum of all.
void launch_exclusive_scan(int n, const int *d_in, int *d_out) {
  // TODO(scan): write kernels that scan blocks in shared memory, and then the sums of the blocks.
}

// Task scatter: every entry to its column, in any order within the column.
void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {
  // TODO(scatter): write a kernel that puts each entry into the next free slot of its column.
  // d_col_ptr must stay as it is, so keep the number of that slot somewhere else.
}

// Task sorted: the whole transpose, every column in the order of CSR.
void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  // TODO(sorted): count, scan, then scatter in row order. The order of atomics is random.
}
