/* test_ell.c: ELL: the worked examples in both orders, truncated rows, checks, sizes that are too
 * large, failing allocations. */
#include "worked.h"

#include "matrix/ell.h"

#include <math.h>

#define P SL_ELL_PADDING

static void the_4x4_is_padded_column_by_column(void **state) {
  (void)state;
  sl_ell ell;
  assert_ok(sl_ell_from_csr(&worked_4x4, sl_csr_longest_row(&worked_4x4), SL_COLUMN_MAJOR, &ell));
  assert_ok(sl_ell_check(&ell));
  assert_int_equal(ell.width, 3);
  assert_int_equal(ell.nnz, 7);
  assert_doubles(ell.values, (const double[]){3, 0, 2, 1, 1, 0, 4, 1, 0, 0, 1, 0}, 12);
  assert_ints(ell.col_idx, (const int[]){0, P, 1, 0, 2, P, 2, 3, P, P, 3, P}, 12);
  sl_ell_free(&ell);
}

static void the_6x6_is_padded_in_both_orders(void **state) {
  (void)state;
  sl_ell rows, columns;
  assert_ok(sl_ell_from_csr(&worked_6x6, 3, SL_ROW_MAJOR, &rows));
  assert_ok(sl_ell_check(&rows));
  assert_ints(rows.col_idx, (const int[]){0, 3, 5, 1, 5, P, 0, 4, P, 3, P, P, 2, 4, 5, P, P, P},
              18);
  assert_doubles(rows.values,
                 (const double[]){10, 70, 40, 20, 10, 0, 30, 40, 0, 50, 0, 0, 70, 60, 10, 0, 0, 0},
                 18);
  assert_ok(sl_ell_from_csr(&worked_6x6, 3, SL_COLUMN_MAJOR, &columns));
  assert_ok(sl_ell_check(&columns));
  assert_ints(columns.col_idx, (const int[]){0, 1, 0, 3, 2, P, 3, 5, 4, P, 4, P, 5, P, P, P, 5, P},
              18);
  assert_doubles(columns.values,
                 (const double[]){10, 20, 30, 50, 70, 0, 70, 10, 40, 0, 60, 0, 40, 0, 0, 0, 10, 0},
                 18);
  sl_ell_free(&rows);
  sl_ell_free(&columns);
}

static void the_posters_matrix_has_two_slots_of_padding(void **state) {
  (void)state;
  sl_ell ell;
  assert_ok(sl_ell_from_csr(&worked_poster, 3, SL_COLUMN_MAJOR, &ell));
  assert_ints(ell.col_idx, (const int[]){0, 1, 0, 1, 1, 2, 2, 3, P, P, 3, P}, 12);
  assert_doubles(ell.values, (const double[]){0.1, 0.2, 0.5, 0.6, 0.7, 0.8, 0.3, 0.4, 0, 0, 0.9, 0},
                 12);
  sl_ell_free(&ell);
}

static void rows_are_cut_at_the_width(void **state) {
  (void)state;
  sl_ell ell;
  assert_ok(sl_ell_from_csr(&worked_4x4, 1, SL_COLUMN_MAJOR, &ell));
  assert_ok(sl_ell_check(&ell));
  assert_int_equal(ell.nnz, 3);
  assert_ints(ell.col_idx, (const int[]){0, P, 1, 0}, 4);
  sl_ell_free(&ell);
  assert_ok(sl_ell_from_csr(&worked_nothing, 0, SL_ROW_MAJOR, &ell));
  assert_ok(sl_ell_check(&ell));
  sl_ell_free(&ell);
}

static void each_defect_is_named(void **state) {
  (void)state;
  sl_ell ell;
  assert_ok(sl_ell_from_csr(&worked_4x4, 3, SL_ROW_MAJOR, &ell));
  ell.values[2] = 5;
  assert_fails(sl_ell_check(&ell), SL_ERR_INPUT, "row 0, slot 2: padding has the value 5");
  ell.values[2] = 0;
  ell.col_idx[0] = P;
  ell.values[0] = 0;
  assert_fails(sl_ell_check(&ell), SL_ERR_INPUT, "row 0, slot 1: an entry comes after padding");
  ell.col_idx[0] = 4;
  assert_fails(sl_ell_check(&ell), SL_ERR_INPUT, "row 0, slot 0: column index 4 is outside of 0");
  ell.col_idx[0] = -2;
  assert_fails(sl_ell_check(&ell), SL_ERR_INPUT, "column index -2");
  ell.col_idx[0] = 0;
  ell.values[0] = INFINITY;
  assert_fails(sl_ell_check(&ell), SL_ERR_INPUT, "the value is inf");
  ell.values[0] = 3;
  ell.nnz = 8;
  assert_fails(sl_ell_check(&ell), SL_ERR_INPUT, "7 entries are stored, but nnz is 8");
  sl_ell_free(&ell);
}

static void padding_beyond_int_is_refused_in_words(void **state) {
  (void)state;
  sl_ell ell;
  assert_fails(sl_ell_make(100000, 100000, 50000, SL_COLUMN_MAJOR, &ell), SL_ERR_SIZE,
               "pad each of 100000 rows to 50000 entries");
  assert_fails(sl_ell_make(4, 4, -1, SL_COLUMN_MAJOR, &ell), SL_ERR_SIZE, "ELL");
}

static void every_slot_is_traffic(void **state) {
  (void)state;
  sl_ell ell;
  assert_ok(sl_ell_from_csr(&worked_4x4, 3, SL_COLUMN_MAJOR, &ell));
  assert_true(sl_ell_spmv_bytes(&ell, 4) == 12 * 8 + 4 * 4 + 2 * 4 * 4);
  assert_true(sl_ell_spmv_bytes(&ell, 8) == 12 * 12 + 4 * 8 + 2 * 4 * 8);
  sl_ell_free(&ell);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_ell ell;
  assert_survives_failing_allocations(sl_ell_from_csr(&worked_4x4, 3, SL_ROW_MAJOR, &ell));
  sl_ell_free(&ell);
  sl_ell_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_4x4_is_padded_column_by_column),
      cmocka_unit_test(the_6x6_is_padded_in_both_orders),
      cmocka_unit_test(the_posters_matrix_has_two_slots_of_padding),
      cmocka_unit_test(rows_are_cut_at_the_width),
      cmocka_unit_test(each_defect_is_named),
      cmocka_unit_test(padding_beyond_int_is_refused_in_words),
      cmocka_unit_test(every_slot_is_traffic),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
