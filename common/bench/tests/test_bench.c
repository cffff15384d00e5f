/* test_bench.c: bytes, spreads, when a conversion pays, which side is ahead, and the summary. */
#include "bench/summary.h"

#include "base/test.h"
#include "contest_sample.h"

#include <math.h>

static void assert_near(double got, double wanted, double slack) {
  if (!(fabs(got - wanted) <= slack)) fail_msg("%.17g instead of %.17g", got, wanted);
}

static void bytes_are_the_compulsory_ones(void **state) {
  (void)state;
  /* 3 × 2 with 4 entries: 4·8 of entries, 16 of row_ptr, 2·4 of x, 3·4 of y */
  assert_near(sl_bench_spmv_bytes(3, 2, 4, 4), 32 + 16 + 8 + 12, 0);
  assert_near(sl_bench_spmv_bytes(3, 2, 4, 8), 48 + 16 + 16 + 24, 0);
  /* entries read and written, row_ptr read, col_ptr written */
  assert_near(sl_bench_transpose_bytes(3, 2, 4, 4), 64 + 16 + 12, 0);
  assert_near(sl_bench_transpose_bytes(3, 2, 4, 8), 96 + 16 + 12, 0);
}

static void a_spread_is_median_and_tenths(void **state) {
  (void)state;
  double samples[] = {5, 1, 4, 2, 3, 11, 7, 8, 9, 10, 6};
  sl_bench_spread spread;
  sl_bench_spread_of(samples, 11, &spread);
  assert_near(spread.median_us, 6, 0);
  assert_near(spread.p10_us, 2, 1e-12);
  assert_near(spread.p90_us, 10, 1e-12);
  assert_int_equal(spread.samples, 11);
  sl_bench_spread_of(samples, 0, &spread);
  assert_near(spread.median_us, 0, 0);
}

static void rates_come_from_the_cold_median(void **state) {
  (void)state;
  sl_bench_table table;
  make_table(&table, SL_BENCH_SPMV);
  sl_bench_row *row = add_row(&table, SL_BENCH_TUNED, "a", 10);
  assert_near(sl_bench_bytes(&table), 64000 + 4004 + 6000, 0);
  assert_near(sl_bench_gbps(&table, row), 7.4004, 1e-12);
  assert_near(sl_bench_gflops(&table, row), 1.6, 1e-12);
  row->state = SL_BENCH_WRONG; /* a wrong answer has no speed */
  assert_near(sl_bench_gbps(&table, row), 0, 0);
  assert_near(sl_bench_gflops(&table, row), 0, 0);
  table.kind = SL_BENCH_TRANSPOSE;
  row->state = SL_BENCH_MEASURED;
  assert_near(sl_bench_gbps(&table, row), (128000 + 4004 + 2004) / 10e3, 1e-12);
  assert_near(sl_bench_gflops(&table, row), 0, 0);
}

static void conversion_pays_against_the_fastest_plain_one(void **state) {
  (void)state;
  sl_bench_table table;
  make_table(&table, SL_BENCH_SPMV);
  sl_bench_row *quick = add_row(&table, SL_BENCH_TUNED, "quick", 6);
  quick->prepare_us = 41;
  assert_true(isnan(sl_bench_pays_after(&table, quick))); /* there is no plain contestant to
                                                           * compare with */
  sl_bench_row *slow = add_row(&table, SL_BENCH_TEXTBOOK, "plain", 20);
  sl_bench_row *plain = add_row(&table, SL_BENCH_LIBRARY, "plain too", 10);
  slow->plain = plain->plain = true;
  plain->prepare_us = 1000; /* time to allocate memory; a plain contestant converts nothing */
  assert_ptr_equal(sl_bench_plain(&table), plain);
  assert_near(sl_bench_pays_after(&table, quick), 11, 0); /* 41 / 4, rounded up */
  assert_near(sl_bench_pays_after(&table, plain), 0, 0);
  quick->cold.median_us = 10;
  assert_near(sl_bench_pays_after(&table, quick), -1, 0);
  plain->state = SL_BENCH_WRONG;
  assert_ptr_equal(sl_bench_plain(&table), slow);
}

