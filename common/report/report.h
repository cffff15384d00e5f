/** @file report.h
 *  Results of the judge as text for people and as CSV for everything else.
 */
#ifndef SL_REPORT_REPORT_H
#define SL_REPORT_REPORT_H

#include "base/status.h"
#include "judge/forecast.h"
#include "judge/goals.h"
#include "judge/judge.h"

#include <stdbool.h>
#include <stdio.h>

/** Prints verdicts, mistakes with lines and hints, points, and the table of figures. */
void sl_report_text(FILE *stream, const sl_lab_result *result);

/** Prints the tasks of a lab that could not be judged, or only the task `only_task`. */
void sl_report_unjudged(FILE *stream, const sl_lab *lab, const char *only_task);

/** Prints only the verdicts, with mistakes and hints. */
void sl_report_verdicts(FILE *stream, const sl_lab_result *result);

/** Prints a verdict in its colour, padded to `width` columns. */
void sl_report_print_verdict(FILE *stream, sl_verdict verdict, int width);

/** Prints only the table of figures, with one verdict per row. */
void sl_report_figures(FILE *stream, const sl_lab_result *result);

/** Whether there is a prediction to show. */
bool sl_forecast_shows(const sl_forecast *forecast);

/** Prints the table of predicted times with their accuracy; nothing if there are none. */
void sl_report_forecast(FILE *stream, const sl_forecast *forecast);

/** Prints the predicted times of several labs in one table: the tasks that have a column, one
 *  matrix per line. */
void sl_report_forecasts(FILE *stream, const sl_lab_result *results, size_t num_results);

/** Prints the bonus goals, one line each, and the points for them; nothing if no task with a goal
 *  passes. */
void sl_report_goals(FILE *stream, const sl_goal_results *seen);

/** Writes "not reached: 49,334 of at most 20,000 sectors with hpcg:10" to `out`, which is returned.
 */
const char *sl_report_goal_text(const sl_goal *goal, const sl_goal_outcome *outcome, char *out,
                                size_t size);

/** Returns the path as the user would type it: relative to the current folder if the file is below
 *  that folder. */
const char *sl_report_path(const char *path);

/** Appends one row per task and case to the file `path`; writes the header if the file is new. The
 *  columns are those of docs/results/README.md. Errors: SL_ERR_SYSTEM naming the file. */
sl_status sl_report_csv(const char *path, const sl_lab_result *result);

/** What the lens saw of a program or of a lab's case. All borrowed. */
typedef struct sl_lens_view {
  const char *lab;       /**< name of the lab; "" for a standalone program */
  const char *title;     /**< one line for people: the program with its arguments, or the lab */
  const char *case_name; /**< the matrix; "" for a standalone program */
  const char *precision; /**< "" for a standalone program */
  const char *source;
  const char *partial;         /**< why this is not the whole run; NULL or "" if it is */
  const sl_lens_report *timed; /**< a run with predicted times; NULL: `seen` has them */
  const char *prefix; /**< prefix of ids if a page has several views; NULL: it has only this one */
  int level;          /**< level of the view's headings in a page; 0 means 2 */
  bool brief;         /**< in a page, show only lines near accesses, and only the worst requests */
  sl_lens_report seen;
} sl_lens_view;

/** Makes the view of a lab that was judged on one case. */
sl_lens_view sl_report_lens_view(const sl_lab_result *result, const char *case_name);

/** Appends the lens's counters, one row per memory instruction, to the file `path`; writes the
 *  header if the file is new. Errors: SL_ERR_SYSTEM naming the file. */
sl_status sl_report_counters_csv(const char *path, const sl_lens_view *view);

/** Prints the findings, the lines that waste most, and the source with the counters beside each
 *  line that accesses memory, in `columns` columns (0: no limit). Errors: SL_ERR_INPUT when the
 *  source cannot be read, SL_ERR_MEMORY. */
sl_status sl_report_annotated(FILE *stream, int columns, const sl_lens_view *view);

/** Writes the view as one HTML page that needs no other file, with pictures of single requests.
 *  Errors: those of sl_report_annotated; SL_ERR_SYSTEM naming the file. */
sl_status sl_report_page(const char *path, const sl_lens_view *view);

#endif
