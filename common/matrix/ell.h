/** @file ell.h
 *  The ELL format on the host: every row has the same number of slots, and unused slots are
 *  padding.
 *
 *  Source: R. Grimes, D. Kincaid, D. Young, ITPACK 2.0 User's Guide, 1979 (ELLPACK); N. Bell and M.
 *  Garland, SC09, 2009, section 3.2.
 */
#ifndef SL_MATRIX_ELL_H
#define SL_MATRIX_ELL_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SL_ELL_PADDING (-1) /**< the column of a slot without an entry; its value is 0 */

typedef enum sl_order {
  SL_ROW_MAJOR,   /**< slot i of row r at r·width + i */
  SL_COLUMN_MAJOR /**< slot i of row r at i·num_rows + r */
} sl_order;

typedef struct sl_ell {
  int num_rows;
  int num_cols;
  int width; /**< slots per row */
  int nnz;   /**< entries without the padding */
  sl_order order;
  int *col_idx;   /**< [num_rows · width], each in [0, num_cols) or SL_ELL_PADDING */
  double *values; /**< [num_rows · width] */
} sl_ell;

/** Allocates a matrix of padding only into `*out`. Errors: SL_ERR_SIZE if a size is negative, or if
 *  there are more slots than an int can number; SL_ERR_MEMORY. */
sl_status sl_ell_make(int num_rows, int num_cols, int width, sl_order order, sl_ell *out);

/** The index of slot `i` of row `row` in `col_idx` and `values`. */
static inline size_t sl_ell_slot(const sl_ell *matrix, int row, int i) {
  return matrix->order == SL_ROW_MAJOR ? (size_t)row * (size_t)matrix->width + (size_t)i
                                       : (size_t)i * (size_t)matrix->num_rows + (size_t)row;
}

/** Checks sizes, indices, values, the number of entries, and that in each row the padding comes
 *  after the entries and has the value 0. Errors: SL_ERR_INPUT; the message contains the row and
 *  the slot. */
sl_status sl_ell_check(const sl_ell *matrix);

/** Frees the arrays, and sets all members to 0. `matrix` may be NULL or empty. */
void sl_ell_free(sl_ell *matrix);

/** Converts the first `width` entries of each row from CSR to ELL. They keep their order. Errors:
 *  SL_ERR_SIZE if the padding needs too many slots, SL_ERR_MEMORY. */
sl_status sl_ell_from_csr(const sl_csr *from, int width, sl_order order, sl_ell *out);

/** Compulsory traffic of y ← y + A x in bytes, where all slots are read: (v+4)·m·width + v·n +
 *  2v·m, with v = `value_bytes`, m rows and n columns. */
double sl_ell_spmv_bytes(const sl_ell *matrix, size_t value_bytes);

#ifdef __cplusplus
}
#endif
#endif
