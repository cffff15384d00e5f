// cusparse.cuh: what all programs that use cuSPARSE share: constants that describe the kit's
// matrices to cuSPARSE, and the conversion to CSR, which copies nothing.
#ifndef SL_PEERS_CUSPARSE_CUH
#define SL_PEERS_CUSPARSE_CUH

#include "matrix/real.h"

#include <cusparse.h>

#include <cstdio>
#include <cstdlib>

static const cudaDataType real_type = sizeof(real) == 8 ? CUDA_R_64F : CUDA_R_32F;
static const cusparseIndexType_t int_type = CUSPARSE_INDEX_32I;
static const cusparseIndexBase_t from_zero = CUSPARSE_INDEX_BASE_ZERO;
static const cusparseOperation_t as_it_is = CUSPARSE_OPERATION_NON_TRANSPOSE;

static inline void must(bool well, const char *what) {
  if (well) return;
  fprintf(stderr, "cuSPARSE: %s failed\n", what);
  abort();
}
#define MUST(call) must((call) == 0, #call)

// A CSR matrix, on the device and on the host.
struct given_csr {
  int num_rows, num_cols, nnz;
  const int *d_row_ptr, *d_col_idx;
  const real *d_values;
  const int *row_ptr, *col_idx;
  const real *values;
};

// The descriptor of a matrix in cuSPARSE, and the device arrays that belong to it.
struct made_matrix {
  cusparseSpMatDescr_t matrix;
  void *arrays[3];
};

static inline void free_matrix(made_matrix *made) {
  if (made->matrix) (void)cusparseDestroySpMat(made->matrix);
  for (void *array : made->arrays) (void)cudaFree(array);
  *made = {};
}

// A function that converts a matrix to a format of cuSPARSE. It returns NULL, or the reason for a
// failure.
typedef const char *make_format(const given_csr &a, made_matrix *out);

static inline const char *in_csr(const given_csr &a, made_matrix *out) {
  *out = {};
  bool made = cusparseCreateCsr(&out->matrix, a.num_rows, a.num_cols, a.nnz, (void *)a.d_row_ptr,
                                (void *)a.d_col_idx, (void *)a.d_values, int_type, int_type,
                                from_zero, real_type) == CUSPARSE_STATUS_SUCCESS;
  return made ? NULL : "cusparseCreateCsr failed";
}

#endif
