/* test_mistakes_transpose.c: the rules of lab 05 on a GPU, where nobody sees a race and threads
 * come in any order. */
#include "mistakes.h"

static const double never_written = (int32_t)SL_WIRE_POISON;

/* Every second addition gets lost. */
static void loses_counts(const sl_evidence *evidence, const sl_mistake *mistake,
                         double *const *answers) {
  is_always_right(evidence, mistake, answers);
  double *count = sl_predicted(evidence, answers, "count");
  for (int col = 0; col < evidence->given->matrix.num_cols; col++)
    count[col] = ceil(count[col] / 2);
}

static int row_of(const sl_csr *a, int k) {
  int row = 0;
  while (a->row_ptr[row + 1] <= k) row++;
  return row;
}

/* Entries come from both ends of the matrix, in turn. `one_lost`: in columns of more than one entry
 * the last finds its slot taken. */
static void move_entries(const sl_evidence *evidence, bool one_lost, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  const double *begin = sl_problem_find(evidence->problem, "col_ptr")->expected;
  double *rows = sl_predicted(evidence, answers, "row_idx");
  double *values = sl_predicted(evidence, answers, "csc_values");
  int *used;
  assert_ok(sl_alloc((size_t)a->num_cols, sizeof *used, "slots", &used));
  for (int i = 0; i <= a->num_cols; i++) sl_predicted(evidence, answers, "col_ptr")[i] = begin[i];
  for (int i = 0; i < a->nnz; i++) rows[i] = never_written;
  for (int i = 0; i < a->nnz; i++) {
    int k = i % 2 ? a->nnz - 1 - i / 2 : i / 2, col = a->col_idx[k];
    int length = (int)(begin[col + 1] - begin[col]);
    int slot = (int)begin[col] + used[col]++;
    if (one_lost && length > 1 && used[col] == length) slot--;
    rows[slot] = row_of(a, k);
    values[slot] = a->values[k];
  }
  sl_free(used);
}

static void moves_in_any_order(const sl_evidence *evidence, const sl_mistake *mistake,
                               double *const *answers) {
  (void)mistake;
  move_entries(evidence, false, answers);
}

static void loses_entries(const sl_evidence *evidence, const sl_mistake *mistake,
                          double *const *answers) {
  (void)mistake;
  move_entries(evidence, true, answers);
}

static void what_a_gpu_leaves_of_a_transpose_is_named(void **state) {
  (void)state;
  static const struct {
    const char *task, *name;
    student *who;
  } students[] = {{"count", "no-atomics", loses_counts},
                  {"scatter", "none", moves_in_any_order},
                  {"scatter", "no-atomics", loses_entries},
                  {"sorted", "unsorted", moves_in_any_order}};
  exams all;
  make_cases(&all, SL_F32);
  for (size_t i = 0; i < sizeof students / sizeof *students; i++) {
    const sl_task *task = task_of("05", students[i].task);
    assert_string_equal(told(task, &all, students[i].who, NULL, false), students[i].name);
  }
  free_cases(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_gpu_leaves_of_a_transpose_is_named),
  };
  return cmocka_run_group_tests_name("judge_mistakes_transpose", tests, NULL, NULL);
}
