/** @file csc.h
 *  Compressed sparse column (CSC) on the host: the entries column by column, which is the CSR of
 *  the transpose.
 */
#ifndef SL_MATRIX_CSC_H
#define SL_MATRIX_CSC_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A CSC matrix. Column j holds entries col_ptr[j] to col_ptr[j+1]−1 of `row_idx` and `values`. */
typedef struct sl_csc {
  int num_rows;
  int num_cols;
  int nnz;
  int *col_ptr;   /**< [num_cols + 1] */
  int *row_idx;   /**< [nnz], each in [0, num_rows) */
  double *values; /**< [nnz] */
} sl_csc;

/** Allocates a matrix with arrays of zeros into `*out`. Errors: those of sl_csr_make. */
sl_status sl_csc_make(int num_rows, int num_cols, int nnz, sl_csc *out);

/** Checks sizes, pointers, indices and values. Errors: SL_ERR_INPUT; the message contains the
 *  column and the entry. */
sl_status sl_csc_check(const sl_csc *matrix);

/** Frees the arrays, and sets all members to 0. `matrix` may be NULL or empty. */
void sl_csc_free(sl_csc *matrix);

/** Converts from CSR to CSC by counting, scan and scatter. The rows of a column are in ascending
 *  order. Source: F. Gustavson, ACM TOMS 4(3), 1978. Errors: SL_ERR_MEMORY. */
sl_status sl_csc_from_csr(const sl_csr *from, sl_csc *out);

/** Converts from CSC to CSR. The columns of a row are in ascending order. Errors: SL_ERR_MEMORY. */
sl_status sl_csc_to_csr(const sl_csc *from, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
