/* test_causes.c: the explanations of a launch in addition to its limit. */
#include "base/test.h"

#include "report/causes.h"

#include <string.h>

static char texts[SL_MAX_CAUSES][SL_CAUSE_BYTES];

/* A launch of 2,000 blocks of 256 threads that fills an H200 and waits for answers. */
static const lens_prediction full = {.made = true,
                                     .kernel_us = 10,
                                     .limit = LENS_LIMIT_LATENCY,
                                     .lanes = 1,
                                     .l1_misses = 1000,
                                     .dram_sectors = 250000,
                                     .num_blocks = 2000,
                                     .multiprocessors = 132,
                                     .warps_most = 64,
                                     .blocks_fit = 8,
                                     .warps = 50,
                                     .in_flight = 4,
                                     .rounds = 9,
                                     .l1_kb = 192,
                                     .dram_gbps = 4000};
static const sl_launch blocks_of_256 = {.kernel = "k", .grid = {2000, 1, 1}, .block = {256, 1, 1}};

/* Returns the first sentence that begins with this text, or NULL. */
static const char *cause(const lens_prediction *p, const sl_launch *launch, const char *begin) {
  int count = sl_causes_find(p, launch, texts);
  for (int i = 0; i < count; i++) {
    if (strncmp(texts[i], begin, strlen(begin)) == 0) return texts[i];
  }
  return NULL;
}

static void assert_reason(const lens_prediction *p, const sl_launch *launch, const char *reason) {
  const char *text = cause(p, launch, "Few warps: ");
  assert_non_null(text);
  if (!strstr(text, reason)) fail_msg("\"%s\" does not hold \"%s\"", text, reason);
}

static void few_warps_have_a_reason(void **state) {
  (void)state;
  lens_prediction p = full;
  p.warps = 7.8;
  p.num_blocks = 128;
  assert_reason(&p, &blocks_of_256,
                "can hold 64, but on average only 7.8 are resident, because the launch has only "
                "1,024, and the GPU could hold 8,448 at once");
  assert_string_equal(sl_causes_fit_name(&p, &blocks_of_256), "launch size");
  p.num_blocks = 2000;
  p.blocks_fit = 2;
  p.fit = LENS_FIT_SHARED;
  p.shared_bytes = 100000;
  assert_reason(&p, &blocks_of_256,
                "a block of 8 warps takes 100,000 bytes of shared memory, and 2 such blocks fit");
  assert_string_equal(sl_causes_fit_name(&p, &blocks_of_256), "shared memory");
  p.fit = LENS_FIT_REGISTERS;
  assert_reason(&p, &blocks_of_256, "only 2 blocks of 8 warps fit. Try fewer registers");
  const sl_launch of_32 = {.kernel = "k", .grid = {9000, 1, 1}, .block = {32, 1, 1}};
  p.num_blocks = 9000;
  p.blocks_fit = 30;
  p.fit = LENS_FIT_BLOCKS;
  assert_reason(&p, &of_32, "at most 30 blocks, and a block has only 1 warp. Try larger blocks");
  assert_string_equal(sl_causes_fit_name(&p, &of_32), "small blocks");
  p.num_blocks = 2000;
  p.blocks_fit = 8;
  p.fit = LENS_FIT_WARPS;
  assert_string_equal(sl_causes_fit_name(&p, &blocks_of_256), "hardware");
  p.tail = 0.6;
  assert_reason(&p, &blocks_of_256, "most warps end long before the last ones");
}

