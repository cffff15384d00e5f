/* test_growth.c: what two times foretell. */
#include "base/test.h"

#include "judge/growth.h"

#include <math.h>

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_goes_on_growing_as_it_did),
      cmocka_unit_test(no_growth_is_taken_for_more_than_it_can_be),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
