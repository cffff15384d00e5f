/** @file check.h
 *  Judging an answer by a function of the lab: for tasks with many right answers, such as
 *  approximate solutions or elements in any order. The function runs in the judge, examines the
 *  answer, and reports each problem with its own text.
 *
 *  First the judge checks redzones, inputs, and every answer that has expected values. The function
 *  is called only if none of these is wrong, and if each element that it judges was written and is
 *  a finite number. An answer without a report is right.
 */
#ifndef SL_JUDGE_CHECK_H
#define SL_JUDGE_CHECK_H

#include "base/status.h"
#include "judge/case.h"
#include "judge/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sl_difference;

/** The arguments of a check function. */
typedef struct sl_check {
  const sl_case *given;
  const sl_problem *problem;    /**< the task on this case, with the contents of the inputs */
  const double *const *answers; /**< indexed by array of the problem; see sl_check_answer */
  struct sl_difference *difference;
} sl_check;

/** The elements of the answer `name` as they came back, integers as doubles. `name` must be an
 *  answer of the problem. */
const double *sl_check_answer(const sl_check *check, const char *name);

/** Returns the number that the student's function `name` has returned: the first element of that
 *  answer. */
double sl_check_returned(const sl_check *check, const char *name);

/** Reports a problem in element `at` of the answer `name`. The text of the first report is the
 *  verdict's; it says what is wrong in terms that students know, without a full stop. */
void sl_check_report(sl_check *check, const char *name, size_t at, const char *format, ...)
    SL_PRINTF(4, 5);

/** Returns how far the sum of `terms` numbers, or of products of two numbers, can be from the exact
 *  sum in the precision of the case, in any order of summation: SL_BOUND_C · (terms + 2) · u · the
 *  sum of their magnitudes. 0 in exact cases. */
double sl_check_sum_bound(const sl_case *given, size_t terms, double sum_of_magnitudes);

/** For a case with a square matrix: the norm ‖b − A x‖ of the residual, with b = y of the case,
 *  accumulated in double with compensation. `*bound_out` is the norm of the rounding error bounds
 *  for a computation row by row in the precision of the case (sl_reference_spmv). Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_check_residual(const sl_case *given, const double *x, double *norm_out,
                            double *bound_out);

#ifdef __cplusplus
}
#endif
#endif
