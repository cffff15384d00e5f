/** @file child.h
 *  A worker process as seen by the judge: starting it, sending it jobs, watching it, and ending it.
 */
#ifndef SL_JUDGE_CHILD_H
#define SL_JUDGE_CHILD_H

#include "base/status.h"
#include "judge/question.h"
#include "judge/reply.h"
#include "sandbox/sandbox.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/** A worker; zero-initialise before first use. It is started when a job needs one, and kept for the
 *  next job only if everything went well. */
typedef struct sl_child {
  const char *program; /**< the module's executable */
  int lines;           /**< a file of looked-up lines for its workers (SL_LINES_FD); 0: none */
  const volatile sig_atomic_t *stop; /**< if nonzero, the judge stops waiting; may be NULL */
  const sl_sandbox *sandbox;         /**< confines the worker; NULL: it has the caller's rights */
  bool gpu;                          /**< the worker uses a GPU, which its sandbox must allow */
  sl_confined confined;              /**< used while the worker runs in a sandbox */
  pid_t pid;                         /**< 0: not running */
  int talk;                          /**< our end of the conversation */
  int output;                        /**< our end of the pipe with its standard output and error */
} sl_child;

/** How the worker ended, as reported by the operating system. */
typedef struct sl_ending {
  bool exited; /**< the worker ended before the job was done: with `exit_code`, or by `signal` */
  int exit_code;
  int signal;
  bool timed_out;
  bool spent;               /**< if timed_out: it used up its processor time */
  bool out_of_memory;       /**< its sandbox ran out of memory */
  bool unconfined;          /**< the sandbox could not be set up, so the worker never ran */
  double seconds;           /**< seconds since the job was sent */
  double processor_seconds; /**< processor time that it used, as far as known */
  char output[2048];        /**< the beginning of what it printed */
} sl_ending;

/** Runs one job to its end. A crash of the worker is a result, not an error. Free `reply_out` with
 *  sl_reply_free and `answer_out` with sl_question_free_answer. Errors: SL_ERR_SYSTEM and
 *  SL_ERR_MEMORY if the judge itself could not continue. */
sl_status sl_child_run(sl_child *child, const sl_problem *problem, const char *task,
                       sl_precision precision, const sl_job_options *options, sl_reply *reply_out,
                       sl_answer *answer_out, sl_ending *ending_out);

/** Ends the worker if one runs. */
void sl_child_stop(sl_child *child);

#endif
