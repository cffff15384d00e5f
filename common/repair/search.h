/** @file search.h
 *  Looks for small repairs of a student's file that let a failed task pass, and concludes from
 * those that do which line is wrong, and in what way.
 */
#ifndef SL_REPAIR_SEARCH_H
#define SL_REPAIR_SEARCH_H

#include "base/status.h"
#include "judge/judge.h"
#include "repair/edits.h"
#include "repair/place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct sl_search_options {
  sl_precision precision;
  uint64_t seed;      /**< of the fresh ones of the cases */
  const char *folder; /**< where what is compiled is kept while it is needed; made if missing */
  double cpu_seconds; /**< of the processor, for each searcher with what it runs, so that a busy
                           machine changes nothing; 0: any number */
  double seconds;     /**< on the clock; what is then under way is ended; 0: any number if
                           cpu_seconds limits the search, otherwise a default */
  int searchers;      /**< processes at a time; 0: as many as there are cores, at most 4 */
  size_t most_tried;  /**< edits that are tried; 0: any number. With one searcher and ample
                           cpu_seconds the outcome is then the same each time */
  const sl_sandbox *sandbox; /**< in which candidates are compiled and run; NULL: none */
  FILE *trace;               /**< each repair that passes is told here; NULL: nowhere */
  /** Called several times per second: how many of the edits were tried. May be NULL. */
  void (*progress)(size_t tried, size_t edits, double seconds);
} sl_search_options;

/** What was found. */
typedef struct sl_repair {
  int line;      /**< 0: nothing, or nothing that is certain enough */
  int either[2]; /**< where that is so because repairs as likely pass on just two lines: these */
  sl_defect defect;
  char before[256]; /**< the source that the repair replaces; "" where it puts something in */
  char after[256];  /**< what it puts there */
  sl_place place;   /**< what the source that it changes is a part of */
  size_t tried, passed;
  double seconds;
  bool in_time;  /**< all repairs were tried that were to be */
  bool by_clock; /**< they were not, because the seconds, of either kind, were over */
} sl_repair;

/** Whether a search makes sense: the task was written, and has failed. */
bool sl_search_can_explain(sl_verdict verdict);

/** Searches for repairs of `source`, whose task number `t` of `result` has failed; `cases` are
 * those that it was judged on, all small. Nothing of the student's is changed. Errors:
 * SL_ERR_INPUT, SL_ERR_MEMORY, SL_ERR_SYSTEM. */
sl_status sl_search(const sl_lab *lab, const sl_task_result *result, const char *source,
                    const sl_case_spec *cases, const sl_search_options *options, sl_repair *out);

#endif
