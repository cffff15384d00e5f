/* growth.c: asks the same of smaller matrices, each with twice the rows of the one before. */
#include "judge/growth.h"

#include "judge/explain.h"

#include <math.h>
#include <stdio.h>

enum { FIRST_ROWS = 1000 };

/* Below a second, starting the worker takes a good part of the time. */
static const double measurable_seconds = 1;

double sl_growth_predict(const sl_growth *growth, double rows) {
  double exponent = log2(growth->seconds / growth->seconds_half);
  return growth->seconds * pow(rows / growth->rows, fmin(fmax(exponent, 0), 3));
}

/* Asks it of a matrix with so many rows. An entry in less than a third of them is what HYB keeps in
 * its COO part, over which slow programs go again and again. */
static sl_status ask(const sl_slow_task *slow, int rows, double *seconds, bool *right) {
  char spec[64];
  (void)snprintf(spec, sizeof spec, "hypersparse:%d,every=4", rows);
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
      *right = outcome.verdict == SL_PASSED;
    }
    sl_attempt_free(&attempt);
  }
  sl_problem_free(&problem);
  sl_case_free(&given);
  return status;
}

/* The sizes that work can grow with: a product of two of them is what makes programs slow. */
static double size_of(const sl_case_result *outcome) {
  return fmax(outcome->num_rows, fmax(outcome->num_cols, (double)outcome->nnz));
}

sl_status sl_growth_excuse(const sl_slow_task *slow, sl_case_result *outcome) {
  double size = size_of(outcome), limit = sl_job_processor_seconds(slow->job);
  sl_growth growth = {.seconds = 0};
  for (int rows = FIRST_ROWS; rows <= size / 2; rows *= 2) {
    bool right = false;
    growth.seconds_half = growth.seconds;
    growth.rows = rows;
    SL_TRY(ask(slow, rows, &growth.seconds, &right));
    if (!right) return SL_OK;
    bool grows = growth.seconds_half > 0 && growth.seconds > 1.5 * growth.seconds_half;
    if (grows && growth.seconds >= measurable_seconds) break;
  }
  /* Half of the limit, as both times have their errors. */
  if (growth.seconds_half <= 0 || sl_growth_predict(&growth, size) < limit / 2) return SL_OK;
  outcome->verdict = SL_SKIPPED;
  outcome->line = 0;
  (void)snprintf(outcome->what, sizeof outcome->what,
                 "no answer after %.0f s of computing, as the work grows too fast with the matrix. "
                 "It is right on "
                 "one with %d rows, after %.1f s, and on one with %d, after %.1f s.",
                 limit, growth.rows / 2, growth.seconds_half, growth.rows, growth.seconds);
  return SL_OK;
}
