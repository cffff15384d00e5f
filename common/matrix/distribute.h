/** @file distribute.h
 *  Groups entries by line (row or column) and keeps their order. Both COO to CSR and CSR to CSC
 *  need this. Only this room uses this header.
 */
#ifndef SL_MATRIX_DISTRIBUTE_H
#define SL_MATRIX_DISTRIBUTE_H

#include "base/status.h"
#include "matrix/csr.h"

/** The entries and the arrays for the result. Entry k belongs to line `line[k]`. */
typedef struct sl_distribution {
  const int *line;      /**< [nnz], each in [0, num_lines) */
  const int *other;     /**< [nnz]: the index of the entry in its line; NULL: its row in `rows` */
  const sl_csr *rows;   /**< if `other` is NULL: the rows that hold the entries */
  const double *values; /**< [nnz] */
  int num_lines, nnz;
  int *ptr;          /**< [num_lines + 1], all 0; becomes the start of each line */
  int *to_idx;       /**< [nnz] */
  double *to_values; /**< [nnz] */
} sl_distribution;

/** Fills `ptr`, `to_idx` and `to_values`. Errors: SL_ERR_MEMORY. */
sl_status sl_distribute(const sl_distribution *entries);

#endif
