/* test_coo.c: COO: the worked example with shuffled entries, checks, duplicates, failing
 * allocations. */
#include "base/test.h"

#include "matrix/coo.h"

#include <math.h>

/* The matrix 3 0 1 0 / 0 0 0 0 / 0 2 4 1 / 1 0 0 1 with shuffled rows. Within each row, the order
 * of the entries is kept. */
static int shuffled_row_idx[] = {3, 0, 2, 2, 0, 3, 2};
static int shuffled_col_idx[] = {0, 0, 1, 2, 2, 3, 3};
static double shuffled_values[] = {1, 3, 2, 4, 1, 1, 1};
static const sl_coo shuffled = {4, 4, 7, shuffled_row_idx, shuffled_col_idx, shuffled_values};

static void assert_ints(const int *got, const int *expected, int count) {
  for (int i = 0; i < count; i++) assert_int_equal(got[i], expected[i]);
}

static void assert_doubles(const double *got, const double *expected, int count) {
  for (int i = 0; i < count; i++) assert_true(got[i] == expected[i]);
}

static void shuffled_entries_give_the_worked_csr(void **state) {
  (void)state;
  sl_csr csr;
  assert_ok(sl_coo_to_csr(&shuffled, &csr));
  assert_ok(sl_csr_check(&csr));
  assert_int_equal(csr.nnz, 7);
  assert_ints(csr.row_ptr, (const int[]){0, 2, 2, 5, 7}, 5);
  assert_ints(csr.col_idx, (const int[]){0, 2, 1, 2, 3, 0, 3}, 7);
  assert_doubles(csr.values, (const double[]){3, 1, 2, 4, 1, 1, 1}, 7);
  sl_csr_free(&csr);
}

static void second_worked_example_ends_with_an_empty_row(void **state) {
  (void)state;
  int row_idx[] = {2, 0, 2, 3, 1};
  int col_idx[] = {0, 0, 4, 3, 1};
  double values[] = {30, 10, 40, 50, 20};
  const sl_coo coo = {5, 5, 5, row_idx, col_idx, values};
  sl_csr csr;
  assert_ok(sl_coo_to_csr(&coo, &csr));
  assert_ints(csr.row_ptr, (const int[]){0, 1, 2, 4, 5, 5}, 6);
  assert_ints(csr.col_idx, (const int[]){0, 1, 0, 4, 3}, 5);
  assert_doubles(csr.values, (const double[]){10, 20, 30, 40, 50}, 5);
  sl_csr_free(&csr);
}

static void order_and_duplicates_of_a_row_are_kept(void **state) {
  (void)state;
  int row_idx[] = {1, 1, 0, 1};
  int col_idx[] = {2, 0, 1, 2};
  double values[] = {1, 2, 3, 4};
  const sl_coo coo = {2, 3, 4, row_idx, col_idx, values};
  sl_csr csr;
  assert_ok(sl_coo_to_csr(&coo, &csr));
  assert_ints(csr.row_ptr, (const int[]){0, 1, 4}, 3);
  assert_ints(csr.col_idx, (const int[]){1, 2, 0, 2}, 4);
  assert_doubles(csr.values, (const double[]){3, 1, 2, 4}, 4);

  sl_coo back;
  assert_ok(sl_coo_from_csr(&csr, &back));
  assert_ok(sl_coo_check(&back));
  assert_ints(back.row_idx, (const int[]){0, 1, 1, 1}, 4);
  assert_ints(back.col_idx, csr.col_idx, 4);
  assert_doubles(back.values, csr.values, 4);
  sl_coo_free(&back);
  sl_csr_free(&csr);
}

static void each_defect_is_named(void **state) {
  (void)state;
  int row_idx[] = {0, 1};
  int col_idx[] = {0, 2};
  double values[] = {1, 2};
  sl_coo coo = {2, 3, 2, row_idx, col_idx, values};
  sl_csr csr;
  assert_ok(sl_coo_check(&coo));
  row_idx[1] = 2;
  assert_fails(sl_coo_check(&coo), SL_ERR_INPUT, "entry 1: row index 2 is outside of 0 to 1");
  assert_fails(sl_coo_to_csr(&coo, &csr), SL_ERR_INPUT, "entry 1: row index 2");
  assert_null(csr.row_ptr);
  row_idx[1] = 1;
  col_idx[0] = -3;
  assert_fails(sl_coo_check(&coo), SL_ERR_INPUT, "entry 0: column index -3");
  assert_fails(sl_coo_to_csr(&coo, &csr), SL_ERR_INPUT, "column index -3");
  col_idx[0] = 3;
  assert_fails(sl_coo_to_csr(&coo, &csr), SL_ERR_INPUT, "column index 3");
  col_idx[0] = 0;
  values[1] = NAN;
  assert_fails(sl_coo_check(&coo), SL_ERR_INPUT, "entry 1: the value is");
  coo.values = NULL;
  assert_fails(sl_coo_check(&coo), SL_ERR_INPUT, "no arrays");
  coo.num_rows = -2;
  assert_fails(sl_coo_check(&coo), SL_ERR_INPUT, "-2 rows");
  assert_fails(sl_coo_make(2, 2, -1, &coo), SL_ERR_SIZE, "-1 entries");
}

