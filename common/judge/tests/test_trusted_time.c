/* test_trusted_time.c: slopes of batches, and which times a person must check. */
#include "base/test.h"

#include "judge/trusted_time.h"

#include <string.h>

/* Makes a reply with the times of one pair: copies and launches, then twice as many of them. */
static sl_reply reply_of(double empty_us, double full_us, double longer_empty_us,
                         double longer_full_us) {
  return (sl_reply){.batch_us = {{100, 100 + empty_us, 5000, 5000 + full_us, 20000,
                                  20000 + longer_empty_us, 30000, 30000 + longer_full_us}},
                    .num_pairs = 1};
}

static double slope_of(const sl_reply *reply, unsigned n) {
  sl_slopes slopes = {.count = 0};
  sl_trusted_time_add_slopes(reply, n, &slopes);
  assert_int_equal(slopes.count, 1);
  return slopes.us[0];
}

static void a_launch_is_timed_with_its_copies_and_without_it(void **state) {
  (void)state;
  /* 2 us of copies and 30 us of the launch, each of 10 or 20 times */
  sl_reply reply = reply_of(20, 320, 40, 640);
  sl_slopes slopes = {.count = 0};
  sl_trusted_time_add_slopes(&reply, 10, &slopes);
  assert_true(slopes.us[0] == 32);
  assert_true(slopes.copies_us[0] == 2);
  assert_true(slope_of(&reply, 0) == 0);
  for (int i = 0; i < SL_WIRE_BATCH_LINES; i++) { /* a missing line */
    sl_reply without = reply;
    without.batch_us[0][i] = 0;
    assert_true(slope_of(&without, 10) == 0);
  }
}

/* If one time of a pair is wrong, only the slope of this pair changes, and only slightly. */
static void each_pair_has_its_slope(void **state) {
  (void)state;
  sl_reply reply = reply_of(20, 320, 40, 640);
  reply.num_pairs = 2;
  memcpy(reply.batch_us[1], reply.batch_us[0], sizeof reply.batch_us[0]);
  reply.batch_us[1][3] += 50; /* the shorter one */
  sl_slopes slopes = {.count = 0};
  sl_trusted_time_add_slopes(&reply, 10, &slopes);
  assert_int_equal(slopes.count, 2);
  assert_true(slopes.us[0] == 32);
  assert_true(slopes.us[1] == 33);
}

static void as_many_slopes_are_kept_as_there_is_room_for(void **state) {
  (void)state;
  sl_reply reply = reply_of(20, 320, 40, 640);
  sl_slopes slopes = {.count = 0};
  for (int i = 0; i < SL_MAX_SLOPES + 1; i++) sl_trusted_time_add_slopes(&reply, 10, &slopes);
  assert_int_equal(slopes.count, SL_MAX_SLOPES);
  assert_true(slopes.us[SL_MAX_SLOPES - 1] == 32);
  reply.num_pairs = 0;
  slopes.count = 0;
  sl_trusted_time_add_slopes(&reply, 10, &slopes);
  assert_int_equal(slopes.count, 0);
}

/* Delays of the host make copies look slower. A line that is read late may make one copy look
 * faster. */
static void copies_take_what_the_fastest_take_but_for_one_in_ten(void **state) {
  (void)state;
  sl_slopes slopes = {.copies_us = {5, 3, 9, 2, 0.1, 4, 2.5, 7, 3, 6, 8}, .count = 11};
  assert_true(sl_trusted_time_copies_us(&slopes) == 2);
  slopes.count = 0;
  assert_true(sl_trusted_time_copies_us(&slopes) == 0);
}

static sl_trusted_plan plan_of(double hot_us, double between_us) {
  const sl_reply samples = {
      .hot_us = {hot_us, hot_us}, .num_hot = 2, .samples_us = {1000, 1000 + between_us}};
  return sl_trusted_time_plan_of(&samples);
}