static void few_loads_are_told_apart_from_few_warps(void **state) {
  (void)state;
  lens_prediction p = full;
  assert_null(cause(&p, &blocks_of_256, "Few"));
  assert_non_null(cause(&p, &blocks_of_256, "There are enough warps and loads: 50.0 of 64 warps"));
  p.in_flight = 1.04;
  assert_null(cause(&p, &blocks_of_256, "Few warps"));
  assert_null(cause(&p, &blocks_of_256, "Neither"));
  const char *text = cause(&p, &blocks_of_256, "Few loads: a waiting warp has only 1.0 load in");
  assert_non_null(text);
  assert_null(strstr(text, "because")); /* the loads do not wait for each other */
  p.dependent = 0.9;
  text = cause(&p, &blocks_of_256, "Few loads: ");
  assert_non_null(strstr(text, "because most loads need the result of an earlier one: on average, "
                               "a warp waits 9 times"));
  p.rounds = 1; /* there is only one load, so nothing could run at the same time */
  assert_null(cause(&p, &blocks_of_256, "Few loads"));
}

static void a_limit_that_says_it_all_has_no_cause(void **state) {
  (void)state;
  lens_prediction p = full;
  p.limit = LENS_LIMIT_DRAM;
  p.warps = 3;
  p.in_flight = 1;
  assert_int_equal(sl_causes_find(&p, &blocks_of_256, texts), 0);
  p = (lens_prediction){.made = true, .limit = LENS_LIMIT_LATENCY}; /* nothing is known */
  assert_int_equal(sl_causes_find(&p, &blocks_of_256, texts), 0);
}

static void a_cache_that_thrashes_is_named(void **state) {
  (void)state;
  lens_prediction p = full;
  p.limit = LENS_LIMIT_L2;
  p.l1_dropped = 200;
  assert_null(cause(&p, &blocks_of_256, "The L1 cache thrashes"));
  p.l1_dropped = 700;
  const char *text = cause(&p, &blocks_of_256, "The L1 cache thrashes: 70 % of the sectors");
  assert_non_null(text);
  assert_non_null(strstr(text, "Its 192 KB per multiprocessor"));
  p.limit = LENS_LIMIT_DRAM;
  assert_null(cause(&p, &blocks_of_256, "The caches thrash"));
  p.dram_again = 150000;
  assert_non_null(
      cause(&p, &blocks_of_256, "The caches thrash: 60 % of the data that device memory moves"));
  p.limit = LENS_LIMIT_ATOMIC; /* something else takes the time */
  assert_null(cause(&p, &blocks_of_256, "The caches thrash"));
  assert_null(cause(&p, &blocks_of_256, "The L1 cache thrashes"));
}

static void a_tail_and_idle_lanes_are_named(void **state) {
  (void)state;
  lens_prediction p = full;
  p.tail = 0.4;
  p.lanes = 0.25;
  assert_non_null(cause(&p, &blocks_of_256, "Tail: in 40 % of the time"));
  assert_non_null(cause(&p, &blocks_of_256, "Idle lanes: on average only 8.0 of 32"));
  p.tail = 0.1;
  assert_null(cause(&p, &blocks_of_256, "Tail"));
}

static void the_share_of_the_bandwidth_follows_from_the_time(void **state) {
  (void)state;
  char text[32];
  assert_true(sl_causes_dram_bytes(&full) == 8e6);
  assert_true(sl_causes_dram_share(&full) > 0.1999 && sl_causes_dram_share(&full) < 0.2001);
  sl_causes_bytes_text(8e6, text, sizeof text);
  assert_string_equal(text, "8.00 MB");
  sl_causes_bytes_text(123456, text, sizeof text);
  assert_string_equal(text, "123 kB");
  sl_causes_bytes_text(64, text, sizeof text);
  assert_string_equal(text, "64 B");
  lens_prediction none = {.made = false};
  assert_true(sl_causes_dram_share(&none) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(few_warps_have_a_reason),
      cmocka_unit_test(few_loads_are_told_apart_from_few_warps),
      cmocka_unit_test(a_limit_that_says_it_all_has_no_cause),
      cmocka_unit_test(a_cache_that_thrashes_is_named),
      cmocka_unit_test(a_tail_and_idle_lanes_are_named),
      cmocka_unit_test(the_share_of_the_bandwidth_follows_from_the_time),
  };
  return cmocka_run_group_tests_name("report_causes", tests, NULL, NULL);
}
