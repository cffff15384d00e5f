/** @file cells.h
 *  The figures of a case as the cells of a table, on a terminal or on a page.
 */
#ifndef SL_REPORT_CELLS_H
#define SL_REPORT_CELLS_H

#include "report/report.h"

#include <stdbool.h>

enum { SL_MAX_CELLS = 10, SL_CELL_BYTES = 48 };

typedef struct sl_cell {
  const char *label;
  int width; /**< width of the cell's column on a terminal */
  char text[SL_CELL_BYTES];
} sl_cell;

/** Fills at most SL_MAX_CELLS cells; returns their number. The labels depend on the backend. */
int sl_figure_cells(sl_backend_id backend, const sl_case_result *row, sl_cell *cells);

/** Whether the case was measured and passed, and on a GPU timed too. */
bool sl_cells_case_has_figures(sl_backend_id backend, const sl_case_result *row);

/** Returns the first case of a measured task for which sl_cells_case_has_figures is true; NULL:
 *  there is none. All such cases have the same labels. */
const sl_case_result *sl_cells_task_first_figures(sl_backend_id backend,
                                                  const sl_task_result *task);

/** Whether a measured task has a case for which sl_cells_case_has_figures is true. */
bool sl_cells_task_has_figures(sl_backend_id backend, const sl_task_result *task);

#endif
