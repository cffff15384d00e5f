/** @file trial.h
 *  Tries a repair on all cases of a task.
 */
#ifndef SL_REPAIR_TRIAL_H
#define SL_REPAIR_TRIAL_H

#include "judge/child.h"
#include "judge/judge.h"

#include <stdbool.h>
#include <stddef.h>

/** A case with the task posed on it. */
typedef struct sl_posed {
  sl_case given;
  sl_problem problem;
  bool failed;            /**< the student's file fails on this case */
  bool measured;          /**< a large case */
  size_t elements;        /**< number of elements of all arrays of the problem */
  double longest_seconds; /**< the most processor time of a repair that left an answer; 0 if
                           * there was none yet */
} sl_posed;

typedef struct sl_trial {
  const sl_task *task;
  sl_posed *cases; /**< sorted: large cases last, before them failed cases first, then small
                    * cases first */
  size_t num_cases;
  bool one_thread;     /**< one host thread runs the lens, so that races always have the same
                        * outcome */
  double most_seconds; /**< limit on the processor time of a repair on a large case; 0: no limit */
  double end_us;       /**< time of sl_clock_us at which the search gives up a repair that still
                        * runs on a large case; 0: only processor time decides */
} sl_trial;

/** Poses the task of `result` on the cases it was judged on, except those that are too large for
 *  its format. Errors: those of sl_case_make and of the task's pose. */
sl_status sl_trial_make(const sl_task_result *result, const sl_case_spec *cases,
                        sl_precision precision, uint64_t seed, sl_trial *out);
void sl_trial_free(sl_trial *trial);

/** Whether candidate number `candidate` of the worker passes every case, in other orders of the
 *  threads too. Ends the worker after a failure that leaves its state in doubt. Errors: those of
 *  sl_attempt_make. */
sl_status sl_trial_run(sl_trial *trial, sl_child *child, unsigned candidate, bool *passed_out);

#endif
