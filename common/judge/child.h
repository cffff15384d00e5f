/** @file child.h
 *  A worker process as the judge sees it: started, asked, watched, and put down.
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

/** A worker; zero-initialise before first use. It is started when a job needs one, and kept for
 *  the next job only while everything went well. */
typedef struct sl_child {
  const char *program; /**< the module's executable */
  int lines;           /**< a file for what its workers look up (SL_LINES_FD); 0: none */
  const volatile sig_atomic_t
      *stop;                 /**< not 0: nobody waits for the answer any more; may be NULL */
  const sl_sandbox *sandbox; /**< confines it; NULL: it has the rights of the caller */
  bool gpu;                  /**< it works on one, which its sandbox lets it reach */
  sl_confined confined;      /**< while it runs in one */
  pid_t pid;                 /**< 0: not running */
  int talk;                  /**< our end of the conversation */
  int output;                /**< its standard output and error */
} sl_child;

/** How the worker's turn ended, as the operating system tells it. */
typedef struct sl_ending {
  bool exited; /**< before it was done; then exit_code, or the signal that ended it */
  int exit_code;
  int signal;
  bool timed_out;
  bool spent;               /**< then: it computed all the time that it had */
  bool out_of_memory;       /**< of its sandbox */
  bool unconfined;          /**< its sandbox could not be set up: it never ran */
  double seconds;           /**< since it was asked */
  double processor_seconds; /**< what it had of the processor, as far as that is known */
  char output[2048];        /**< the beginning of what it printed */
} sl_ending;

/** Runs one job to its end, whatever that is: a crash of the worker is a result, not an error.
 *  `reply_out` is to be freed by sl_reply_free, `answer_out` by sl_question_free_answer.
 *  Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY when the judge itself could not go on. */
sl_status sl_child_run(sl_child *child, const sl_problem *problem, const char *task,
                       sl_precision precision, const sl_job_options *options, sl_reply *reply_out,
                       sl_answer *answer_out, sl_ending *ending_out);

/** Ends the worker when one runs. */
void sl_child_stop(sl_child *child);

#endif
