/** @file cpu_times.h
 *  The times of the CPU reference for the tasks of a run: y ← y + A x on the case's matrix, or the
 *  code that the task's problem names (sl_problem.cpu). It runs in the judge, never in a worker.
 */
#ifndef SL_JUDGE_CPU_TIMES_H
#define SL_JUDGE_CPU_TIMES_H

#include "judge/case.h"
#include "judge/judge.h"
#include "reference/cpu_task.h"

/** Describes the arrays of `problem` that `problem->cpu` names, in the order of the names. `at`
 *  gets their numbers in the problem. Errors: SL_ERR_INTERNAL for a name that the problem does not
 *  have. */
sl_status sl_cpu_times_arrays(const sl_problem *problem, sl_cpu_array *arrays, int *at,
                              int *count_out);

/** Times the CPU reference of `problem`, which must not be SpMV, for about `budget_ms`. All times
 *  are 0 if there is no reference. Errors: SL_ERR_MEMORY, SL_ERR_SYSTEM, SL_ERR_INTERNAL. */
sl_status sl_cpu_times_measure(const sl_problem *problem, sl_precision precision, double budget_ms,
                               sl_cpu_times *out);

/** Stores in `figures` how long the reference takes on the case's matrix, which `spec` describes.
 *  Tasks with the same reference share its times. Errors: those of sl_cpu_times_measure. */
sl_status sl_cpu_times_take(const char *spec, const sl_case *given, const sl_problem *problem,
                            sl_figures *figures);

#endif
