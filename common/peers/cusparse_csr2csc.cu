// cusparse_csr2csc.cu: cuSPARSE's conversion from CSR to CSC with the interface of lab 05, for its
// task sorted.
//
// The first launch, which is not timed, makes the handle and the buffer.
#include "transpose.h"

#include "cusparse_csr2csc.cuh"

void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values) {
  static cusparseHandle_t handle;
  static void *buffer;
  static size_t room;
  size_t bytes = 0;
  if (!handle) MUST(cusparseCreate(&handle));
  MUST(csr_to_csc(handle, NULL, &bytes, num_rows, num_cols, nnz, d_row_ptr, d_col_idx, d_values,
                  d_col_ptr, d_row_idx, d_csc_values));
  if (bytes > room || !buffer) {
    MUST(cudaFree(buffer));
    MUST(cudaMalloc(&buffer, bytes + 1));
    room = bytes;
  }
  MUST(csr_to_csc(handle, buffer, NULL, num_rows, num_cols, nnz, d_row_ptr, d_col_idx, d_values,
                  d_col_ptr, d_row_idx, d_csc_values));
}

// cuSPARSE has no function for the other tasks of the lab.
__global__ void count_columns(int, const int *, int *) {}

void launch_exclusive_scan(int, const int *, int *) {}

void launch_scatter(int, int, int, const int *, const int *, const real *, const int *, int *,
                    real *) {}
