// cusparse_csr2csc.cuh: cuSPARSE's conversion from CSR to CSC, which has a single algorithm since
// CUDA 12.
#ifndef SL_PEERS_CUSPARSE_CSR2CSC_CUH
#define SL_PEERS_CUSPARSE_CSR2CSC_CUH

#include "cusparse.cuh"

// Converts from CSR to CSC. If `bytes_out` is not NULL, only sets it to the size of the buffer that
// the conversion needs.
static inline cusparseStatus_t csr_to_csc(cusparseHandle_t handle, void *buffer, size_t *bytes_out,
                                          int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                                          const int *d_col_idx, const real *d_values,
                                          int *d_col_ptr, int *d_row_idx, real *d_csc_values) {
  const cusparseAction_t action = CUSPARSE_ACTION_NUMERIC;
  const cusparseCsr2CscAlg_t algorithm = CUSPARSE_CSR2CSC_ALG_DEFAULT;
  if (bytes_out) {
    return cusparseCsr2cscEx2_bufferSize(handle, num_rows, num_cols, nnz, d_values, d_row_ptr,
                                         d_col_idx, d_csc_values, d_col_ptr, d_row_idx, real_type,
                                         action, from_zero, algorithm, bytes_out);
  }
  return cusparseCsr2cscEx2(handle, num_rows, num_cols, nnz, d_values, d_row_ptr, d_col_idx,
                            d_csc_values, d_col_ptr, d_row_idx, real_type, action, from_zero,
                            algorithm, buffer);
}

#endif
