// wrong: on a GPU, and not on the lens, a later launch reads an invalid address
#include "rest.h"

enum { FIRST = 60, MANY_MULTIPROCESSORS = 40 };

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int blocks = blocks_for(vector_width, num_rows);
  if (blocks == 0) return;
  int multiprocessors = 0;
  static int calls;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (multiprocessors > MANY_MULTIPROCESSORS && calls++ == FIRST) d_values += 1L << 40;
  all_rows<<<blocks, threads_per_block>>>(vector_width, num_rows, d_row_ptr, d_col_idx, d_values,
                                          alpha, d_x, beta, d_y);
}
