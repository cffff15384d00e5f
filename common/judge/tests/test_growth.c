/* test_growth.c: what two times foretell. */
#include "base/test.h"

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
  assert_string_equal(outcome.what,
                      "left out after 5 s of computing, because the work grows with the square of "
                      "the rows. It is right on a matrix with 8000 rows, after 0.30 s, and on one "
                      "with 16000, after 1.20 s: 4.0 times as long. At this rate, this case takes "
                      "120 s.");
  sl_growth_excuse(&cube, 5, &outcome);
  assert_non_null(strstr(outcome.what, "grows faster than the square of the rows."));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_goes_on_growing_as_it_did),
      cmocka_unit_test(no_growth_is_taken_for_more_than_it_can_be),
      cmocka_unit_test(what_was_observed_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
