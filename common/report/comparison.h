/** @file comparison.h
 *  The formats side by side: one row per matrix, one column per task that has a column name.
 */
#ifndef SL_REPORT_COMPARISON_H
#define SL_REPORT_COMPARISON_H

#include "base/status.h"
#include "judge/judge.h"

#include <stdio.h>

enum { SL_MAX_COLUMNS = 12, SL_MAX_COMPARED = 64 };

/** Cells are microseconds on a GPU, or sectors per entry of the matrix on the lens. */
typedef struct sl_comparison {
  sl_backend_id backend;
  sl_precision precision;
  const char *device; /**< borrowed */
  const char *columns[SL_MAX_COLUMNS];
  int num_columns;
  /** one case of each row, for its name and size; borrowed */
  const sl_case_result *rows[SL_MAX_COMPARED];
  double cells[SL_MAX_COMPARED][SL_MAX_COLUMNS]; /**< 0: no figure */
  int num_rows;
} sl_comparison;

/** Collects the measured cases of all tasks that have a column. The results must live as long as
 *  `*out`. */
void sl_comparison_make(const sl_lab_result *results, size_t num_results, sl_comparison *out);

/** Prints the table and highlights the best of each row. Prints nothing if there are no columns. */
void sl_comparison_print(FILE *stream, const sl_comparison *comparison);

/** Writes comparison.csv, and as a chart comparison.gp, .svg and .png, into `folder`. Errors:
 *  SL_ERR_SYSTEM, and those of sl_chart_draw. */
sl_status sl_comparison_plot(const sl_comparison *comparison, const char *folder);

#endif
