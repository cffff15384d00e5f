/* test_jds.c: jagged diagonals and sections: the worked examples, order, empty rows, failing
 * allocations. */
#include "worked.h"

#include "matrix/jds.h"

static void the_4x4_has_three_diagonals(void **state) {
  (void)state;
  sl_jds jds;
  assert_ok(sl_jds_from_csr(&worked_4x4, &jds));
  assert_int_equal(jds.num_diags, 3);
  assert_ints(jds.perm, (const int[]){2, 0, 3, 1}, 4);
  assert_ints(jds.diag_ptr, (const int[]){0, 3, 6, 7}, 4);
  assert_ints(jds.col_idx, (const int[]){1, 0, 0, 2, 2, 3, 3}, 7);
  assert_doubles(jds.values, (const double[]){2, 3, 1, 4, 1, 1, 1}, 7);
  assert_true(sl_jds_spmv_bytes(&jds, 4) == 7 * 8 + 4 * 4 + 4 * 4 + 4 * 4 + 2 * 4 * 4);
  sl_jds_free(&jds);
}

/* The entries of the sorted rows, one row after another, as printed in the source: 2 4 1 | 3 1 | 1
 * 1. */
static void the_4x4s_sorted_rows_are_the_sources(void **state) {
  (void)state;
  int perm[4];
  assert_ok(sl_jds_sort_rows(&worked_4x4, perm));
  int col_idx[7], taken = 0;
  double values[7];
  for (int place = 0; place < 4; place++) {
    for (int k = worked_4x4.row_ptr[perm[place]]; k < worked_4x4.row_ptr[perm[place] + 1]; k++) {
      col_idx[taken] = worked_4x4.col_idx[k];
      values[taken++] = worked_4x4.values[k];
    }
  }
  assert_ints(col_idx, (const int[]){1, 2, 3, 0, 2, 0, 3}, 7);
  assert_doubles(values, (const double[]){2, 4, 1, 3, 1, 1, 1}, 7);
}

static void the_4x4_has_sections_0_3_7_7(void **state) {
  (void)state;
  sl_sections sections;
  assert_ok(sl_jds_sections_from_csr(&worked_4x4, &sections));
  assert_int_equal(sections.num_sections, 3);
  assert_ints(sections.perm, (const int[]){2, 0, 3, 1}, 4);
  assert_ints(sections.section_row, (const int[]){0, 1, 3, 4}, 4);
  assert_ints(sections.section_ptr, (const int[]){0, 3, 7, 7}, 4);
  assert_ints(sections.col_idx, (const int[]){1, 2, 3, 0, 0, 2, 3}, 7);
  assert_doubles(sections.values, (const double[]){2, 4, 1, 3, 1, 1, 1}, 7);
  assert_int_equal(sl_jds_sections_filled_rows(&sections), 3); /* row 1 is empty */
  assert_true(sl_jds_sections_spmv_bytes(&sections, 4) == 7 * 8 + 3 * 4 + 4 * 4 + 2 * 3 * 4);
  sl_jds_sections_free(&sections);
}

static void rows_of_one_length_keep_their_order(void **state) {
  (void)state;
  int perm[6];
  assert_ok(sl_jds_sort_rows(&worked_6x6, perm));
  assert_ints(perm, (const int[]){0, 4, 1, 2, 3, 5}, 6);
  assert_ok(sl_jds_sort_rows(&worked_poster, perm));
  assert_ints(perm, (const int[]){2, 0, 1, 3}, 4);
  sl_sections sections;
  assert_ok(sl_jds_sections_from_csr(&worked_poster, &sections));
  assert_int_equal(sl_jds_sections_filled_rows(&sections), 4); /* no row is empty */
  sl_jds_sections_free(&sections);
}

static void a_matrix_of_nothing_has_neither(void **state) {
  (void)state;
  sl_jds jds;
  sl_sections sections;
  assert_ok(sl_jds_from_csr(&worked_nothing, &jds));
  assert_int_equal(jds.num_diags, 0);
  assert_int_equal(jds.diag_ptr[0], 0);
  assert_ok(sl_jds_sections_from_csr(&worked_nothing, &sections));
  assert_int_equal(sections.num_sections, 0);
  assert_int_equal(sections.section_ptr[0], 0);
  assert_int_equal(sl_jds_sections_filled_rows(&sections), 0);
  sl_jds_free(&jds);
  sl_jds_sections_free(&sections);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  sl_jds jds;
  sl_sections sections;
  assert_survives_failing_allocations(sl_jds_from_csr(&worked_4x4, &jds));
  assert_survives_failing_allocations(sl_jds_sections_from_csr(&worked_4x4, &sections));
  sl_jds_free(&jds);
  sl_jds_sections_free(&sections);
  sl_jds_free(NULL);
  sl_jds_sections_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_4x4_has_three_diagonals),
      cmocka_unit_test(the_4x4s_sorted_rows_are_the_sources),
      cmocka_unit_test(the_4x4_has_sections_0_3_7_7),
      cmocka_unit_test(rows_of_one_length_keep_their_order),
      cmocka_unit_test(a_matrix_of_nothing_has_neither),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
