/** @file growth.h
 *  A program that gives no answer in time on a large matrix hangs, or is merely slow. If it is
 * slow, its time on smaller matrices grows so fast that it could not have been in time.
 */
#ifndef SL_JUDGE_GROWTH_H
#define SL_JUDGE_GROWTH_H

#include "judge/attempt.h"
#include "judge/result.h"
#include "judge/source.h"

/** Times on two matrices, the second with twice the rows of the first. */
typedef struct sl_growth {
  int rows;                     /**< of the second */
  double seconds, seconds_half; /**< of the processor, on the second and on the first */
} sl_growth;

/** Seconds that a matrix with so many rows would take, if the time goes on growing like this, with
 *  the third power of the rows at most. */
double sl_growth_predict(const sl_growth *growth, double rows);

/** A task whose program has timed out. */
typedef struct sl_slow_task {
  sl_child *child;
  const sl_task *task;
  const sl_source *source;
  const char *program;
  sl_precision precision;
  const sl_job_options *job; /**< of the case that timed out */
} sl_slow_task;

/** Turns the verdict of a case that timed out into SL_SKIPPED, and says why, if the program is
 * right on smaller matrices and its time grows so fast that it could not be in time on this one.
 * Leaves the verdict as it is otherwise. Errors: those of sl_case_make, of posing and of
 *  sl_attempt_make. */
sl_status sl_growth_excuse(const sl_slow_task *slow, sl_case_result *outcome);

#endif
