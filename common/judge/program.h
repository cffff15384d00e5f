/** @file program.h
 *  Running a program that was built for the lens, and reading the report that it leaves.
 */
#ifndef SL_JUDGE_PROGRAM_H
#define SL_JUDGE_PROGRAM_H

#include "base/status.h"
#include "judge/reply.h"

#include <stdbool.h>

/** How a program ended. */
typedef struct sl_program_end {
  int exit_code; /**< where it was not killed */
  int signal;    /**< 0: it ended by itself */
} sl_program_end;

/** Runs `arguments` (the first is the program; ended by NULL), which reads and writes where this
 *  program does, and waits. `warp` is "block:warp", or NULL for the default; see lens_watch_warp.
 *  After `deadline` seconds, where that is not NULL, the program ends itself. Signals that are to
 *  end this program end that one instead, which says what it has seen so far.
 *  `*report` gets what the program left: `report->done` is false when that is not all, or nothing;
 *  `report->partial` says why it is not of the whole run.
 *  To be freed in any event. Errors: SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_program_run(char *const arguments[], const char *warp, const char *deadline,
                         sl_reply *report, sl_program_end *end_out);

#endif
