/** @file growth.h
 *  A program that does not answer in time on a large matrix either hangs or is slow. If it is slow,
 *  its time on smaller matrices grows so fast that it could not finish in time on the large one.
 */
#ifndef SL_JUDGE_GROWTH_H
#define SL_JUDGE_GROWTH_H

#include "judge/attempt.h"
#include "judge/result.h"
#include "judge/source.h"

/** Times on two matrices, the second with twice the rows of the first. */
typedef struct sl_growth {
  int rows;                     /**< rows of the second matrix */
  double seconds, seconds_half; /**< processor time on the second and on the first */
} sl_growth;

/** Seconds for a matrix with `rows` rows if the time continues to grow like this, at most with the
 *  third power of the rows. */
double sl_growth_predict(const sl_growth *growth, double rows);

/** A task whose program has timed out. */
typedef struct sl_slow_task {
  sl_child *child;
  const sl_task *task;
  const sl_source *source;
  const char *program;
  bool sizes; /**< the cases of the lab have no matrix */
  sl_precision precision;
  const sl_job_options *job; /**< for the smaller matrices */
} sl_slow_task;

/** Runs the task on smaller cases. `out->seconds` is 0 unless the program is right on them and its
 *  time grows. Errors: those of sl_case_make, of the task's pose function and of
 *  sl_attempt_make. */
sl_status sl_growth_measure(const sl_slow_task *slow, const sl_case_result *outcome,
                            sl_growth *out);

/** Whether a case takes longer than `limit` seconds if the time continues to grow like this. */
bool sl_growth_exceeds(const sl_growth *growth, const sl_case_result *outcome, double limit);

/** Turns the verdict of a case that timed out after `tried` seconds into SL_SKIPPED, and says what
 *  was observed. */
void sl_growth_excuse(const sl_growth *growth, double tried, sl_case_result *outcome);

#endif
