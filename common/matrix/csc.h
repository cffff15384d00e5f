/** @file csc.h
 *  Compressed sparse column (CSC) on the host: the CSR of the transpose, column by column.
 */
#ifndef SL_MATRIX_CSC_H
#define SL_MATRIX_CSC_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Column j holds the entries col_ptr[j] … col_ptr[j+1]−1 of `row_idx` and `values`. */
typedef struct sl_csc {
  int num_rows;
  int num_cols;
  int nnz;
  int *col_ptr;   /**< [num_cols + 1] */
  int *row_idx;   /**< [nnz], each in [0, num_rows) */
  double *values; /**< [nnz] */
} sl_csc;

/** Allocates zeroed arrays into `*out`. Errors as sl_csr_make. */
sl_status sl_csc_make(int num_rows, int num_cols, int nnz, sl_csc *out);

/** Checks the whole structure like sl_csr_check. */
sl_status sl_csc_check(const sl_csc *matrix);

/** Frees the arrays and empties the struct. Accepts NULL and an empty struct. */
void sl_csc_free(sl_csc *matrix);

/** CSC of the same entries by counting, scan and scatter; rows within a column come out in row
 *  order. Source: F. Gustavson, ACM TOMS 4(3), 1978. Errors: SL_ERR_MEMORY. */
sl_status sl_csc_from_csr(const sl_csr *from, sl_csc *out);

/** CSR of the same entries; columns within a row come out in column order. Errors: SL_ERR_MEMORY.
 */
sl_status sl_csc_to_csr(const sl_csc *from, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