static void batches_take_long_enough(void **state) {
  (void)state;
  assert_int_equal(plan_of(100, 500).launches, 400);
  assert_int_equal(plan_of(100, 500).jobs, SL_TRUSTED_JOBS);
  assert_int_equal(plan_of(100, 500).pairs, SL_TRUSTED_PAIRS);
  assert_int_equal(plan_of(1, 500).launches, 800);
  assert_int_equal(plan_of(1, 0).launches, 4000);
  assert_int_equal(plan_of(0, 0).launches, 1);
}

/* If a launch takes seconds, a job has four launches, and there are two jobs. */
static void batches_do_not_take_too_long(void **state) {
  (void)state;
  assert_int_equal(plan_of(1e6, 1e6).launches, 1);
  assert_int_equal(plan_of(1e6, 1e6).jobs, 2);
  assert_int_equal(plan_of(1e6, 1e6).pairs, 1);
  assert_int_equal(plan_of(100, 1e6).launches, 1); /* regardless of the events */
}

/* At this copy bandwidth, reading these bytes takes 10 us, or at least 7.7 us. */
static const double bytes = 2e8, gbps = 2e4;

static sl_figures conclude(double cold_us, double hot_us, double judged_us) {
  sl_figures figures = {.cold_us = cold_us, .hot_us = hot_us, .copy_gbps = gbps};
  const double around_us = 3, us = judged_us + around_us;
  sl_slopes slopes = {.us = {us - 1, us + 1e3, us, us - 1e3, us + 1}, .count = 5};
  sl_trusted_time_conclude(&slopes, around_us, bytes, &figures);
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
                      "7 us is less than this device needs to read the matrix");
  sl_figures figures = {.cold_us = 5, .hot_us = 5, .copy_gbps = gbps, .below_floor = true};
  sl_slopes slopes = {.us = {12}, .count = 1};
  sl_trusted_time_conclude(&slopes, 0, bytes, &figures);
  assert_string_equal(figures.review, "5 us is less than this device needs to read the matrix");
}

static void what_a_cache_holds_may_be_faster(void **state) {
  (void)state;
  sl_figures figures = {.cold_us = 9, .hot_us = 8, .copy_gbps = 1000};
  sl_slopes slopes = {.us = {7}, .count = 1};
  sl_trusted_time_conclude(&slopes, 0, 1e7, &figures);
  assert_string_equal(figures.review, "");
}

/* An earlier reason is not lost. */
static void a_cache_set_aside_is_looked_at(void **state) {
  (void)state;
  sl_figures figures = {.cold_us = 100, .hot_us = 80, .copy_gbps = gbps};
  sl_slopes slopes = {.us = {1000}, .count = 1};
  sl_trusted_time_note_set_aside(0, &figures);
  assert_string_equal(figures.review, "");
  sl_trusted_time_note_set_aside(2000000, &figures);
  sl_trusted_time_conclude(&slopes, 0, bytes, &figures);
  assert_non_null(strstr(figures.review, "reserves 2 MB of the L2 cache"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_launch_is_timed_with_its_copies_and_without_it),
      cmocka_unit_test(each_pair_has_its_slope),
      cmocka_unit_test(as_many_slopes_are_kept_as_there_is_room_for),
      cmocka_unit_test(copies_take_what_the_fastest_take_but_for_one_in_ten),
      cmocka_unit_test(batches_take_long_enough),
      cmocka_unit_test(batches_do_not_take_too_long),
      cmocka_unit_test(clocks_that_agree_are_believed),
      cmocka_unit_test(clocks_that_do_not_are_looked_at),
      cmocka_unit_test(nothing_is_faster_than_memory),
      cmocka_unit_test(what_a_cache_holds_may_be_faster),
      cmocka_unit_test(a_cache_set_aside_is_looked_at),
  };
  return cmocka_run_group_tests_name("trusted", tests, NULL, NULL);
}
