/* test_definite.c: makes symmetric positive definite matrices from others, and recognizes them. */
#include "base/test.h"

#include "matrix/definite.h"

#include <math.h>

/* The matrix 3 0 -1 / 0 0 0 / 5 0 0. It is not symmetric, and has an empty row and a row without a
 * diagonal entry. */
static int row_ptr[] = {0, 2, 2, 3};
static int col_idx[] = {0, 2, 0};
static double values[] = {3, -1, 5};
static const sl_csr lopsided = {3, 3, 3, row_ptr, col_idx, values};

static void it_is_symmetric_and_dominant(void **state) {
  (void)state;
  sl_csr made;
  assert_ok(sl_definite_make(&lopsided, &made));
  assert_ok(sl_csr_check(&made));
  const int expected_ptr[] = {0, 2, 3, 5}, expected_cols[] = {0, 2, 1, 0, 2};
  const double diagonal = 3.0 * 65 / 64, expected[] = {diagonal, -3, 1, -3, diagonal};
  for (int i = 0; i < 4; i++) assert_int_equal(made.row_ptr[i], expected_ptr[i]);
  for (int k = 0; k < 5; k++) {
    assert_int_equal(made.col_idx[k], expected_cols[k]);
    assert_true(made.values[k] == expected[k]);
  }
  bool is = false;
  assert_ok(sl_definite_is(&made, &is));
  assert_true(is);
  sl_csr_free(&made);
}

static void others_are_not(void **state) {
  (void)state;
  bool is = true;
  assert_ok(sl_definite_is(&lopsided, &is));
  assert_false(is);
  int pairs_ptr[] = {0, 2, 4}, pairs_cols[] = {0, 1, 0, 1};
  double singular[] = {1, -1, -1, 1}, strict[] = {2, -1, -1, 1}, negative[] = {-2, -1, -1, 1};
  double uneven[] = {2, -1, -0.5, 1}, *cases[] = {singular, negative, uneven};
  for (int i = 0; i < 3; i++) {
    sl_csr pair = {2, 2, 4, pairs_ptr, pairs_cols, cases[i]};
    assert_ok(sl_definite_is(&pair, &is));
    assert_false(is);
  }
  sl_csr pair = {2, 2, 4, pairs_ptr, pairs_cols, strict};
  assert_ok(sl_definite_is(&pair, &is));
  assert_true(is);
  int wide_ptr[] = {0, 1}, wide_cols[] = {0};
  double one[] = {1};
  sl_csr wide = {1, 2, 1, wide_ptr, wide_cols, one}, made;
  assert_ok(sl_definite_is(&wide, &is));
  assert_false(is);
  assert_int_equal(sl_definite_make(&wide, &made), SL_ERR_INPUT);
}

static sl_status make_and_free(void) {
  sl_csr made;
  sl_status status = sl_definite_make(&lopsided, &made);
  sl_csr_free(&made);
  return status;
}

static void survives_failing_allocations(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_symmetric_and_dominant),
      cmocka_unit_test(others_are_not),
      cmocka_unit_test(survives_failing_allocations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
