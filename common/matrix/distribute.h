/** @file distribute.h
 *  Moves entries to their lines, in the given order: the common part of COO to CSR and CSR to CSC.
 *  Inside this room only.
 */
#ifndef SL_MATRIX_DISTRIBUTE_H
#define SL_MATRIX_DISTRIBUTE_H

#include "base/status.h"
#include "matrix/csr.h"

/** Entry k belongs to line `line[k]`. */
typedef struct sl_distribution {
  const int *line;      /**< [nnz], each in [0, num_lines) */
  const int *other;     /**< [nnz]: its index in the line; NULL: its row in `rows` */
  const sl_csr *rows;   /**< if `other` is NULL: the entries are those of these rows */
  const double *values; /**< [nnz] */
  int num_lines, nnz;
  int *ptr;          /**< [num_lines + 1], zeroed: becomes the start of each line */
  int *to_idx;       /**< [nnz] */
  double *to_values; /**< [nnz] */
} sl_distribution;

/** Fills `ptr`, `to_idx` and `to_values`. Errors: SL_ERR_MEMORY. */
sl_status sl_distribute(const sl_distribution *entries);

#endif
