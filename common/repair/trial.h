/** @file trial.h
 *  The cases on which repairs are tried, and one repair on all of them.
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
  bool failed;            /**< the student's file fails here */
  bool measured;          /**< it is large */
  size_t elements;        /**< of all arrays of the problem */
  double longest_seconds; /**< of the processor that a repair took which left an answer;
                              0: none did yet */
} sl_posed;

typedef struct sl_trial {
  const sl_task *task;
  sl_posed *cases; /**< large ones last; those that failed first, and among them those with little
                      to do */
  size_t num_cases;
  bool one_thread;     /**< of the host runs the lens: who meets first in a race is then the same */
  double most_seconds; /**< of the processor, for a repair on a large case; 0: any number */
  double end_us;       /**< of sl_clock_us: a repair that still runs on a large case is given up; 0:
                          its processor time alone decides */
} sl_trial;

/** Poses the task of `result` on the cases it was judged on. Errors: those of sl_case_make and of
 *  the task's pose, but for cases that are too large for its format: these are left out. */
sl_status sl_trial_make(const sl_task_result *result, const sl_case_spec *cases,
                        sl_precision precision, uint64_t seed, sl_trial *out);
void sl_trial_free(sl_trial *trial);

/** Whether candidate number `candidate` of the worker passes every case, in other orders of the
 *  threads too. The worker is ended where it failed in a way that leaves it in doubt.
 *  Errors: those of sl_attempt_make. */
sl_status sl_trial_run(sl_trial *trial, sl_child *child, unsigned candidate, bool *passed_out);

#endif
