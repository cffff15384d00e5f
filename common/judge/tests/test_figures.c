/* test_figures.c: medians, spreads, the physical floor and the sums of counters. */
#include "base/test.h"

#include "judge/figures.h"

#include <math.h>

static void quantiles_lie_between_neighbours(void **state) {
  (void)state;
  double samples[] = {50, 10, 40, 20, 30};
  assert_true(sl_figures_quantile(samples, 5, 0.5) == 30);
  assert_true(samples[0] == 10 && samples[4] == 50);
  assert_true(sl_figures_quantile(samples, 5, 0.0) == 10);
  assert_true(sl_figures_quantile(samples, 5, 1.0) == 50);
  assert_true(sl_figures_quantile(samples, 5, 0.125) == 15);
  assert_true(sl_figures_quantile(samples, 4, 0.5) == 25);
  assert_true(sl_figures_quantile(samples, 1, 0.9) == 10);
  assert_true(sl_figures_quantile(samples, 0, 0.5) == 0);
}

static void times_become_medians_and_rates(void **state) {
  (void)state;
  sl_reply reply = {.cold_us = {30, 10, 20},
                    .num_cold = 3,
                    .hot_us = {5, 9},
                    .num_hot = 2,
                    .copy_gbps = 100,
                    .prepare_us = 77};
  sl_problem problem = {.traffic_bytes = 2e6, .read_bytes = 1.5e6, .operations = 3e5};
  sl_figures f = {.sequential_us = 400, .threads = 8};
  sl_figures_take(&problem, &reply, "k.cu", &f);
  assert_int_equal(f.samples, 3);
  assert_true(f.cold_us == 20 && f.cold_p10_us == 12 && f.cold_p90_us == 28);
  assert_true(f.hot_us == 7);
  assert_true(f.gbps == 100); /* 2 MB in 20 µs */
  assert_true(fabs(f.gflops - 15) < 1e-9);
  assert_true(f.prepare_us == 77 && f.copy_gbps == 100);
  assert_true(f.sequential_us == 400 && f.threads == 8); /* unchanged */
  assert_true(reply.cold_us[0] == 30);
}

/* Reading at 1.3 times the rate of copying is the limit: 1 MB in 10 µs is 100 GB/s. */
static void times_below_the_floor_are_noticed(void **state) {
  (void)state;
  sl_problem problem = {.traffic_bytes = 2e6, .read_bytes = 1e6};
  sl_reply reply = {.cold_us = {10}, .num_cold = 1, .copy_gbps = 100 / 1.29};
  sl_figures f = {.samples = 0};
  sl_figures_take(&problem, &reply, "k.cu", &f);
  assert_false(f.below_floor);
  reply.copy_gbps = 100 / 1.31;
  sl_figures_take(&problem, &reply, "k.cu", &f);
  assert_true(f.below_floor);
  reply.copy_gbps = 0; /* unknown: nothing can be said */
  sl_figures_take(&problem, &reply, "k.cu", &f);
  assert_false(f.below_floor);
}

static void without_samples_there_are_no_figures(void **state) {
  (void)state;
  sl_problem problem = {.traffic_bytes = 2e6, .read_bytes = 1e6};
  sl_reply reply = {.copy_gbps = 100};
  sl_figures f = {.samples = 0};
  sl_figures_take(&problem, &reply, "k.cu", &f);
  assert_true(f.samples == 0 && f.cold_us == 0 && f.hot_us == 0 && f.gbps == 0);
  assert_false(f.below_floor);
}

/* Only the counters of global memory in the student's file count, whatever its folder. */
static void counters_of_the_source_are_added_up(void **state) {
  (void)state;
  sl_counter counters[] = {
      {.file = "/a/k.cu", .requests = 1, .threads = 10, .sectors = 100, .ideal_sectors = 1000},
      {.file = "k.cu", .requests = 2, .threads = 20, .sectors = 200, .ideal_sectors = 2000},
      {.file = "drive.cu", .requests = 4, .threads = 40, .sectors = 400, .ideal_sectors = 4000},
      {.file = "/a/k.cu", .space = 1, .requests = 8, .wavefronts = 80},
  };
  sl_launch launches[] = {{.warp_steps = 10, .thread_steps = 100},
                          {.warp_steps = 30, .thread_steps = 380}};
  sl_reply reply = {
      .seen = {.counters = counters, .num_counters = 4, .launches = launches, .num_launches = 2}};
  sl_problem problem = {.num_arrays = 0};
  sl_figures f = {.samples = 0};
  sl_figures_take(&problem, &reply, "/b/k.cu", &f);
  assert_int_equal(f.requests, 3);
  assert_int_equal(f.request_threads, 30);
  assert_int_equal(f.sectors, 300);
  assert_int_equal(f.ideal_sectors, 3000);
  assert_true(f.active_threads == 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quantiles_lie_between_neighbours),
      cmocka_unit_test(times_become_medians_and_rates),
      cmocka_unit_test(times_below_the_floor_are_noticed),
      cmocka_unit_test(without_samples_there_are_no_figures),
      cmocka_unit_test(counters_of_the_source_are_added_up),
  };
  return cmocka_run_group_tests_name("judge_figures", tests, NULL, NULL);
}
