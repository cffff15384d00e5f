/** @file recorded.h
 *  What the reference solutions took on an H200: measured times of docs/results.
 */
#ifndef SL_REPORT_RECORDED_H
#define SL_REPORT_RECORDED_H

#include "base/status.h"

#include <stdio.h>

enum { SL_MAX_RECORDED_COLUMNS = 12, SL_MAX_RECORDED_ROWS = 32 };

typedef struct sl_recorded_row {
  char spec[128];
  double nnz, cells[SL_MAX_RECORDED_COLUMNS]; /**< microseconds; 0: none */
} sl_recorded_row;

typedef struct sl_recorded {
  char device[64], date[16];
  const char *columns[SL_MAX_RECORDED_COLUMNS]; /**< as in sl_task.column; borrowed */
  int num_columns;
  sl_recorded_row rows[SL_MAX_RECORDED_ROWS];
  int num_rows;
} sl_recorded;

/** Reads the textbook kernels of these columns, in float, from the newest table of the bench on an
 *  H200 in `folder`. There are no rows if there is no such table. Errors: those of sl_table_read.
 */
sl_status sl_recorded_read(const char *folder, const char *const *columns, int num_columns,
                           sl_recorded *out);

/** Writes the recorded times as a part of a page. */
void sl_recorded_page(FILE *file, const sl_recorded *recorded);

/** Prints the rows of some matrices, one of each kind. Nothing if there are none. */
void sl_recorded_print(FILE *stream, const sl_recorded *recorded);

#endif
