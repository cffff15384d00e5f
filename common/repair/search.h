/** @file search.h
 *  Looks for small repairs of a student's file that make a failed task pass, and concludes from
 *  them which line is wrong, and how.
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
  uint64_t seed;      /**< seed of the fresh cases */
  const char *folder; /**< folder for temporary files of the compiler; created if missing */
  double cpu_seconds; /**< processor time for each searcher and the processes that it starts, so
                       * that the outcome does not depend on the load; 0: no limit */
  double seconds;     /**< wall-clock time, after which running processes are ended; 0: no limit
                       * if cpu_seconds limits the search, otherwise a default */
  int searchers;      /**< number of processes at a time; 0: one per core, at most 4 */
  size_t most_tried;  /**< number of edits to try; 0: no limit. With one searcher and enough
                       * cpu_seconds the outcome is always the same */
  const sl_sandbox *sandbox; /**< sandbox in which candidates are compiled and run; NULL: none */
  FILE *trace;               /**< gets a line for each repair that passes; may be NULL */
  /** Called several times per second with the number of edits tried. May be NULL. */
  void (*progress)(size_t tried, size_t edits, double seconds);
} sl_search_options;

/** The result of a search. */
typedef struct sl_repair {
  int line;      /**< 0: no repair passes, or none is certain enough */
  int either[2]; /**< two lines, if `line` is 0 because equally likely repairs pass on exactly
                  * two lines */
  sl_defect defect;
  char before[256]; /**< the source that the repair replaces; "" for an insertion */
  char after[256];  /**< the text that replaces it */
  sl_place place;   /**< what the changed source is part of */
  size_t tried, passed;
  double seconds;
  bool in_time;  /**< all relevant repairs were tried */
  bool by_clock; /**< not all repairs were tried, because a time limit was reached */
} sl_repair;

/** Whether a search makes sense: the task was written, and has failed. */
bool sl_search_can_explain(sl_verdict verdict);

/** Searches for repairs of `source`, for the failed task of `result`; `cases` are those that it was
 * judged on, all small. The student's file stays unchanged. Errors: SL_ERR_INPUT, SL_ERR_MEMORY,
 * SL_ERR_SYSTEM. */
sl_status sl_search(const sl_lab *lab, const sl_task_result *result, const char *source,
                    const sl_case_spec *cases, const sl_search_options *options, sl_repair *out);

#endif