static void duplicates_are_summed_and_rows_sorted(void **state) {
  (void)state;
  sl_csr csr;
  assert_ok(sl_csr_make(3, 4, 7, &csr));
  memcpy(csr.row_ptr, (const int[]){0, 4, 4, 7}, 4 * sizeof(int));
  memcpy(csr.col_idx, (const int[]){3, 1, 3, 0, 1, 1, 1}, 7 * sizeof(int));
  memcpy(csr.values, (const double[]){1, 2, 4, 0, 5, -3, -2}, 7 * sizeof(double));
  assert_ok(sl_coo_sum_duplicates_of_csr(&csr));
  assert_ok(sl_csr_check(&csr));
  assert_true(sl_csr_is_sorted(&csr));
  assert_int_equal(csr.nnz, 4);
  assert_ints(csr.row_ptr, (const int[]){0, 3, 3, 4}, 4);
  assert_ints(csr.col_idx, (const int[]){0, 1, 3, 1}, 4);
  assert_doubles(csr.values, (const double[]){0, 2, 5, 0}, 4); /* zeros remain, given or summed */
  sl_csr_free(&csr);
}

/* From left to right, (1 + 1e16) − 1e16 is 0 in double. In another order, 1e16 − 1e16 + 1 is 1. */
static void duplicates_are_added_in_their_order(void **state) {
  (void)state;
  sl_csr csr;
  assert_ok(sl_csr_make(1, 1, 3, &csr));
  csr.row_ptr[1] = 3;
  memcpy(csr.values, (const double[]){1, 1e16, -1e16}, 3 * sizeof(double));
  assert_ok(sl_coo_sum_duplicates_of_csr(&csr));
  assert_true(csr.values[0] == 0);
  sl_csr_free(&csr);
}

static void equal_columns_of_neighbouring_rows_stay_apart(void **state) {
  (void)state;
  sl_csr csr;
  assert_ok(sl_csr_make(2, 2, 4, &csr));
  memcpy(csr.row_ptr, (const int[]){0, 2, 4}, 3 * sizeof(int));
  memcpy(csr.col_idx, (const int[]){1, 0, 1, 1}, 4 * sizeof(int));
  memcpy(csr.values, (const double[]){1, 2, 3, 4}, 4 * sizeof(double));
  assert_ok(sl_coo_sum_duplicates_of_csr(&csr));
  assert_ints(csr.row_ptr, (const int[]){0, 2, 3}, 3);
  assert_doubles(csr.values, (const double[]){2, 1, 7}, 3);
  sl_csr_free(&csr);
}

static void matrices_without_entries_convert(void **state) {
  (void)state;
  sl_coo coo;
  sl_csr csr;
  assert_ok(sl_coo_make(3, 0, 0, &coo));
  assert_ok(sl_coo_check(&coo));
  assert_ok(sl_coo_to_csr(&coo, &csr));
  assert_int_equal(csr.row_ptr[3], 0);
  assert_ok(sl_coo_sum_duplicates_of_csr(&csr));
  sl_csr_free(&csr);
  sl_coo_free(&coo);
  sl_coo_free(&coo);
  sl_coo_free(NULL);
  assert_int_equal(sl_memory_live(), 0);
}

static void the_traffic_counts_both_indices(void **state) {
  (void)state;
  const sl_coo shape = {.num_rows = 3, .num_cols = 5, .nnz = 7};
  assert_true(sl_coo_spmv_bytes(&shape, 4) == 7 * 12 + 5 * 4 + 2 * 3 * 4);
  assert_true(sl_coo_spmv_bytes(&shape, 8) == 7 * 16 + 5 * 8 + 2 * 3 * 8);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_coo coo;
  sl_csr csr;
  assert_survives_failing_allocations(sl_coo_make(2, 2, 2, &coo));
  sl_coo_free(&coo);
  assert_survives_failing_allocations(sl_coo_to_csr(&shuffled, &csr));
  assert_survives_failing_allocations(sl_coo_from_csr(&csr, &coo));
  sl_coo_free(&coo);

  csr.col_idx[1] = 0; /* row 0: columns 0 and 0 */
  sl_memory_fail_after(2);
  assert_int_equal(sl_coo_sum_duplicates_of_csr(&csr), SL_ERR_MEMORY);
  assert_int_equal(csr.nnz, 7); /* the matrix is unchanged */
  assert_int_equal(csr.row_ptr[1], 2);
  assert_survives_failing_allocations(sl_coo_sum_duplicates_of_csr(&csr));
  assert_int_equal(csr.nnz, 6);
  sl_csr_free(&csr);
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shuffled_entries_give_the_worked_csr),
      cmocka_unit_test(second_worked_example_ends_with_an_empty_row),
      cmocka_unit_test(order_and_duplicates_of_a_row_are_kept),
      cmocka_unit_test(each_defect_is_named),
      cmocka_unit_test(duplicates_are_summed_and_rows_sorted),
      cmocka_unit_test(duplicates_are_added_in_their_order),
      cmocka_unit_test(equal_columns_of_neighbouring_rows_stay_apart),
      cmocka_unit_test(matrices_without_entries_convert),
      cmocka_unit_test(the_traffic_counts_both_indices),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests_name("coo", tests, NULL, NULL);
}
