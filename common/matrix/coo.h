/** @file coo.h
 *  Coordinate format (COO) on the host: one row index, one column index and one value per entry, in
 *  any order.
 *
 *  Source: Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., section 3.4.
 */
#ifndef SL_MATRIX_COO_H
#define SL_MATRIX_COO_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sl_coo {
  int num_rows;
  int num_cols;
  int nnz;
  int *row_idx;   /**< [nnz], each in [0, num_rows) */
  int *col_idx;   /**< [nnz], each in [0, num_cols) */
  double *values; /**< [nnz] */
} sl_coo;

/** Allocates a matrix with arrays of zeros into `*out`. Errors: those of sl_csr_make. */
sl_status sl_coo_make(int num_rows, int num_cols, int nnz, sl_coo *out);

/** Checks sizes, indices and values. Errors: SL_ERR_INPUT; the message contains the entry. */
sl_status sl_coo_check(const sl_coo *matrix);

/** Frees the arrays, and sets all members to 0. `matrix` may be NULL or empty. */
void sl_coo_free(sl_coo *matrix);

/** Converts from COO to CSR. The entries of a row keep their order in `from`, and duplicates
 *  remain. Errors: SL_ERR_INPUT if an index is out of range, SL_ERR_MEMORY. */
sl_status sl_coo_to_csr(const sl_coo *from, sl_csr *out);

/** Converts from CSR to COO, row by row. Errors: SL_ERR_MEMORY. */
sl_status sl_coo_from_csr(const sl_csr *from, sl_coo *out);

/** Sorts each row by column and sums duplicates, in place. Explicit zeros remain. Errors:
 *  SL_ERR_MEMORY; then the matrix is unchanged. */
sl_status sl_coo_sum_duplicates_of_csr(sl_csr *matrix);

/** Compulsory traffic of y ← y + A x in bytes: nnz·(v+8) + v·n + 2v·m, with v = `value_bytes` (4 or
 *  8), m rows and n columns. It consists of the entries with both indices, x once, and y read and
 *  written. */
double sl_coo_spmv_bytes(const sl_coo *matrix, size_t value_bytes);

#ifdef __cplusplus
}
#endif
#endif
