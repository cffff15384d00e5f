// wrong: the work runs on a separate stream, and nothing waits for it
#include "rest.h"

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int blocks = blocks_for(vector_width, num_rows);
  if (blocks == 0) return;
  static cudaStream_t own;
  if (!own) cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  all_rows<<<blocks, threads_per_block, 0, own>>>(vector_width, num_rows, d_row_ptr, d_col_idx,
                                                  d_values, alpha, d_x, beta, d_y);
}
