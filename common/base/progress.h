/** @file progress.h
 *  How much processor time processes use, and how long they do nothing at all.
 *
 *  A limit in seconds on the clock ends correct programs on a busy machine. So limits count
 *  processor time. The clock ends only a process that neither computes nor waits for a processor or
 *  a disk: it is idle, and its idle seconds are counted.
 */
#ifndef SL_BASE_PROGRESS_H
#define SL_BASE_PROGRESS_H

#include <stdbool.h>
#include <sys/types.h>

/** What a process, or a process with all its descendants, uses. */
typedef struct sl_usage {
  double seconds; /**< of processor time, by all threads so far */
  bool active;    /**< some thread runs, or waits for a processor or a disk */
} sl_usage;

/** One process with its threads. All zero if it is gone. */
sl_usage sl_progress_usage(pid_t pid);
/** The process and all its descendants; reads all of /proc. `seconds` includes descendants that
 *  have ended, if their parents waited for them. */
sl_usage sl_progress_tree_usage(pid_t root);

/** The progress since sl_progress_begin. */
typedef struct sl_progress {
  double seconds;      /**< of processor time, but at most the wall-clock time: threads that compute
                            at the same time count once, so that a limit means the same with 2 cores
                            and with 64 */
  double idle_seconds; /**< on the clock */
  double us, used;     /**< the clock and the usage at the last sample */
} sl_progress;

void sl_progress_begin(sl_progress *progress, sl_usage now);
/** Samples the usage, `period_us` after the last sample or later. If it is much later, the caller
 *  itself did not run, and the interval is not counted. */
void sl_progress_take(sl_progress *progress, sl_usage now, double period_us);

#endif
