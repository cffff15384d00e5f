/** @file session.h
 *  One call of sl_judge: what it judges, its worker, and how it asks the worker.
 */
#ifndef SL_JUDGE_SESSION_H
#define SL_JUDGE_SESSION_H

#include "judge/attempt.h"
#include "judge/judge.h"
#include "judge/source.h"
#include "judge/task_outcome.h"

typedef struct sl_session {
  const sl_lab *lab;
  const sl_judge_options *options;
  const char *program;
  sl_precision precision;
  const sl_case_spec *cases;
  sl_source source, contract; /**< the contract is empty if the lab has no header */
  sl_child child;
  sl_task_outcome *standings; /**< indexed by task of the result */
  sl_lab_result *result;
  bool counted;          /**< the result holds counters of the current case */
  bool child_has_failed; /**< the worker has given a wrong answer and is still used */
  double taken_seconds;  /**< processor time that all jobs have used; total_seconds limits it */
  bool cut_short;        /**< something was not tried, for lack of time or because it was stopped */
  uint64_t num_vectors;  /**< number of vectors made for batches */
} sl_session;

/** Whether the user has stopped the judging. */
bool sl_session_is_stopped(const sl_session *s);

/** Whether the limit for all jobs together allows another job. */
bool sl_session_has_time_left(const sl_session *s);

/** Makes the case that `spec` describes. Errors: those of sl_lab_cases_check and
 *  sl_case_make_fresh. */
sl_status sl_session_make_case(const sl_session *s, const sl_case_spec *spec, sl_case *out);

/** Returns the options of the job that asks for the task on a case. */
sl_job_options sl_session_job(const sl_session *s, const sl_task *task, const sl_problem *problem,
                              bool measured);

/** Names the case in its result. */
void sl_session_begin_case(sl_case_result *outcome, const sl_case *given, const sl_case_spec *spec);

/** Runs a task on a case and decides the verdict. Free `*out` in either case. Errors: those of
 *  sl_attempt_make. */
sl_status sl_session_ask(sl_session *s, const sl_task *task, const sl_case *given,
                         const sl_problem *problem, const sl_job_options *job, sl_attempt *out,
                         sl_case_result *outcome);

/** Like sl_session_ask for task `t` of the result, but repeats the case if an earlier wrong answer
 *  of another task could be the cause of a failure. So the first failure of a task was always seen
 *  in a worker that had done nothing wrong before. */
sl_status sl_session_ask_fairly(sl_session *s, size_t t, const sl_case *given,
                                const sl_problem *problem, const sl_job_options *job,
                                sl_attempt *out, sl_case_result *outcome);

/** Makes the exhibit of a failure, if the user may see it. Errors: SL_ERR_MEMORY. */
sl_status sl_session_exhibit(const sl_session *s, const sl_case_spec *spec,
                             const sl_attempt *attempt, sl_case_result *outcome);

/** Whether the worker is kept after this verdict: the error is only in the answer, and all of the
 *  answer is made again for the next job. A new worker would cost most of a second on a GPU each
 *  time. */
bool sl_session_keeps_child(sl_verdict verdict);

/** Ends the worker. The next job starts a new one. */
void sl_session_end_child(sl_session *s);

#endif
