/* test_hyb.c: HYB: the choice of the width, splitting, and that no entry is lost. */
#include "worked.h"

#include "matrix/hyb.h"

static void the_4x4_is_cut_into_ell_and_coo(void **state) {
  (void)state;
  sl_hyb hyb;
  assert_ok(sl_hyb_from_csr(&worked_4x4, 2, &hyb));
  assert_ok(sl_ell_check(&hyb.ell));
  assert_ok(sl_coo_check(&hyb.coo));
  assert_int_equal(hyb.ell.nnz, 6);
  assert_int_equal(hyb.coo.nnz, 1);
  assert_int_equal(hyb.coo.row_idx[0], 2);
  assert_int_equal(hyb.coo.col_idx[0], 3);
  assert_true(hyb.coo.values[0] == 1);
  assert_true(sl_hyb_spmv_bytes(&hyb, 4) == 8 * 8 + 4 * 4 + 2 * 4 * 4 + 12);
  sl_hyb_free(&hyb);
}

static void every_width_keeps_every_entry(void **state) {
  (void)state;
  for (int width = 0; width <= 4; width++) {
    sl_hyb hyb;
    assert_ok(sl_hyb_from_csr(&worked_6x6, width, &hyb));
    assert_int_equal(hyb.ell.nnz + hyb.coo.nnz, worked_6x6.nnz);
    double sum = 0;
    for (int i = 0; i < 6 * width; i++) sum += hyb.ell.values[i];
    for (int k = 0; k < hyb.coo.nnz; k++) sum += hyb.coo.values[k];
    assert_true(sum == 410);
    sl_hyb_free(&hyb);
  }
}

/* Makes a matrix with these row lengths. */
static sl_csr with_lengths(const int *length, int rows) {
  sl_csr made;
  int nnz = 0;
  for (int row = 0; row < rows; row++) nnz += length[row];
  assert_ok(sl_csr_make(rows, 100, nnz, &made));
  for (int row = 0; row < rows; row++) made.row_ptr[row + 1] = made.row_ptr[row] + length[row];
  return made;
}

static void assert_width(const int *length, int rows, int expected) {
  sl_csr matrix = with_lengths(length, rows);
  int width = -1;
  assert_ok(sl_hyb_width(&matrix, &width));
  assert_int_equal(width, expected);
  sl_csr_free(&matrix);
}

static void a_third_of_the_rows_fill_the_width(void **state) {
  (void)state;
  /* In the 4×4 matrix, three rows of four have two entries or more. */
  assert_width((const int[]){2, 0, 3, 2}, 4, 2);
  assert_width((const int[]){5, 5, 5}, 3, 5);
  assert_width((const int[]){90, 1, 1}, 3, 90);   /* one row of three is a third */
  assert_width((const int[]){90, 1, 1, 1}, 4, 1); /* one row of four is less than a third */
  assert_width((const int[]){7, 3, 2, 0, 0, 0}, 6, 3);
  assert_width((const int[]){0, 0, 1, 0}, 4, 0);
  assert_width(NULL, 0, 0);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_hyb hyb;
  int width;
  assert_survives_failing_allocations(sl_hyb_from_csr(&worked_4x4, 2, &hyb));
  sl_hyb_free(&hyb);
  assert_survives_failing_allocations(sl_hyb_width(&worked_4x4, &width));
  sl_hyb_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_4x4_is_cut_into_ell_and_coo),
      cmocka_unit_test(every_width_keeps_every_entry),
      cmocka_unit_test(a_third_of_the_rows_fill_the_width),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
