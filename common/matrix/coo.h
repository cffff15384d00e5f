/** @file coo.h
 *  Coordinate format (COO) on the host: one row index, column index and value per entry, in any
 *  order.
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

/** Allocates zeroed arrays into `*out`. Errors as sl_csr_make. */
sl_status sl_coo_make(int num_rows, int num_cols, int nnz, sl_coo *out);

/** Checks sizes, every index and every value. Errors: SL_ERR_INPUT naming the entry. */
sl_status sl_coo_check(const sl_coo *matrix);

/** Frees the arrays and empties the struct. Accepts NULL and an empty struct. */
void sl_coo_free(sl_coo *matrix);

/** CSR of the same entries: rows in order, entries of a row in their order in `from`, duplicates
 *  kept. Errors: SL_ERR_INPUT for an index out of range, SL_ERR_MEMORY. */
sl_status sl_coo_to_csr(const sl_coo *from, sl_csr *out);

/** COO of the same entries in row order. Errors: SL_ERR_MEMORY. */
sl_status sl_coo_from_csr(const sl_csr *from, sl_coo *out);

/** Sorts the columns within each row and sums duplicates, in place. Explicit zeros stay.
 *  Errors: SL_ERR_MEMORY (the matrix is then unchanged). */
sl_status sl_coo_sum_duplicates_of_csr(sl_csr *matrix);

/** Compulsory traffic of y ← y + A x in bytes with `value_bytes` per value (4 or 8): the entries
 *  with both indices, x once, y read and written. nnz·(v+8) + v·n + 2v·m. */
double sl_coo_spmv_bytes(const sl_coo *matrix, size_t value_bytes);

#ifdef __cplusplus
}
#endif
#endif
