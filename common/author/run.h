/** @file run.h
 *  Runs a program with a mistake on the lens, and takes its fingerprints.
 */
#ifndef SL_AUTHOR_RUN_H
#define SL_AUTHOR_RUN_H

#include "judge/fingerprint.h"
#include "judge/lab.h"

/** The small cases of a lab in float, on which all programs run. */
typedef struct sl_small_cases {
  sl_case *list;
  size_t count;
} sl_small_cases;

/** Errors: those of sl_case_make. Free in any event. */
sl_status sl_run_make_cases(const sl_lab *lab, const char *cache_dir, sl_small_cases *out);
void sl_run_free_cases(sl_small_cases *cases);

/** Builds the program `source`, runs the task on all cases in several orders of the threads, and
 *  keeps its fingerprints. `deadline_seconds` 0: the usual limit. Prints must be freed with
 *  sl_free, in any event. Errors: SL_ERR_INPUT if it does not compile; those of sl_module_build and
 *  sl_child_run; SL_ERR_INPUT if it passes all cases. */
sl_status sl_run_take_prints(const sl_lab *lab, const sl_task *task, const char *source,
                             const sl_small_cases *cases, int deadline_seconds,
                             struct sl_prints *out);

#endif
