/* test_choose.c: the statistics of matrices that can be computed by hand, and the chosen formats.
 */
#include "bench/choose.h"

#include "base/test.h"
#include "contest_sample.h"
#include "generate/generate.h"

#include <math.h>

static sl_bench_shape shape_of(const char *spec) {
  sl_csr csr;
  sl_bench_shape shape;
  assert_ok(sl_generate(spec, &csr));
  assert_ok(sl_bench_choose_shape(&csr, 4, &shape));
  sl_csr_free(&csr);
  return shape;
}

static const char *first_of(const sl_bench_shape *shape, size_t value_bytes) {
  sl_bench_choice choice;
  sl_bench_choose(shape, value_bytes, &choice);
  assert_string_equal(choice.names[choice.count - 1], "CSR by its rows"); /* this contestant
                                                                           * accepts any matrix */
  return choice.names[0];
}

static void padding_is_counted(void **state) {
  (void)state;
  sl_bench_shape even = shape_of("dense:1000x7");
  assert_true(even.slice_padding == 1 && even.window_padding == 1 && even.columns_follow);
  /* 65 slices whose longest row has 3 entries, and one of 20 rows with a row of 2100. */
  sl_bench_shape uneven = shape_of("onedense:2100x2100,at=100");
  assert_true(fabs(uneven.slice_padding - (65 * 32 * 3 + 20 * 2100) / 6332.0) < 1e-9);
  assert_true(fabs(uneven.window_padding - 2100 * 3 / 4232.0) < 1e-9);
  assert_false(uneven.columns_follow);
  assert_true(fabs(uneven.long_share - 2100 / 6332.0) < 1e-9);
  assert_true(fabs(uneven.mean_length - 6332 / 2100.0) < 1e-9);
  sl_bench_shape nothing = shape_of("empty:10");
  assert_true(nothing.slice_padding == 1 && nothing.gather_sectors == 0 &&
              nothing.long_share == 0 && nothing.mean_length == 0);
}

static void a_sector_is_gathered_once_where_neighbours_share_it(void **state) {
  (void)state;
  sl_bench_shape diagonal = shape_of("diagonal:200000");
  assert_true(fabs(diagonal.gather_sectors - 1.0 / 8) < 0.002);
  sl_bench_shape random = shape_of("uniform:2000x4000000,row=32");
  assert_true(random.gather_sectors > 0.98);
  /* Planes are 4096 sectors apart, which is the size of the cache. Still, none may evict
   * another. */
  sl_bench_shape grid = shape_of("laplace3d7:512x64x8");
  assert_true(grid.gather_sectors < 0.08);
}

static void each_rule_has_its_turn(void **state) {
  (void)state;
  sl_bench_shape stencil = {7, 0, 1.01, 1.02, 0.05, false}, mesh = {20, 0, 1.2, 2, 0.2, false},
                 graph = {8, 0, 9, 20, 0.2, false}, random = {20, 0, 1, 1, 0.4, false},
                 circuit = {6, 0.2, 1.2, 1.2, 0.1, false}, dense = {2000, 1, 1, 1, 0, false},
                 full = {2000, 1, 1, 1, 0, true}, nearly_empty = {0.4, 0, 9, 9, 1, false};
  assert_string_equal(first_of(&stencil, 4), "sliced ELL, tuned");
  assert_string_equal(first_of(&mesh, 4), "JDS, tuned");
  assert_string_equal(first_of(&graph, 4), "CSR by its rows");
  assert_string_equal(first_of(&random, 4), "tiles or shares, chosen");
  assert_string_equal(first_of(&circuit, 4), "CSR by its rows");
  assert_string_equal(first_of(&dense, 4), "vectors, eight loads in flight");
  assert_string_equal(first_of(&full, 4), "CSR by its rows"); /* the kernel need not read the
                                                               * columns */
  assert_string_equal(first_of(&nearly_empty, 4), "tiles, x in shared memory");
  /* In double a row has 4.8 bytes of entries, which is more than its row pointer. */
  assert_string_equal(first_of(&nearly_empty, 8), "tiles or shares, chosen");
  assert_string_equal(first_of(&random, 8),
                      "sliced ELL, tuned"); /* entries of 12 bytes cost more than gathering x */
}

static void what_was_not_measured_is_not_chosen(void **state) {
  (void)state;
  static sl_bench_table table;
  const sl_bench_choice choice = {.names = {"first", "second"}, .count = 2};
  make_table(&table, SL_BENCH_SPMV);
  add_row(&table, SL_BENCH_TUNED, "best", 8);
  add_row(&table, SL_BENCH_TUNED, "first", 9)->state = SL_BENCH_SKIPPED;
  add_row(&table, SL_BENCH_LIBRARY, "second", 4);
  assert_null(sl_bench_choose_name(&choice, &table));
  add_row(&table, SL_BENCH_TUNED, "second", 10);
  table.chosen = sl_bench_choose_name(&choice, &table);
  assert_ptr_equal(table.chosen, &table.rows[3]);
  assert_true(fabs(sl_bench_choice_share(&table) - 0.8) < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(padding_is_counted),
      cmocka_unit_test(a_sector_is_gathered_once_where_neighbours_share_it),
      cmocka_unit_test(each_rule_has_its_turn),
      cmocka_unit_test(what_was_not_measured_is_not_chosen),
  };
  return cmocka_run_group_tests_name("bench_choose", tests, NULL, NULL);
}
