/* check.c: helpers for check functions of labs, and the call of one by the judge. */
#include "judge/check.h"

#include "base/memory.h"
#include "judge/attempt.h"
#include "reference/spmv.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- for check functions --------------------------------------------------------------------- */

/* Returns the index of the answer called `name`. An unknown name is a defect of the lab, and must
 * not produce a verdict. */
static size_t number_of(const sl_check *check, const char *name) {
  const sl_array *array = sl_problem_find(check->problem, name);
  size_t number = array ? (size_t)(array - check->problem->arrays) : 0;
  if (array && check->answers[number]) return number;
  (void)fprintf(stderr, "a check function asks for \"%s\", but its task has no such answer\n",
                name);
  abort();
}

const double *sl_check_answer(const sl_check *check, const char *name) {
  return check->answers[number_of(check, name)];
}

double sl_check_returned(const sl_check *check, const char *name) {
  return sl_check_answer(check, name)[0];
}

void sl_check_report(sl_check *check, const char *name, size_t at, const char *format, ...) {
  sl_difference *d = check->difference;
  if (d->wrong_count++ > 0) return;
  size_t number = number_of(check, name);
  d->wrong = &check->problem->arrays[number];
  d->wrong_at = at;
  d->got = at < d->wrong->count ? check->answers[number][at] : (double)NAN;
  d->expected = (double)NAN;
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(d->report, sizeof d->report, format, arguments);
  va_end(arguments);
}

double sl_check_sum_bound(const sl_case *given, size_t terms, double sum_of_magnitudes) {
  if (given->exact) return 0;
  double u = sl_spmv_unit_roundoff(given->precision);
  return SL_BOUND_C * ((double)terms + 2) * u * sum_of_magnitudes;
}

static double norm_of(const double *values, size_t count) {
  double largest = 0, sum = 0;
  for (size_t i = 0; i < count; i++) {
    largest = fmax(largest, fabs(values[i]));
    sum += fabs(values[i]);
  }
  if (!(sum > 0)) return sum; /* 0, or NaN, which fmax would drop */
  sum = 0;
  for (size_t i = 0; i < count; i++) sum += values[i] / largest * (values[i] / largest);
  return largest * sqrt(sum);
}

/* Computes the residual b − A x as y ← y + A x with y = b and −x in place of x. */
sl_status sl_check_residual(const sl_case *given, const double *x, double *norm_out,
                            double *bound_out) {
  size_t n = (size_t)given->matrix.num_rows;
  double *work;
  SL_TRY(sl_alloc(3 * n, sizeof *work, "the residual", &work));
  double *negative = work, *residual = work + n, *bound = work + 2 * n;
  for (size_t i = 0; i < n; i++) negative[i] = -x[i];
  sl_reference_spmv(&given->matrix, negative, given->y, given->precision, residual, bound);
  *norm_out = norm_of(residual, n);
  *bound_out = norm_of(bound, n);
  sl_free(work);
  return SL_OK;
}

/* ---- for the judge --------------------------------------------------------------------------- */

/* Whether element `i` was written and is finite. This is checked before the task's check function
 * is called, because that function may not be prepared for NaN, infinity and poison. */
static bool is_number(const sl_array *array, size_t i, double got, sl_precision precision) {
  bool unwritten = array->role == SL_OUT && sl_compare_is_untouched(array, i, got, precision);
  return isfinite(got) && !unwritten;
}

/* Reports the first element that is not a number, or was never written. */
static void find_unwritten(sl_check *check, int number, sl_precision precision) {
  const sl_array *array = &check->problem->arrays[number];
  const double *got = check->answers[number];
  for (size_t i = 0; i < array->count; i++) {
    if (is_number(array, i, got[i], precision)) continue;
    bool unwritten = sl_compare_is_untouched(array, i, got[i], precision);
    if (array->count == 1) {
      sl_check_report(check, array->name, i, "%s %s", array->name,
                      unwritten       ? "was never written"
                      : isnan(got[i]) ? "is nan"
                                      : "is infinite");
    } else {
      sl_check_report(check, array->name, i, "%s[%zu] %s", array->name, i,
                      unwritten       ? "was never written"
                      : isnan(got[i]) ? "is nan"
                                      : "is infinite");
    }
    return;
  }
}

static bool all_untouched(const sl_check *check, sl_precision precision) {
  for (int i = 0; i < check->problem->num_arrays; i++) {
    const sl_array *array = &check->problem->arrays[i];
    for (size_t k = 0; check->answers[i] && k < array->count; k++) {
      if (!sl_compare_is_untouched(array, k, check->answers[i][k], precision)) return false;
    }
  }
  return true;
}

sl_status sl_attempt_check(sl_attempt *attempt) {
  const sl_problem *problem = attempt->problem;
  sl_difference *d = &attempt->difference;
  sl_precision precision = attempt->given->precision;
  const double *const *answers = (const double *const *)attempt->decoded.answers;
  sl_check check = {attempt->given, problem, answers, d};
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (!answers[i] || array->expected) continue;
    if (!attempt->task->check) {
      return sl_fail(SL_ERR_INTERNAL,
                     "the task %s gives no right value of its answer %s, and has no check function",
                     attempt->task->name, array->name);
    }
    if (!d->wrong) find_unwritten(&check, i, precision);
  }
  bool sound = !d->wrong && !d->damaged && !d->changed_input;
  if (sound && attempt->task->check) SL_TRY(attempt->task->check(&check));
  if (d->report[0] && all_untouched(&check, precision)) d->untouched = d->wrong_count;
  return SL_OK;
}
