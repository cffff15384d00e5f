/** @file compressed.h
 *  The part that CSR and CSC have in common: entries grouped into lines (rows or columns), with an
 *  array of pointers to the beginning of each line. Only this room uses this header.
 */
#ifndef SL_MATRIX_COMPRESSED_H
#define SL_MATRIX_COMPRESSED_H

#include "base/status.h"

#include <stdbool.h>

/** A CSR or CSC matrix, without the distinction between rows and columns. */
typedef struct sl_compressed {
  const char *format; /**< "CSR" or "CSC", for messages */
  const char *line;   /**< "row" or "column": the compressed dimension, for messages */
  const char *other;  /**< "column" or "row": the dimension that the indices number, for messages */
  int num_lines;
  int num_others;
  int nnz;
  const int *ptr;
  const int *idx;
  const double *values;
} sl_compressed;

/** Checks sizes, pointers, indices and values. Errors: SL_ERR_INPUT; the message contains the line
 *  and the entry. */
sl_status sl_compressed_check(const sl_compressed *matrix);

/** Fails if a size is negative. Called before anything is allocated. Errors: SL_ERR_SIZE. */
sl_status sl_compressed_check_sizes(const char *format, int num_rows, int num_cols, int nnz);

/** Whether `value` is neither NaN nor infinite. */
bool sl_compressed_value_is_finite(double value);

#endif
