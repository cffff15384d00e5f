/* test_trusted.c: slopes of batches, and which times somebody is to look at. */
#include "base/test.h"

#include "judge/trusted.h"

static sl_reply reply_of(double empty_us, double full_us) {
  return (sl_reply){.batch_us = {100, 100 + empty_us, 5000, 5000 + full_us}};
}

static void what_is_around_a_launch_is_taken_off(void **state) {
  (void)state;
  /* 7 us to begin and to end, 2 us of copies and 30 us of the launch, each of 10 or 20 times */
  sl_reply shorter = reply_of(7 + 20, 7 + 320), longer = reply_of(7 + 40, 7 + 640);
  assert_true(sl_trusted_slope_us(&shorter, &longer, 10) == 30);
  assert_true(sl_trusted_slope_us(&shorter, &longer, 0) == 0);
  for (int i = 0; i < 4; i++) { /* a line that did not come */
    sl_reply without = longer;
    without.batch_us[i] = 0;
    assert_true(sl_trusted_slope_us(&shorter, &without, 10) == 0);
    assert_true(sl_trusted_slope_us(&without, &shorter, 10) == 0);
  }
}

static void batches_take_long_enough(void **state) {
  (void)state;
  assert_int_equal(sl_trusted_batch(100), 200);
  assert_int_equal(sl_trusted_batch(1e6), 4);
  assert_int_equal(sl_trusted_batch(1), 2000);
  assert_int_equal(sl_trusted_batch(0), 2000);
}

static sl_figures conclude(double cold_us, double hot_us, double judged_us) {
  sl_figures figures = {.cold_us = cold_us, .hot_us = hot_us, .copy_gbps = 1000};
  double slopes[] = {judged_us, judged_us + 1000, judged_us, 0, judged_us};
  sl_trusted_conclude(slopes, 5, 1e7, &figures); /* which take 10 us to read, or 7.7 */
  assert_true(figures.judged_us == judged_us);
  return figures;
}

static void clocks_that_agree_are_believed(void **state) {
  (void)state;
  assert_string_equal(conclude(100, 80, 80).review, "");
  assert_string_equal(conclude(100, 80, 100).review, "");
  assert_string_equal(conclude(100, 80, 155).review, "");
  assert_string_equal(conclude(100, 80, 45).review, "");
  assert_string_equal(conclude(9, 8, 20).review, "");
}

static void clocks_that_do_not_are_looked_at(void **state) {
  (void)state;
  assert_string_equal(
      conclude(100, 80, 165).review,
      "a launch takes 165 us by the judge's clock, and 100 us by the device's events");
  assert_string_equal(
      conclude(100, 80, 42).review,
      "a launch takes 42 us by the judge's clock, and 100 us by the device's events");
  assert_non_null(strstr(conclude(100, 0, 0).review, "0 us by the judge's clock"));
}

static void nothing_is_faster_than_memory(void **state) {
  (void)state;
  assert_string_equal(conclude(9, 8, 7).review,
                      "7 us are less than this device needs to read the matrix");
  sl_figures figures = {.cold_us = 5, .hot_us = 5, .copy_gbps = 1000, .below_floor = true};
  double slope = 12;
  sl_trusted_conclude(&slope, 1, 1e7, &figures);
  assert_string_equal(figures.review, "5 us are less than this device needs to read the matrix");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_around_a_launch_is_taken_off),
      cmocka_unit_test(batches_take_long_enough),
      cmocka_unit_test(clocks_that_agree_are_believed),
      cmocka_unit_test(clocks_that_do_not_are_looked_at),
      cmocka_unit_test(nothing_is_faster_than_memory),
  };
  return cmocka_run_group_tests_name("trusted", tests, NULL, NULL);
}
