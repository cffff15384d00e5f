/** @file program.h
 *  Running a program that was built for the lens, and reading its report.
 */
#ifndef SL_JUDGE_PROGRAM_H
#define SL_JUDGE_PROGRAM_H

#include "base/status.h"
#include "judge/reply.h"

#include <stdbool.h>

/** How a program ended. */
typedef struct sl_program_end {
  int exit_code; /**< exit status, if no signal ended the program */
  int signal;    /**< the signal that ended the program; 0: none */
} sl_program_end;

/** Runs `arguments` (the first is the program; ended by NULL), with the same standard input and
 *  output, and waits. `warp` is "block:warp", or NULL for the default; see lens_watch_warp. If
 *  `deadline` is not NULL, the program ends itself after that many seconds. Signals that should end
 *  this program end that one instead, and it reports what it has seen so far. `*report` gets the
 *  program's report: `report->done` is false if it is incomplete or missing; `report->partial` says
 *  why it does not cover the whole run. Free `*report` in either case. Errors: SL_ERR_SYSTEM,
 *  SL_ERR_MEMORY. */
sl_status sl_program_run(char *const arguments[], const char *warp, const char *deadline,
                         sl_reply *report, sl_program_end *end_out);

#endif
