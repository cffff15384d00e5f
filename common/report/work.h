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
  char verdicts[SL_WORK_TASKS][32]; /**< verdicts on the lab's tasks, as text; "": not tried */
  /** why the lab was not judged, a sentence; NULL: it was, or nothing was tried */
  const char *trouble;
  /** the result on the measured cases; it has no tasks if the lab was not judged */
  sl_lab_result judged;
  sl_lab_result seen; /**< what the lens saw on `matrix` */
} sl_work_lab;

typedef struct sl_work {
  const char *title;
  const char *remark; /**< where the verdicts come from, a sentence */
  const char *device; /**< the device on which the figures were measured */
  const char *date;
  const char *matrix;          /**< the matrix on which the lines were counted */
  const sl_recorded *recorded; /**< times of the reference solutions; NULL: none */
  sl_work_lab *labs;
  size_t num_labs;
} sl_work;

/** Writes the page, which needs no other file. Errors: SL_ERR_MEMORY; SL_ERR_SYSTEM naming the
 *  file. */
sl_status sl_report_work(const char *path, const sl_work *work);

#endif
