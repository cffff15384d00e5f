/* test_mistakes_transpose.c: lab 05 on a GPU, where nobody sees a race and threads come in any
 * order. */
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

static double *forget_sums(const sl_evidence *evidence, double *const *answers, size_t *n_out) {
  double *out = sl_predicted(evidence, answers, "out");
  *n_out = sl_problem_find(evidence->problem, "in")->count;
  is_always_right(evidence, NULL, answers);
  return out;
}

static void scans_blocks_apart(const sl_evidence *evidence, const sl_mistake *mistake,
                               double *const *answers) {
  (void)mistake;
  size_t n;
  double *out = forget_sums(evidence, answers, &n), begin = 0;
  for (size_t i = 0; i < n; i++) {
    if (i % 64 == 0) begin = out[i];
    out[i] -= begin;
  }
}

static void scans_whole_blocks(const sl_evidence *evidence, const sl_mistake *mistake,
                               double *const *answers) {
  (void)mistake;
  size_t n;
  double *out = forget_sums(evidence, answers, &n);
  for (size_t i = n / 64 * 64; i < n; i++) out[i] = never_written;
}

static void scans_one_block(const sl_evidence *evidence, const sl_mistake *mistake,
                            double *const *answers) {
  (void)mistake;
  size_t n;
  double *out = forget_sums(evidence, answers, &n);
  for (size_t i = 64; i <= n; i++) out[i] = never_written;
}

static void scans_too_few_sums(const sl_evidence *evidence, const sl_mistake *mistake,
                               double *const *answers) {
  (void)mistake;
  size_t n;
  double *out = forget_sums(evidence, answers, &n);
  for (size_t i = (size_t)64 * 64; i <= n; i++) out[i] -= out[(size_t)64 * 64 - 1];
}

/* How entries are moved: where a column begins, whether an entry takes a slot for itself, and which
 * slot its value takes. Entries come from both ends of the matrix, in turn. */
typedef struct mover {
  int first;             /* added to every slot */
  bool from_zero;        /* columns begin at slot 0 */
  bool values_stay;      /* the k-th value in the k-th slot */
  bool last_of_two_lost; /* in columns of more than one entry the last finds its slot taken */
} mover;

static int row_of(const sl_csr *a, int k) {
  int row = 0;
  while (a->row_ptr[row + 1] <= k) row++;
  return row;
}

static void move_entries(const sl_evidence *evidence, const mover *how, double *const *answers) {
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
    int slot = (how->from_zero ? 0 : (int)begin[col]) + used[col]++ + how->first;
    if (how->last_of_two_lost && length > 1 && used[col] == length) slot--;
    if (slot >= a->nnz) continue; /* behind the end of the arrays */
    rows[slot] = row_of(a, k);
    values[how->values_stay ? k : slot] = a->values[k];
  }
  sl_free(used);
}

#define MOVES(name, ...)                                                                           \
  static void name(const sl_evidence *evidence, const sl_mistake *mistake,                         \
                   double *const *answers) {                                                       \
    (void)mistake;                                                                                 \
    move_entries(evidence, &(mover){__VA_ARGS__}, answers);                                        \
  }
MOVES(moves_in_any_order, .first = 0)
MOVES(moves_one_too_far, .first = 1)
MOVES(moves_from_zero, .from_zero = true)
MOVES(moves_rows_alone, .values_stay = true)
MOVES(loses_entries, .last_of_two_lost = true)

static void what_a_gpu_leaves_of_a_transpose_is_named(void **state) {
  (void)state;
  static const struct {
    const char *task, *name;
    student *who;
  } students[] = {{"count", "no-atomics", loses_counts},
                  {"scan", "blocks-not-joined", scans_blocks_apart},
                  {"scan", "tail-missed", scans_whole_blocks},
                  {"scan", "one-block", scans_one_block},
                  {"scan", "too-many-blocks", scans_too_few_sums},
                  {"scatter", "none", moves_in_any_order},
                  {"scatter", "slot-too-far", moves_one_too_far},
                  {"scatter", "begins-at-zero", moves_from_zero},
                  {"scatter", "values-in-csr-order", moves_rows_alone},
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
