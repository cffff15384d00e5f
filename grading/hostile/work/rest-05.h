/* rest-05.h: the functions that lab 05 requires in addition to a file's task. */
#include "transpose.h"

#ifndef HAS_COUNT
__global__ void count_columns(int nnz, const int *col_idx, int *count) {}
#endif

#ifndef HAS_SCAN
void launch_exclusive_scan(int n, const int *d_in, int *d_out) {}
#endif

#ifndef HAS_SCATTER
void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx,
                    real *d_csc_values) {}
#endif

#ifndef HAS_SORTED
void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {}
#endif
