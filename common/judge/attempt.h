/** @file attempt.h
 *  One attempt at a task on one case: what the worker was asked, and what it answered.
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
  sl_decoded decoded;       /**< the answer as numbers; empty if there is no answer */
  sl_difference difference; /**< all zero if there is no answer */
  sl_account account;       /**< of a right answer, if it was requested; else all zero */
} sl_attempt;

/** Makes the attempt with `child`, and compares the answer. Everything except `*out` is borrowed
 *  until `*out` is freed. Free `*out` in either case. Errors: those of sl_child_run;
 *  SL_ERR_MEMORY. */
sl_status sl_attempt_make(sl_child *child, const sl_task *task, const sl_case *given,
                          const sl_problem *problem, const sl_job_options *options,
                          sl_attempt *out);

/** The first half of sl_attempt_make: asks. sl_attempt_look then compares the answer, with a
 *  problem that may be a different one with the same arrays. */
sl_status sl_attempt_ask(sl_child *child, const sl_task *task, const sl_case *given,
                         const sl_problem *problem, const sl_job_options *options, sl_attempt *out);
sl_status sl_attempt_look(sl_attempt *attempt);

/** Calls the task's check function on the answer. Part of sl_attempt_look. Errors: those of the
 * function; SL_ERR_INTERNAL if an answer is not judged at all. */
sl_status sl_attempt_check(sl_attempt *attempt);

void sl_attempt_free(sl_attempt *attempt);

/** Returns what the rules of mistakes may use. It is valid as long as the attempt. */
sl_evidence sl_attempt_evidence(const sl_attempt *attempt);

#endif
