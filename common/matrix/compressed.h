/** @file compressed.h
 *  What CSR and CSC share inside this room: both are lines (rows or columns) of entries, with an
 *  array of pointers to the lines. No other room includes this.
 */
#ifndef SL_MATRIX_COMPRESSED_H
#define SL_MATRIX_COMPRESSED_H

#include "base/status.h"

#include <stdbool.h>

/** A CSR or CSC matrix in general terms. */
typedef struct sl_compressed {
  const char *format; /**< "CSR" or "CSC", for messages */
  const char *line;   /**< "row" or "column": the compressed dimension, for messages */
  const char *other;  /**< "column" or "row": what an index means, for messages */
  int num_lines;
  int num_others;
  int nnz;
  const int *ptr;
  const int *idx;
  const double *values;
} sl_compressed;

/** Checks sizes, pointers, indices and values. Errors: SL_ERR_INPUT naming line and entry. */
sl_status sl_compressed_check(const sl_compressed *matrix);

/** Refuses a negative size before anything is allocated. Errors: SL_ERR_SIZE. */
sl_status sl_compressed_check_sizes(const char *format, int num_rows, int num_cols, int nnz);

/** True when `value` is neither NaN nor infinite. */
bool sl_compressed_value_is_finite(double value);

#endif
