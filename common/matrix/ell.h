/** @file ell.h
 *  ELL on the host: every row has the same number of slots; those left over are padding.
 *
 *  Source: R. Grimes, D. Kincaid, D. Young, ITPACK 2.0 User's Guide, 1979 (ELLPACK); N. Bell and
 *  M. Garland, SC09, 2009, section 3.2.
 */
#ifndef SL_MATRIX_ELL_H
#define SL_MATRIX_ELL_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SL_ELL_PADDING (-1) /**< column of a slot that holds no entry; its value is 0 */

typedef enum sl_order {
  SL_ROW_MAJOR,   /**< slot i of row r at r·width + i */
  SL_COLUMN_MAJOR /**< slot i of row r at i·num_rows + r */
} sl_order;

typedef struct sl_ell {
  int num_rows;
  int num_cols;
  int width; /**< slots of each row */
  int nnz;   /**< entries, padding not counted */
  sl_order order;
  int *col_idx;   /**< [num_rows · width], each in [0, num_cols) or SL_ELL_PADDING */
  double *values; /**< [num_rows · width] */
} sl_ell;

/** Allocates a matrix that contains only padding into `*out`. Errors: SL_ERR_SIZE for a negative
 *  size or more slots than an int can number, SL_ERR_MEMORY. */
sl_status sl_ell_make(int num_rows, int num_cols, int width, sl_order order, sl_ell *out);

/** Where slot `i` of row `row` is. */
static inline size_t sl_ell_slot(const sl_ell *matrix, int row, int i) {
  return matrix->order == SL_ROW_MAJOR ? (size_t)row * (size_t)matrix->width + (size_t)i
                                       : (size_t)i * (size_t)matrix->num_rows + (size_t)row;
}

/** Checks sizes, indices, values, the number of entries, and that padding is 0 and follows the
 *  entries of its row. Errors: SL_ERR_INPUT naming row and slot. */
sl_status sl_ell_check(const sl_ell *matrix);

/** Frees the arrays and empties the struct. Accepts NULL and an empty struct. */
void sl_ell_free(sl_ell *matrix);

/** ELL of the first `width` entries of each row, in their order. Errors: SL_ERR_SIZE with the cost
 *  of the padding, SL_ERR_MEMORY. */
sl_status sl_ell_from_csr(const sl_csr *from, int width, sl_order order, sl_ell *out);

/** Compulsory traffic of y ← y + A x in bytes, all slots read: (v+4)·m·width + v·n + 2v·m. */
double sl_ell_spmv_bytes(const sl_ell *matrix, size_t value_bytes);

#ifdef __cplusplus
}
#endif
#endif
