/** @file work.h
 *  A student's work on one page: points, figures, plots, kernels line by line, and what to try
 * next.
 */
#ifndef SL_REPORT_WORK_H
#define SL_REPORT_WORK_H

#include "report/recorded.h"
#include "report/report.h"

enum { SL_WORK_TASKS = 32 };

/** What is known about one lab. */
typedef struct sl_work_lab {
  const sl_lab *lab;
  char verdicts[SL_WORK_TASKS][32]; /**< of its tasks, as text; "": not tried */
  const char *trouble; /**< why it was not judged, a sentence; NULL: it was, or nothing was tried */
  sl_lab_result judged; /**< on the measured cases; no tasks if it was not judged */
  sl_lab_result seen;   /**< on `matrix`, by the lens */
} sl_work_lab;

typedef struct sl_work {
  const char *title;
  const char *remark; /**< where the verdicts come from, a sentence */
  const char *device; /**< that the figures were measured on */
  const char *date;
  const char *matrix;          /**< that the lines were counted on */
  const sl_recorded *recorded; /**< times of the reference solutions; NULL: none */
  sl_work_lab *labs;
  size_t num_labs;
} sl_work;

/** Writes the page, which needs no other file. Errors: SL_ERR_MEMORY; SL_ERR_SYSTEM naming the
 *  file. */
sl_status sl_report_work(const char *path, const sl_work *work);

#endif
