/* test_csr.c: CSR: the worked examples, every defect that the check must report, failing
 * allocations. */
#include "base/test.h"

#include "matrix/csr.h"

#include <limits.h>
#include <math.h>

/* The matrix 3 0 1 0 / 0 0 0 0 / 0 2 4 1 / 1 0 0 1 of the GPU Teaching Kit's module. */
static int example_row_ptr[] = {0, 2, 2, 5, 7};
static int example_col_idx[] = {0, 2, 1, 2, 3, 0, 3};
static double example_values[] = {3, 1, 2, 4, 1, 1, 1};
static const sl_csr example = {4, 4, 7, example_row_ptr, example_col_idx, example_values};

static void make_gives_zeroed_arrays(void **state) {
  (void)state;
  sl_csr matrix;
  assert_ok(sl_csr_make(3, 5, 2, &matrix));
  assert_int_equal(matrix.num_rows, 3);
  assert_int_equal(matrix.num_cols, 5);
  assert_int_equal(matrix.nnz, 2);
  for (int row = 0; row <= 3; row++) assert_int_equal(matrix.row_ptr[row], 0);
  assert_int_equal(matrix.col_idx[1], 0);
  assert_true(matrix.values[1] == 0);
  sl_csr_free(&matrix);
  assert_null(matrix.row_ptr);
  assert_int_equal(matrix.num_rows, 0);
  sl_csr_free(&matrix);
  sl_csr_free(NULL);
  assert_int_equal(sl_memory_live(), 0);
}

static void negative_sizes_are_refused(void **state) {
  (void)state;
  sl_csr matrix;
  assert_fails(sl_csr_make(-1, 2, 3, &matrix), SL_ERR_SIZE, "-1 rows");
  assert_fails(sl_csr_make(1, -2, 3, &matrix), SL_ERR_SIZE, "-2 columns");
  assert_fails(sl_csr_make(1, 2, -3, &matrix), SL_ERR_SIZE, "-3 entries");
  assert_null(matrix.row_ptr);
  sl_csr_free(&matrix);
}

static void worked_examples_pass_the_check(void **state) {
  (void)state;
  int row_ptr[] = {0, 1, 2, 4, 5, 5}; /* the 5 × 5 example, whose last row is empty */
  int col_idx[] = {0, 1, 0, 4, 3};
  double values[] = {10, 20, 30, 40, 50};
  const sl_csr second = {5, 5, 5, row_ptr, col_idx, values};
  assert_ok(sl_csr_check(&example));
  assert_ok(sl_csr_check(&second));
  assert_true(sl_csr_is_sorted(&example));
  assert_true(sl_csr_is_sorted(&second));
}

static void each_defect_is_named(void **state) {
  (void)state;
  int row_ptr[] = {0, 2, 2, 3};
  int col_idx[] = {1, 0, 3};
  double values[] = {1, 2, 3};
  sl_csr matrix = {3, 4, 3, row_ptr, col_idx, values};
  assert_ok(sl_csr_check(&matrix)); /* unsorted rows are allowed */
  row_ptr[0] = 1;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "start with 1");
  row_ptr[0] = 0;
  row_ptr[1] = 3;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "row 1 begins at entry 3");
  row_ptr[1] = 2;
  row_ptr[3] = 2;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "end with 2");
  row_ptr[3] = 3;
  col_idx[2] = 4;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "row 2, entry 2: column index 4");
  col_idx[2] = -1;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "column index -1");
  col_idx[2] = 3;
  values[1] = NAN;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "row 0, entry 1: the value is");
  values[1] = INFINITY;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "the value is inf");
  matrix.nnz = -1;
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "negative size");
  matrix = (sl_csr){0};
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "no arrays");
}

/* A row pointer out of range must be rejected before it is used to read an entry. */
static void wild_pointers_are_refused_before_reading(void **state) {
  (void)state;
  int row_ptr[] = {0, INT_MAX, 1};
  int col_idx[] = {0};
  double values[] = {1};
  const sl_csr matrix = {2, 1, 1, row_ptr, col_idx, values};
  assert_fails(sl_csr_check(&matrix), SL_ERR_INPUT, "must never fall");
}

static void sorted_means_strictly_rising(void **state) {
  (void)state;
  int row_ptr[] = {0, 2, 4};
  int col_idx[] = {2, 3, 0, 1}; /* columns may descend from one row to the next */
  double values[] = {1, 1, 1, 1};
  const sl_csr matrix = {2, 4, 4, row_ptr, col_idx, values};
  assert_true(sl_csr_is_sorted(&matrix));
  col_idx[3] = 0;
  assert_false(sl_csr_is_sorted(&matrix));
  col_idx[2] = 1;
  assert_false(sl_csr_is_sorted(&matrix));
}

static void copy_is_deep(void **state) {
  (void)state;
  sl_csr copy;
  assert_ok(sl_csr_copy(&example, &copy));
  assert_int_equal(copy.num_rows, 4);
  assert_int_equal(copy.num_cols, 4);
  assert_int_equal(copy.nnz, 7);
  assert_memory_equal(copy.row_ptr, example_row_ptr, sizeof example_row_ptr);
  assert_memory_equal(copy.col_idx, example_col_idx, sizeof example_col_idx);
  assert_memory_equal(copy.values, example_values, sizeof example_values);
  assert_ptr_not_equal(copy.values, example_values);
  sl_csr_free(&copy);
}

static void bytes_are_those_of_the_formula(void **state) {
  (void)state;
  const sl_csr shape = {.num_rows = 3, .num_cols = 5, .nnz = 7};
  /* entries 7·(4+4), row pointers 4·4, x 4·5, y read and written 2·4·3 */
  assert_true(sl_csr_spmv_bytes(&shape, 4) == 56 + 16 + 20 + 24);
  assert_true(sl_csr_spmv_bytes(&shape, 8) == 84 + 16 + 40 + 48);
}

static void statistics_of_known_rows(void **state) {
  (void)state;
  sl_csr_stats stats;
  sl_csr_statistics(&example, &stats); /* row lengths 2, 0, 3, 2 */
  assert_int_equal(stats.min_row, 0);
  assert_int_equal(stats.max_row, 3);
  assert_int_equal(stats.empty_rows, 1);
  assert_true(stats.mean_row == 1.75);
  assert_true(fabs(stats.deviation_row - sqrt(4.75 / 4)) < 1e-15);
  assert_int_equal(stats.bandwidth, 3);

  int no_rows[] = {0};
  const sl_csr empty = {.row_ptr = no_rows};
  sl_csr_statistics(&empty, &stats);
  assert_int_equal(stats.max_row, 0);
  assert_true(stats.mean_row == 0 && stats.deviation_row == 0);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_csr matrix;
  assert_survives_failing_allocations(sl_csr_make(2, 2, 2, &matrix));
  sl_csr_free(&matrix);
  assert_survives_failing_allocations(sl_csr_copy(&example, &matrix));
  sl_csr_free(&matrix);
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(make_gives_zeroed_arrays),
      cmocka_unit_test(negative_sizes_are_refused),
      cmocka_unit_test(worked_examples_pass_the_check),
      cmocka_unit_test(each_defect_is_named),
      cmocka_unit_test(wild_pointers_are_refused_before_reading),
      cmocka_unit_test(sorted_means_strictly_rising),
      cmocka_unit_test(copy_is_deep),
      cmocka_unit_test(bytes_are_those_of_the_formula),
      cmocka_unit_test(statistics_of_known_rows),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests_name("csr", tests, NULL, NULL);
}
