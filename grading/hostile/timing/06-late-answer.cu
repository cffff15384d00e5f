// wrong: another stream writes the answer long after the launch has returned
#include "rest.h"

static __global__ void wait_a_while(int turns) {
  for (volatile int turn = 0; turn < turns; turn++) continue;
}

void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y) {
  int blocks = blocks_for(vector_width, num_rows);
  if (blocks == 0) return;
  static cudaStream_t own;
  if (!own) cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  wait_a_while<<<1, 1, 0, own>>>(2000);
  all_rows<<<blocks, threads_per_block, 0, own>>>(vector_width, num_rows, d_row_ptr, d_col_idx,
                                                  d_values, alpha, d_x, beta, d_y);
}
