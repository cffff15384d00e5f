/** @file compile.h
 *  A compiler in a sandbox.
 */
#ifndef SL_JUDGE_COMPILE_H
#define SL_JUDGE_COMPILE_H

#include "base/status.h"
#include "sandbox/sandbox.h"

#include <stddef.h>

/** What is to be compiled. */
typedef struct sl_compile_job {
  const sl_sandbox *sandbox;
  const char **arguments; /**< the command, ended by NULL; the word equal to `made` is replaced */
  const char *source;     /**< its folder can be read */
  const char *header;     /**< of the lab; NULL: none */
  const char *made; /**< where the program is to be at the end, under the kit's build folder */
} sl_compile_job;

/** Runs the compiler as sl_process_run does, and copies what it has made to `job->made`: only an
 *  ordinary file. `*exit_code_out` is SL_PROCESS_LATE where a limit of time ended it.
 *  Errors: SL_ERR_SYSTEM, also where the sandbox fails; SL_ERR_MISSING without means. */
sl_status sl_compile_confined(const sl_compile_job *job, char *log, size_t size,
                              int *exit_code_out);

#endif