static void bests_are_measured_and_of_their_side(void **state) {
  (void)state;
  sl_bench_table table;
  make_table(&table, SL_BENCH_SPMV);
  assert_null(sl_bench_best(&table, false));
  assert_near(sl_bench_lead(&table), 0, 0);
  add_row(&table, SL_BENCH_TEXTBOOK, "textbook", 30);
  sl_bench_row *tuned = add_row(&table, SL_BENCH_TUNED, "tuned", 20);
  assert_near(sl_bench_lead(&table), 0, 0); /* no contestant of the library yet */
  sl_bench_row *library = add_row(&table, SL_BENCH_LIBRARY, "library", 25);
  add_row(&table, SL_BENCH_LIBRARY, "worse", 50);
  add_row(&table, SL_BENCH_TUNED, "wrong", 1)->state = SL_BENCH_WRONG;
  add_row(&table, SL_BENCH_TUNED, "skipped", 0)->state = SL_BENCH_SKIPPED;
  assert_ptr_equal(sl_bench_best(&table, false), tuned);
  assert_ptr_equal(sl_bench_best(&table, true), library);
  assert_near(sl_bench_lead(&table), 1.25, 1e-12);
}

static void only_sorted_transposes_are_compared(void **state) {
  (void)state;
  sl_bench_table table;
  make_table(&table, SL_BENCH_TRANSPOSE);
  add_row(&table, SL_BENCH_TEXTBOOK, "scatter", 5);
  sl_bench_row *sorted = add_row(&table, SL_BENCH_TEXTBOOK, "sorted", 50);
  sorted->sorted = true;
  assert_ptr_equal(sl_bench_best(&table, false), sorted);
}

static void add_matrix(sl_bench_summary *summary, double kit_us, double library_us) {
  sl_bench_table table;
  make_table(&table, SL_BENCH_SPMV);
  if (kit_us > 0) add_row(&table, SL_BENCH_TUNED, "tuned", kit_us);
  if (library_us > 0) add_row(&table, SL_BENCH_LIBRARY, "library", library_us);
  sl_bench_summary_add(summary, &table);
}

static void a_summary_has_mean_worst_and_count(void **state) {
  (void)state;
  static sl_bench_summary summary;
  sl_bench_verdict verdict;
  memset(&summary, 0, sizeof summary);
  sl_bench_summary_judge(&summary, &verdict);
  assert_int_equal(verdict.compared, 0);
  assert_near(verdict.mean, 0, 0);
  add_matrix(&summary, 10, 40);
  add_matrix(&summary, 10, 0); /* the library took no part */
  add_matrix(&summary, 20, 10);
  add_matrix(&summary, 10, 10);
  sl_bench_summary_judge(&summary, &verdict);
  assert_int_equal(verdict.compared, 3);
  assert_int_equal(verdict.ahead, 1); /* equally fast does not count as ahead */
  assert_near(verdict.worst, 0.5, 1e-12);
  assert_int_equal(verdict.worst_row, 2);
  assert_near(verdict.mean, cbrt(4 * 0.5 * 1), 1e-12);
  assert_string_equal(summary.rows[0].kit, "tuned");
  assert_string_equal(summary.rows[1].library, "");
  for (int i = 0; i < 2 * SL_BENCH_MAX_MATRICES; i++) add_matrix(&summary, 1, 1);
  assert_int_equal(summary.count, SL_BENCH_MAX_MATRICES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes_are_the_compulsory_ones),
      cmocka_unit_test(a_spread_is_median_and_tenths),
      cmocka_unit_test(rates_come_from_the_cold_median),
      cmocka_unit_test(conversion_pays_against_the_fastest_plain_one),
      cmocka_unit_test(bests_are_measured_and_of_their_side),
      cmocka_unit_test(only_sorted_transposes_are_compared),
      cmocka_unit_test(a_summary_has_mean_worst_and_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
