/* test_mistakes_coo_hyb.c: lab 03 on a GPU, where nobody sees a race; and whose step behind the end
 * of an array it was. */
#include "mistakes.h"

#include "lens/lens.h"

/* Of the entries of a row from number `width` on, only the last is added. */
static void lose_updates(const sl_evidence *evidence, int width, double *const *answers) {
  const sl_case *given = evidence->given;
  const sl_csr *a = &given->matrix;
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      bool kept = k - a->row_ptr[row] < width || k == a->row_ptr[row + 1] - 1;
      if (kept) y[row] += a->values[k] * given->x[a->col_idx[k]];
    }
  }
}

static void loses_updates(const sl_evidence *evidence, const sl_mistake *mistake,
                          double *const *answers) {
  (void)mistake;
  const sl_array *width = sl_problem_find(evidence->problem, "width");
  lose_updates(evidence, width ? width->ints[0] : 0, answers);
}

/* y without what it held before, and with one product only. */
static void overwrites_with_products(const sl_evidence *evidence, const sl_mistake *mistake,
                                     double *const *answers) {
  (void)mistake;
  const sl_csr *a = &evidence->given->matrix;
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < a->num_rows; row++) {
    if (sl_csr_row_length(a, row) > 0) y[row] = 0;
  }
  lose_updates(evidence, 0, answers);
}

/* Long rows stay as they were: no race leaves that. */
static void forgets_long_rows(const sl_evidence *evidence, const sl_mistake *mistake,
                              double *const *answers) {
  is_always_right(evidence, mistake, answers);
  const sl_case *given = evidence->given;
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < given->matrix.num_rows; row++) {
    if (sl_csr_row_length(&given->matrix, row) > 1) y[row] = given->y[row];
  }
}

/* Threads beyond the entries find the rows behind the last entry's in the redzone, and NaN. */
static void let_strangers_add(const sl_evidence *evidence, int strangers, double *const *answers) {
  is_always_right(evidence, NULL, answers);
  int nnz = evidence->given->matrix.nnz, rows = evidence->given->matrix.num_rows;
  int last = nnz ? sl_problem_find(evidence->problem, "row_idx")->ints[nnz - 1] : 0;
  double *y = sl_predicted(evidence, answers, "y");
  for (int i = 1; i <= strangers && last + i < rows; i++) y[last + i] = (double)NAN;
}

static void checks_no_bounds(const sl_evidence *evidence, const sl_mistake *mistake,
                             double *const *answers) {
  (void)mistake;
  let_strangers_add(evidence, 256 - evidence->given->matrix.nnz % 256, answers);
}

static void checks_bounds_too_far(const sl_evidence *evidence, const sl_mistake *mistake,
                                  double *const *answers) {
  (void)mistake;
  let_strangers_add(evidence, 1, answers);
}

static void what_a_race_leaves_is_named(void **state) {
  (void)state;
  const sl_task *kernel = task_of("03", "kernel"), *hyb = task_of("03", "hyb");
  exams all;
  make_cases(&all, SL_F32);
  assert_string_equal(told(kernel, &all, loses_updates, NULL, false), "no-atomic");
  assert_string_equal(told(hyb, &all, loses_updates, NULL, false), "no-atomic");
  assert_string_equal(told(kernel, &all, overwrites_with_products, NULL, false), "overwritten");
  assert_string_equal(told(kernel, &all, forgets_long_rows, NULL, false), "none");
  assert_string_equal(told(kernel, &all, checks_no_bounds, NULL, false), "no-bounds-check");
  assert_string_equal(told(kernel, &all, checks_bounds_too_far, NULL, false), "bound-too-far");
  free_cases(&all);
}

/* What is told when the one thing found in the task hyb is a read just behind the ELL part. */
static const char *told_of_read_by(const sl_case *given, unsigned thread) {
  const sl_task *hyb = task_of("03", "hyb");
  sl_problem problem = {.num_arrays = 0};
  assert_ok(hyb->pose(given, &problem));
  long long slots = (long long)sl_problem_find(&problem, "ell_col_idx")->count;
  sl_finding found = {.kind = LENS_OUT_OF_BOUNDS_READ,
                      .thread = {thread, 0, 0},
                      .index = slots,
                      .length = slots,
                      .count = 1};
  sl_evidence evidence = {
      .given = given, .problem = &problem, .findings = &found, .num_findings = 1};
  sl_suspects suspects = {.ruled_out = {false}};
  assert_ok(sl_suspects_failed(&suspects, hyb, &evidence));
  const sl_mistake *named = sl_suspects_verdict(&suspects, hyb);
  sl_problem_free(&problem);
  return named ? named->name : "none";
}

/* Of four rows: who has a row of its own is not one for whom a bounds check is missing. */
static void a_step_too_far_is_told_by_its_thread(void **state) {
  (void)state;
  sl_case worked;
  assert_ok(sl_case_make("example-4x4", NULL, SL_F32, true, NULL, &worked));
  assert_string_equal(told_of_read_by(&worked, 0), "ell-slot-too-far");
  assert_string_equal(told_of_read_by(&worked, 2), "ell-wrong-stride");
  assert_string_equal(told_of_read_by(&worked, 3), "none");
  assert_string_equal(told_of_read_by(&worked, 4), "no-bounds-check");
  sl_case_free(&worked);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_race_leaves_is_named),
      cmocka_unit_test(a_step_too_far_is_told_by_its_thread),
  };
  return cmocka_run_group_tests_name("judge_mistakes_coo_hyb", tests, NULL, NULL);
}
