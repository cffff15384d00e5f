/* test_csc.c: CSC: the worked example in both directions, error messages, failing allocations. */
#include "base/test.h"

#include "matrix/csc.h"

#include <math.h>

/* The matrix 3 0 1 0 / 0 0 0 0 / 0 2 4 1 / 1 0 0 1. */
static int example_row_ptr[] = {0, 2, 2, 5, 7};
static int example_col_idx[] = {0, 2, 1, 2, 3, 0, 3};
static double example_values[] = {3, 1, 2, 4, 1, 1, 1};
static const sl_csr example = {4, 4, 7, example_row_ptr, example_col_idx, example_values};

static void assert_ints(const int *got, const int *expected, int count) {
  for (int i = 0; i < count; i++) assert_int_equal(got[i], expected[i]);
}

static void assert_doubles(const double *got, const double *expected, int count) {
  for (int i = 0; i < count; i++) assert_true(got[i] == expected[i]);
}

static void worked_example_goes_there_and_back(void **state) {
  (void)state;
  sl_csc csc;
  sl_csr back;
  assert_ok(sl_csc_from_csr(&example, &csc));
  assert_ok(sl_csc_check(&csc));
  assert_ints(csc.col_ptr, (const int[]){0, 2, 3, 5, 7}, 5);
  assert_ints(csc.row_idx, (const int[]){0, 3, 2, 0, 2, 2, 3}, 7);
  assert_doubles(csc.values, (const double[]){3, 1, 2, 1, 4, 1, 1}, 7);
  assert_ok(sl_csc_to_csr(&csc, &back));
  assert_ok(sl_csr_check(&back));
  assert_ints(back.row_ptr, example_row_ptr, 5);
  assert_ints(back.col_idx, example_col_idx, 7);
  assert_doubles(back.values, example_values, 7);
  sl_csr_free(&back);
  sl_csc_free(&csc);
}

static void rectangular_with_empty_first_and_last_columns(void **state) {
  (void)state;
  int row_ptr[] = {0, 2, 3};
  int col_idx[] = {3, 1, 1}; /* row 0 is not sorted */
  double values[] = {5, 6, 7};
  const sl_csr wide = {2, 5, 3, row_ptr, col_idx, values};
  sl_csc csc;
  sl_csr back;
  assert_ok(sl_csc_from_csr(&wide, &csc));
  assert_int_equal(csc.num_rows, 2);
  assert_int_equal(csc.num_cols, 5);
  assert_ints(csc.col_ptr, (const int[]){0, 0, 2, 2, 3, 3}, 6);
  assert_ints(csc.row_idx, (const int[]){0, 1, 0}, 3);
  assert_doubles(csc.values, (const double[]){6, 7, 5}, 3);
  assert_ok(sl_csc_to_csr(&csc, &back));
  assert_int_equal(back.num_rows, 2);
  assert_int_equal(back.num_cols, 5);
  assert_ints(back.row_ptr, row_ptr, 3);
  assert_ints(back.col_idx, (const int[]){1, 3, 1}, 3); /* now row 0 is sorted */
  assert_doubles(back.values, (const double[]){6, 5, 7}, 3);
  sl_csr_free(&back);
  sl_csc_free(&csc);
}

static void duplicates_keep_their_order(void **state) {
  (void)state;
  int row_ptr[] = {0, 3};
  int col_idx[] = {0, 0, 0};
  double values[] = {1, 2, 3};
  const sl_csr row = {1, 1, 3, row_ptr, col_idx, values};
  sl_csc csc;
  assert_ok(sl_csc_from_csr(&row, &csc));
  assert_doubles(csc.values, values, 3);
  sl_csc_free(&csc);
}

static void defects_are_named_by_column(void **state) {
  (void)state;
  int col_ptr[] = {0, 1, 2};
  int row_idx[] = {0, 2};
  double values[] = {1, 2};
  sl_csc csc = {3, 2, 2, col_ptr, row_idx, values};
  assert_ok(sl_csc_check(&csc));
  row_idx[1] = 3;
  assert_fails(sl_csc_check(&csc), SL_ERR_INPUT, "CSC: column 1, entry 1: row index 3");
  row_idx[1] = 2;
  values[0] = NAN;
  assert_fails(sl_csc_check(&csc), SL_ERR_INPUT, "CSC: column 0, entry 0: the value");
  values[0] = 1;
  col_ptr[1] = 3;
  assert_fails(sl_csc_check(&csc), SL_ERR_INPUT, "column pointers must never fall");
  assert_fails(sl_csc_make(1, -1, 0, &csc), SL_ERR_SIZE, "-1 columns");
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_csc csc;
  sl_csr csr;
  assert_survives_failing_allocations(sl_csc_make(2, 2, 2, &csc));
  sl_csc_free(&csc);
  assert_survives_failing_allocations(sl_csc_from_csr(&example, &csc));
  assert_survives_failing_allocations(sl_csc_to_csr(&csc, &csr));
  sl_csr_free(&csr);
  sl_csc_free(&csc);
  sl_csc_free(&csc);
  sl_csc_free(NULL);
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(worked_example_goes_there_and_back),
      cmocka_unit_test(rectangular_with_empty_first_and_last_columns),
      cmocka_unit_test(duplicates_keep_their_order),
      cmocka_unit_test(defects_are_named_by_column),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests_name("csc", tests, NULL, NULL);
}
