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
  uint64_t seed;      /**< of the fresh cases */
  const char *folder; /**< folder for temporary files of the compiler; created if missing */
  double cpu_seconds; /**< processor time of each searcher with what it runs, so that a busy machine
                           changes nothing; 0: any number */
  double seconds;     /**< wall-clock time; what runs then is ended; 0: any number if cpu_seconds
                           limits the search, otherwise a default */
  int searchers;      /**< processes at a time; 0: as many as there are cores, at most 4 */
  size_t most_tried;  /**< edits to try; 0: any number. With one searcher and enough cpu_seconds the
                           outcome is always the same */
  const sl_sandbox *sandbox; /**< in which candidates are compiled and run; NULL: none */
  FILE *trace;               /**< gets a line for each repair that passes; may be NULL */
  /** Called several times per second with the number of edits tried. May be NULL. */
  void (*progress)(size_t tried, size_t edits, double seconds);
} sl_search_options;

/** The result of a search. */
typedef struct sl_repair {
  int line;      /**< 0: no repair, or none that is certain enough */
  int either[2]; /**< the two lines, if `line` is 0 because equally likely repairs pass on exactly
                    two */
  sl_defect defect;
  char before[256]; /**< the source that the repair replaces; "" for an insertion */
  char after[256];  /**< the text that replaces it */
  sl_place place;   /**< what the changed source is part of */
  size_t tried, passed;
  double seconds;
  bool in_time;  /**< all relevant repairs were tried */
  bool by_clock; /**< not all were tried, because one of the time limits was reached */
} sl_repair;

/** Whether a search makes sense: the task was written, and has failed. */
bool sl_search_can_explain(sl_verdict verdict);

/** Searches for repairs of `source`, for the failed task of `result`; `cases` are those that it was
 * judged on, all small. The student's file stays unchanged. Errors: SL_ERR_INPUT, SL_ERR_MEMORY,
 * SL_ERR_SYSTEM. */
sl_status sl_search(const sl_lab *lab, const sl_task_result *result, const char *source,
                    const sl_case_spec *cases, const sl_search_options *options, sl_repair *out);

#endif
