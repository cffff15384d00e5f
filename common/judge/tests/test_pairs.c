/* test_pairs.c: two mistakes at once are named only if both are known. */
#include "base/test.h"

#include "judge/compare.h"
#include "judge/pairs.h"

#include <string.h>

enum { ROWS = 6, ENTRIES = 12, CASES = 3 };

static int row_ptr[ROWS + 1] = {0, 2, 2, 5, 7, 11, 12};
static int col_idx[ENTRIES] = {0, 2, 1, 2, 3, 0, 3, 0, 1, 4, 5, 5};
static double values[ENTRIES], x[ROWS], before[ROWS], expected[ROWS], bound[ROWS], got[ROWS];
static const sl_case given = {.matrix = {.num_rows = ROWS,
                                         .num_cols = ROWS,
                                         .nnz = ENTRIES,
                                         .row_ptr = row_ptr,
                                         .col_idx = col_idx,
                                         .values = values},
                              .x = x};
static const sl_problem problem = {.arrays = {{.name = "y",
                                               .type = SL_REAL,
                                               .role = SL_INOUT,
                                               .count = ROWS,
                                               .reals = before,
                                               .expected = expected,
                                               .bound = bound}},
                                   .num_arrays = 1};
static const sl_mistake mistakes[] = {
    {.name = "overwritten"}, {.name = "last-entry-missed"}, {.name = "without-x"}};
static const sl_difference wrong = {.wrong = problem.arrays}, right = {.wrong = NULL};

/* Sets up numbers of which no two sums agree by chance. */
static int set_up(void **state) {
  (void)state;
  for (int k = 0; k < ENTRIES; k++) values[k] = 1.1 + 0.37 * k * k;
  for (int i = 0; i < ROWS; i++) x[i] = 0.7 + 0.13 * i * i;
  for (int i = 0; i < ROWS; i++) {
    before[i] = 5.3 + i;
    bound[i] = 1e-9;
    expected[i] = before[i];
    for (int k = row_ptr[i]; k < row_ptr[i + 1]; k++) expected[i] += values[k] * x[col_idx[k]];
  }
  memcpy(got, expected, sizeof got);
  return 0;
}

static void lose_old(void) {
  for (int i = 0; i < ROWS; i++) got[i] -= before[i];
}

static void lose_last_entries(void) {
  for (int i = 0; i < ROWS; i++) {
    int last = row_ptr[i + 1] - 1;
    if (last >= row_ptr[i]) got[i] -= values[last] * x[col_idx[last]];
  }
}

static bool named(size_t num_mistakes, const sl_mistake *out[2], sl_finding *finding) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {got};
  const sl_task task = {.name = "kernel", .mistakes = mistakes, .num_mistakes = num_mistakes};
  sl_pairs pairs = {.explained = 0};
  const sl_evidence evidence = {.given = &given,
                                .problem = &problem,
                                .answers = answers,
                                .difference = &wrong,
                                .seen = {.findings = finding, .num_findings = finding != NULL}};
  for (int i = 0; i < CASES; i++) sl_pairs_take(&pairs, &evidence);
  return sl_pairs_verdict(&pairs, &task, out);
}

static void what_two_mistakes_leave_is_known(void **state) {
  (void)state;
  const sl_mistake *pair[2];
  lose_old();
  assert_false(named(SL_COUNT(mistakes), pair, NULL)); /* one mistake is not a pair */
  lose_last_entries();
  assert_true(named(SL_COUNT(mistakes), pair, NULL));
  assert_string_equal(pair[0]->name, "overwritten");
  assert_string_equal(pair[1]->name, "last-entry-missed");
  assert_false(named(1, pair, NULL)); /* the other mistake does not belong to this task */
  sl_finding finding = {.kind = LENS_OUT_OF_BOUNDS_READ};
  assert_false(named(SL_COUNT(mistakes), pair, &finding)); /* a thread that has ended leaves fewer
                                                            * results */
}

static void another_number_refutes_it(void **state) {
  (void)state;
  const sl_mistake *pair[2];
  lose_old();
  lose_last_entries();
  got[4] += 0.5;
  assert_false(named(SL_COUNT(mistakes), pair, NULL));
}

static void a_case_that_passed_refutes_it(void **state) {
  (void)state;
  const sl_mistake *pair[2];
  const double *answers[SL_WIRE_MAX_ARRAYS] = {got};
  const sl_task task = {.mistakes = mistakes, .num_mistakes = SL_COUNT(mistakes)};
  sl_pairs pairs = {.explained = CASES};
  sl_evidence evidence = {
      .given = &given, .problem = &problem, .answers = answers, .difference = &right};
  sl_pairs_take(&pairs, &evidence);
  assert_false(sl_pairs_verdict(&pairs, &task, pair));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(what_two_mistakes_leave_is_known, set_up),
      cmocka_unit_test_setup(another_number_refutes_it, set_up),
      cmocka_unit_test_setup(a_case_that_passed_refutes_it, set_up),
  };
  return cmocka_run_group_tests_name("judge_pairs", tests, NULL, NULL);
}
