/* test_growth.c: predictions from two times, and which times are measured. */
#include "judging.h"

#include "judge/growth.h"

#include <math.h>
#include <string.h>

static double predict(double seconds_half, double seconds, double times_the_rows) {
  const sl_growth growth = {.rows = 1000, .seconds = seconds, .seconds_half = seconds_half};
  return sl_growth_predict(&growth, 1000 * times_the_rows);
}

static void time_goes_on_growing_as_it_did(void **state) {
  (void)state;
  assert_true(fabs(predict(1, 1, 10) - 1) < 1e-9);
  assert_true(fabs(predict(1, 2, 10) - 20) < 1e-9);
  assert_true(fabs(predict(1, 4, 10) - 400) < 1e-9);
}

static void no_growth_is_taken_for_more_than_it_can_be(void **state) {
  (void)state;
  assert_true(fabs(predict(2, 1, 10) - 1) < 1e-9);
  assert_true(fabs(predict(0.001, 1, 10) - 1000) < 1e-9);
}

static void what_was_observed_is_said(void **state) {
  (void)state;
  const sl_growth square = {.rows = 16000, .seconds = 1.2, .seconds_half = 0.3};
  const sl_growth cube = {.rows = 2000, .seconds = 8, .seconds_half = 1};
  const sl_growth nothing = {.seconds = 0};
  sl_case_result outcome = {.verdict = SL_TIMED_OUT, .line = 7, .num_rows = 160000};
  assert_true(sl_growth_exceeds(&square, &outcome, 119));
  assert_false(sl_growth_exceeds(&square, &outcome, 121));
  assert_false(sl_growth_exceeds(&nothing, &outcome, 1));
  sl_growth_excuse(&square, 5, &outcome);
  assert_int_equal(outcome.verdict, SL_SKIPPED);
  assert_true(outcome.too_slow);
  assert_int_equal(outcome.line, 0);
  assert_string_equal(
      outcome.what,
      "left out after 5 s of computing, because the work grows with the square of "
      "the rows. The answer is right on a matrix with 8000 rows, after 0.30 s, and on one "
      "with 16000, after 1.20 s: 4.0 times as long. At this rate, this case would take "
      "120 s.");
  sl_growth_excuse(&cube, 5, &outcome);
  assert_non_null(strstr(outcome.what, "grows faster than the square of the rows."));
}

/* Measures the growth of a worker that behaves as `how` says. The limit is below a second, so the
 * growth cannot be measured precisely. */
static sl_growth measure(const char *how) {
  const sl_job_options job = {.deadline_seconds = long_deadline_seconds, .processor_seconds = 0.3};
  const sl_case_result outcome = {.verdict = SL_TIMED_OUT, .num_rows = 300000};
  sl_child child = {.program = FAKE_WORKER};
  sl_source text = {.text = NULL};
  const sl_slow_task slow = {.child = &child,
                             .task = &tasks[0],
                             .source = &text,
                             .program = FAKE_WORKER,
                             .precision = SL_F32,
                             .job = &job};
  sl_growth growth;
  (void)setenv("FAKE_WORKER", how, 1);
  assert_ok(sl_growth_measure(&slow, &outcome, &growth));
  sl_child_stop(&child);
  return growth;
}

/* By its growth, the program would take 0.48 s for 4000 rows, but the limit is 0.3 s. */
static void a_time_out_that_the_growth_explains_keeps_the_growth(void **state) {
  (void)state;
  const sl_case_result outcome = {.num_rows = 300000};
  const sl_growth growth = measure("quadratic-time");
  assert_int_equal(growth.rows, 2000);
  assert_true(sl_growth_exceeds(&growth, &outcome, 60));
}

static void a_time_out_without_growth_is_a_hang(void **state) {
  (void)state;
  assert_true(measure("spin-when-large").seconds <= 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_goes_on_growing_as_it_did),
      cmocka_unit_test(no_growth_is_taken_for_more_than_it_can_be),
      cmocka_unit_test(what_was_observed_is_said),
      cmocka_unit_test(a_time_out_that_the_growth_explains_keeps_the_growth),
      cmocka_unit_test(a_time_out_without_growth_is_a_hang),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
