/* growth.c: runs the same task on smaller matrices, each with twice the rows of the one before. */
#include "judge/growth.h"

#include "judge/explain.h"

#include <math.h>
#include <stdio.h>

enum { FIRST_ROWS = 1000 };

/* Below a second, starting the worker takes a large part of the time. */
static const double measurable_seconds = 1;

double sl_growth_predict(const sl_growth *growth, double rows) {
  double exponent = log2(growth->seconds / growth->seconds_half);
  return growth->seconds * pow(rows / growth->rows, fmin(fmax(exponent, 0), 3));
}

/* Runs the task on a matrix with `rows` rows. Less than a third of them have an entry, so HYB keeps
 * these in its COO part, which slow programs traverse repeatedly. */
static sl_status ask(const sl_slow_task *slow, int rows, double *seconds, sl_verdict *verdict) {
  char spec[64];
  (void)snprintf(spec, sizeof spec, slow->sizes ? "size:%d" : "hypersparse:%d,every=4", rows);
  sl_case given;
  SL_TRY(sl_case_make(spec, NULL, slow->precision, false, NULL, &given));
  sl_problem problem = {.num_arrays = 0};
  sl_attempt attempt;
  sl_status status = slow->task->pose(&given, &problem);
  if (status == SL_OK) {
    status = sl_attempt_make(slow->child, slow->task, &given, &problem, slow->job, &attempt);
    if (status == SL_OK) {
      sl_case_result outcome = {.verdict = SL_PASSED};
      sl_explain(&attempt, slow->source, slow->program, &outcome);
      *seconds = attempt.ending.processor_seconds;
      *verdict = outcome.verdict;
    }
    sl_attempt_free(&attempt);
  }
  sl_problem_free(&problem);
  sl_case_free(&given);
  return status == SL_ERR_SIZE ? SL_OK : status; /* skipped: unsupported matrix */
}

/* Whether the times explain, within their errors, that a case with `rows` rows did not end within
 * the limit. A program may be too fast to measure on one size, and yet exceed the limit on the
 * next. */
static bool explains_time_out(const sl_growth *growth, double rows, double limit) {
  return growth->seconds_half > 0 && sl_growth_predict(growth, rows) > limit / 2;
}

/* Returns the size on which the work depends most. The work of slow programs is proportional to a
 * product of two sizes. */
static double size_of(const sl_case_result *outcome) {
  return fmax(outcome->num_rows, fmax(outcome->num_cols, (double)outcome->nnz));
}

sl_status sl_growth_measure(const sl_slow_task *slow, const sl_case_result *outcome,
                            sl_growth *out) {
  double seconds = 0, seconds_half = 0;
  const double limit = sl_job_processor_seconds(slow->job);
  *out = (sl_growth){.seconds = 0};
  for (int rows = FIRST_ROWS; rows <= size_of(outcome) / 2; rows *= 2) {
    sl_verdict verdict = SL_SKIPPED;
    seconds_half = seconds;
    SL_TRY(ask(slow, rows, &seconds, &verdict));
    if (verdict == SL_TIMED_OUT && explains_time_out(out, rows, limit)) return SL_OK;
    if (verdict != SL_PASSED) {
      *out = (sl_growth){.seconds = 0};
      return SL_OK;
    }
    if (seconds_half <= 0) continue;
    *out = (sl_growth){.rows = rows, .seconds = seconds, .seconds_half = seconds_half};
    if (seconds > 1.5 * seconds_half && seconds >= measurable_seconds) return SL_OK;
  }
  return SL_OK;
}

bool sl_growth_exceeds(const sl_growth *growth, const sl_case_result *outcome, double limit) {
  return growth->seconds_half > 0 && sl_growth_predict(growth, size_of(outcome)) > limit;
}

/* An exponent of 2 is the square. Times vary, so nearby exponents count as the same. */
static const char *how_it_grows(double times_as_long) {
  double exponent = log2(times_as_long);
  if (exponent > 1.7 && exponent < 2.3) return "with the square of the rows";
  return exponent > 2.3 ? "faster than the square of the rows" : "faster than the rows";
}

void sl_growth_excuse(const sl_growth *growth, double tried, sl_case_result *outcome) {
  double times = growth->seconds / growth->seconds_half;
  outcome->verdict = SL_SKIPPED;
  outcome->too_slow = true;
  outcome->line = 0;
  (void)snprintf(outcome->what, sizeof outcome->what,
                 "left out after %.0f s of computing, because the work grows %s. The answer is "
                 "right on a matrix with %d rows, after %.2f s, and on one with %d, after %.2f s: "
                 "%.1f times as long. At this rate, this case would take %.0f s.",
                 tried, how_it_grows(times), growth->rows / 2, growth->seconds_half, growth->rows,
                 growth->seconds, times, sl_growth_predict(growth, size_of(outcome)));
}
