/** @file report.h
 *  Results of the judge as text for people and as CSV for everything else.
 */
#ifndef SL_REPORT_REPORT_H
#define SL_REPORT_REPORT_H

#include "base/status.h"
#include "judge/judge.h"

#include <stdio.h>

/** Prints verdicts, mistakes with line and hint, points, and the table of figures. */
void sl_report_text(FILE *stream, const sl_lab_result *result);

/** Only the verdicts, with mistakes and hints. */
void sl_report_verdicts(FILE *stream, const sl_lab_result *result);

/** Only the table of figures, with a verdict a row. */
void sl_report_figures(FILE *stream, const sl_lab_result *result);

/** The path as the person would type it: relative to the current folder where it lies below. */
const char *sl_report_path(const char *path);

/** Appends rows, one a task and case, to the file `path`; writes the header when it is new. The
 *  columns are those of docs/results/README.md. Errors: SL_ERR_SYSTEM naming the file. */
sl_status sl_report_csv(const char *path, const sl_lab_result *result);

/** Appends the lens's counters, one row a memory instruction, to the file `path`; writes the header
 *  when it is new. Errors: SL_ERR_SYSTEM naming the file. */
sl_status sl_report_counters_csv(const char *path, const char *case_name,
                                 const sl_lab_result *result);

/** Prints the source with the lens's counters beside each line that accesses memory.
 *  Errors: SL_ERR_INPUT when the source cannot be read. */
sl_status sl_report_annotated(FILE *stream, const sl_lab_result *result);

#endif
