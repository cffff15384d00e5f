/** @file progress.h
 *  Measures how much processor time processes use, and how long they are idle.
 *
 *  A limit on the wall-clock time would end correct programs on a busy machine. Therefore limits
 *  apply to processor time. Wall-clock time counts only while a process is idle: it neither
 *  computes nor waits for a processor or a disk.
 */
#ifndef SL_BASE_PROGRESS_H
#define SL_BASE_PROGRESS_H

#include <stdbool.h>
#include <sys/types.h>

/** What a process uses, or a process with all its descendants. */
typedef struct sl_usage {
  double seconds; /**< of processor time, by all threads so far */
  bool active;    /**< whether a thread runs, or waits for a processor or a disk */
} sl_usage;

/** The usage of one process with its threads. All members are 0 if it no longer exists. */
sl_usage sl_progress_usage(pid_t pid);
/** The usage of the process `root` and all its descendants; reads all of /proc. `seconds` includes
 *  descendants that have ended, if their parents waited for them. */
sl_usage sl_progress_tree_usage(pid_t root);

/** What a process has done since sl_progress_begin. */
typedef struct sl_progress {
  double seconds;      /**< of processor time, but at most the wall-clock time: threads that
                        *  compute at the same time count once, so that a limit means the same
                        *  on 2 cores and on 64 */
  double idle_seconds; /**< of wall-clock time */
  double us, used;     /**< the clock and the usage at the last sample */
} sl_progress;

void sl_progress_begin(sl_progress *progress, sl_usage now);
/** Takes a sample of the usage. Does nothing if less than `period_us` has passed since the last
 *  sample. If much more has passed, the caller itself did not run, and only a few periods count as
 *  idle. */
void sl_progress_take(sl_progress *progress, sl_usage now, double period_us);

#endif
