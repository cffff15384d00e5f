/** @file compile.h
 *  Runs a compiler in a sandbox.
 */
#ifndef SL_JUDGE_COMPILE_H
#define SL_JUDGE_COMPILE_H

#include "base/status.h"
#include "sandbox/sandbox.h"

#include <stddef.h>

/** What to compile. */
typedef struct sl_compile_job {
  const sl_sandbox *sandbox;
  const char **arguments; /**< the command, ended by NULL; the word equal to `made` is replaced */
  const char *source;     /**< its folder is readable in the sandbox */
  const char *header;     /**< header of the lab; NULL: none */
  const char *made;       /**< the final path of the program, under the kit's build folder */
} sl_compile_job;

/** Runs the compiler as sl_process_run does, and copies the result to `job->made` if it is a
 *  regular file. `*exit_code_out` is SL_PROCESS_LATE if a time limit ended it. Errors:
 *  SL_ERR_SYSTEM, also if the sandbox fails; SL_ERR_MISSING if there is no sandbox. */
sl_status sl_compile_confined(const sl_compile_job *job, char *log, size_t size,
                              int *exit_code_out);

#endif
