/** @file attempt.h
 *  One attempt at a task on one case: what was put to the worker, and what it left behind.
 */
#ifndef SL_JUDGE_ATTEMPT_H
#define SL_JUDGE_ATTEMPT_H

#include "judge/account.h"
#include "judge/child.h"
#include "judge/compare.h"
#include "judge/task.h"

typedef struct sl_attempt {
  const sl_task *task;
  const sl_case *given;
  const sl_problem *problem; /**< the task on this case */
  const sl_job_options *options;
  sl_reply reply;
  sl_answer answer;
  sl_ending ending;
  sl_decoded decoded;       /**< the answer in numbers; empty when nothing came back */
  sl_difference difference; /**< all zero when nothing came back */
  sl_account account;       /**< of a right answer, where it was asked for; else all zero */
} sl_attempt;

/** Makes the attempt with `child`, and compares what came back. All but `*out` is borrowed for as
 *  long as `*out` lives, which is to be freed in any event.
 *  Errors: those of sl_child_run; SL_ERR_MEMORY. */
sl_status sl_attempt_make(sl_child *child, const sl_task *task, const sl_case *given,
                          const sl_problem *problem, const sl_job_options *options,
                          sl_attempt *out);

/** The first half of it: asks. What came back is then compared by sl_attempt_look, with a problem
 *  that may be another one of the same arrays. */
sl_status sl_attempt_ask(sl_child *child, const sl_task *task, const sl_case *given,
                         const sl_problem *problem, const sl_job_options *options, sl_attempt *out);
sl_status sl_attempt_look(sl_attempt *attempt);

/** Asks the task's check function about what was compared. Part of sl_attempt_look. Errors: those
 * of the function; SL_ERR_INTERNAL if an answer is not judged at all. */
sl_status sl_attempt_check(sl_attempt *attempt);

void sl_attempt_free(sl_attempt *attempt);

/** What the mistakes of the task may look at; it lives as long as the attempt. */
sl_evidence sl_attempt_evidence(const sl_attempt *attempt);

#endif
