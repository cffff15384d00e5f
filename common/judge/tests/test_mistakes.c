/* test_mistakes.c: the labs' own tables of mistakes: whoever makes one of them is told just that
 * one, and whoever makes none of them is told none. */
#include "base/test.h"

#include "base/random.h"
#include "judge/compare.h"
#include "judge/diagnose.h"

#include <math.h>
#include <stdio.h>

enum { MAX_NNZ = 20000 };

/* What a student's code leaves in the answers of a task on one case. */
typedef void student(const sl_evidence *evidence, const sl_mistake *mistake,
                     double *const *answers);

/* Runs over the answers of a problem, by their number among its arrays. */
#define FOR_EACH_ANSWER(i, problem)                                                                \
  for (int i = 0; i < (problem)->num_arrays; i++)                                                  \
    if ((problem)->arrays[i].role != SL_IN)

/* A round trip through the precision of the module: what the judge gets to see. */
static void round_all(double *values, size_t count, sl_precision precision) {
  for (size_t i = 0; i < count && precision == SL_F32; i++) values[i] = (double)(float)values[i];
}

static bool is_right(const sl_problem *problem, double *const *answers) {
  FOR_EACH_ANSWER(i, problem) {
    const sl_array *array = &problem->arrays[i];
    if (!sl_matches_prediction(array, answers[i], array->expected)) return false;
  }
  return true;
}

/* The student's task on one case; `always_fails`: it fails for a reason that is not in the numbers.
 */
static void sit(const sl_task *task, const sl_case *given, student *who, const sl_mistake *mistake,
                bool always_fails, sl_suspects *suspects) {
  sl_problem problem = {.num_arrays = 0};
  double *answers[SL_WIRE_MAX_ARRAYS] = {NULL};
  if (task->pose(given, &problem) == SL_ERR_SIZE) return; /* skipped */
  FOR_EACH_ANSWER(i, &problem) {
    const sl_array *array = &problem.arrays[i];
    assert_ok(sl_alloc(array->count, sizeof(double), "an answer", &answers[i]));
    for (size_t k = 0; k < array->count; k++) answers[i][k] = sl_initial_value(array, k);
  }
  sl_evidence evidence = {
      .given = given, .problem = &problem, .answers = (const double *const *)answers};
  who(&evidence, mistake, answers);
  if (task->arrange) task->arrange(&problem, answers);
  FOR_EACH_ANSWER(i, &problem) {
    if (problem.arrays[i].type == SL_INT) continue;
    round_all(answers[i], problem.arrays[i].count, given->precision);
  }
  bool passed = is_right(&problem, answers) && !always_fails;
  assert_ok((passed ? sl_suspects_passed : sl_suspects_failed)(suspects, task, &evidence));
  FOR_EACH_ANSWER(i, &problem) sl_free(answers[i]);
  sl_problem_free(&problem);
}

/* ---- the cases ---------------------------------------------------------------------------------
 */

typedef struct exams {
  sl_case cases[64];
  size_t count;
} exams;

static void make_cases(exams *all, sl_precision precision) {
  all->count = 0;
  for (size_t i = 0; i < sl_num_standard_cases && all->count < 64; i++) {
    const sl_case_row *row = &sl_standard_cases[i];
    sl_case *given = &all->cases[all->count];
    assert_ok(sl_case_make(row->lens, row->name, precision, row->exact, NULL, given));
    if (given->matrix.nnz > MAX_NNZ) {
      sl_case_free(given);
    } else {
      all->count++;
    }
  }
  assert_true(all->count >= 15);
}

static void free_cases(exams *all) {
  while (all->count > 0) sl_case_free(&all->cases[--all->count]);
}

static const char *told(const sl_task *task, const exams *all, student *who,
                        const sl_mistake *mistake, bool always_fails) {
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t i = 0; i < all->count; i++) {
    sit(task, &all->cases[i], who, mistake, always_fails, &suspects);
  }
  const sl_mistake *named = sl_suspects_verdict(&suspects, task);
  return named ? named->name : "none";
}

static const char *told_on_one(const sl_task *task, const sl_case *given, student *who,
                               const sl_mistake *mistake, bool always_fails) {
  sl_suspects suspects = {.ruled_out = {false}};
  sit(task, given, who, mistake, always_fails, &suspects);
  const sl_mistake *named = sl_suspects_verdict(&suspects, task);
  return named ? named->name : "none";
}

/* ---- the students ------------------------------------------------------------------------------
 */

/* Does what the model foretells, and something of its own where the model leaves it open. */
static void makes_the_mistake(const sl_evidence *evidence, const sl_mistake *mistake,
                              double *const *answers) {
  mistake->predict(evidence, answers);
  FOR_EACH_ANSWER(i, evidence->problem) {
    for (size_t k = 0; k < evidence->problem->arrays[i].count; k++) {
      if (isnan(answers[i][k])) answers[i][k] = 1000.0 + (double)k;
    }
  }
}

static void is_always_right(const sl_evidence *evidence, const sl_mistake *mistake,
                            double *const *answers) {
  (void)mistake;
  FOR_EACH_ANSWER(i, evidence->problem) {
    const sl_array *array = &evidence->problem->arrays[i];
    if (array->count) memcpy(answers[i], array->expected, array->count * sizeof(double));
  }
}

/* y ← y + A x with every operation rounded to the module's precision, entries taken backwards. */
static void adds_backwards(const sl_evidence *evidence, const sl_mistake *mistake,
                           double *const *answers) {
  (void)mistake;
  double *y = sl_predicted(evidence, answers, "y");
  const sl_case *given = evidence->given;
  const sl_csr *a = &given->matrix;
  for (int row = 0; row < a->num_rows; row++) {
    double sum = 0;
    for (int k = a->row_ptr[row + 1] - 1; k >= a->row_ptr[row]; k--) {
      double product = a->values[k] * given->x[a->col_idx[k]];
      round_all(&product, 1, given->precision);
      sum += product;
      round_all(&sum, 1, given->precision);
    }
    y[row] += sum;
  }
}

/* Wrong in a way that no table can know. A single number close by might be that of a mistake. */
static void is_just_wrong(const sl_evidence *evidence, const sl_mistake *mistake,
                          double *const *answers) {
  is_always_right(evidence, mistake, answers);
  FOR_EACH_ANSWER(i, evidence->problem) {
    const sl_array *array = &evidence->problem->arrays[i];
    sl_random random = sl_random_make(7, array->count);
    double shift = array->count == 1 ? 5003 : 3;
    for (size_t k = 0; k < array->count; k++) {
      answers[i][k] += shift + (array->type == SL_INT ? (double)sl_random_below(&random, 5)
                                                      : sl_random_unit(&random));
    }
  }
}

/* ---- the tests
 * ----------------------------------------------------------------------------------- */

static void each_model_is_told_its_own_mistake(const sl_lab *lab, const exams *all) {
  for (size_t t = 0; t < lab->num_tasks; t++) {
    const sl_task *task = &lab->tasks[t];
    for (size_t m = 0; m < task->num_mistakes; m++) {
      const sl_mistake *mistake = &task->mistakes[m];
      if (!mistake->predict) continue;
      const char *name = told(task, all, makes_the_mistake, mistake, false);
      if (strcmp(name, mistake->name) != 0) {
        fail_msg("%s, %s: whoever makes [%s] is told [%s]", lab->id, task->name, mistake->name,
                 name);
      }
    }
  }
}

static bool has_models(const sl_task *task) {
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (task->mistakes[m].predict) return true;
  }
  return false;
}

static void nobody_else_is_told_any(const sl_lab *lab, const exams *all) {
  for (size_t t = 0; t < lab->num_tasks; t++) {
    const sl_task *task = &lab->tasks[t];
    if (!has_models(task)) continue;
    assert_string_equal(told(task, all, is_always_right, NULL, false), "none");
    assert_string_equal(told(task, all, is_just_wrong, NULL, false), "none");
    for (size_t i = 0; i < all->count; i++) { /* as with -m: one case alone */
      const sl_case *given = &all->cases[i];
      const char *name = told_on_one(task, given, is_just_wrong, NULL, false);
      if (strcmp(name, "none") != 0) {
        fail_msg("%s, %s, %s: just wrong, but told [%s]", lab->id, task->name, given->name, name);
      }
    }
  }
}

static void every_lab_names_its_mistakes(void **state) {
  (void)state;
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    exams all;
    make_cases(&all, (sl_precision)precision);
    for (size_t i = 0; i < sl_num_labs; i++) {
      each_model_is_told_its_own_mistake(sl_labs[i], &all);
      nobody_else_is_told_any(sl_labs[i], &all);
    }
    free_cases(&all);
    assert_int_equal(sl_alloc_live(), 0);
  }
}

static const sl_task *task_of(const char *lab_name, const char *name) {
  const sl_lab *lab;
  assert_ok(sl_lab_find(lab_name, &lab));
  for (size_t t = 0; t < lab->num_tasks; t++) {
    if (strcmp(lab->tasks[t].name, name) == 0) return &lab->tasks[t];
  }
  fail_msg("lab %s has no task %s", lab_name, name);
  return NULL;
}

/* In another order of summation, also when the case fails for another reason. */
static void right_sums_in_another_order_match_no_mistake(void **state) {
  (void)state;
  const char *const names[] = {"cpu", "kernel"};
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    exams all;
    make_cases(&all, (sl_precision)precision);
    for (int i = 0; i < 2; i++) {
      const sl_task *task = task_of("01", names[i]);
      assert_string_equal(told(task, &all, adds_backwards, NULL, false), "none");
      assert_string_equal(told(task, &all, adds_backwards, NULL, true), "none");
      for (size_t k = 0; k < all.count; k++) {
        const sl_case *given = &all.cases[k];
        assert_string_equal(told_on_one(task, given, adds_backwards, NULL, true), "none");
      }
    }
    free_cases(&all);
  }
}

/* ---- the launch of lab 01: grids that reach too little, and refused ones
 * ------------------------- */

typedef struct grid {
  int reached;  /* rows up to this one are visited once */
  bool refused; /* CUDA reports an error and nothing comes back */
} grid;

typedef grid launcher(int rows, int block);

static grid too_short(int rows, int block) {
  return (grid){.reached = rows / block * block};
}

static grid too_short_unguarded(int rows, int block) {
  return (grid){.reached = rows / block * block, .refused = rows < block};
}

/* No mistake of the table. */
static grid half_a_grid(int rows, int block) {
  (void)block;
  return (grid){.reached = rows / 2};
}

static grid one_block(int rows, int block) {
  return (grid){.reached = rows < block ? rows : block};
}

static grid empty_grid(int rows, int block) {
  (void)block;
  return (grid){.reached = rows, .refused = rows == 0};
}

static grid rows_as_threads(int rows, int block) {
  (void)block;
  return (grid){.reached = rows, .refused = rows > 1024};
}

static const char *told_of_launch(const sl_task *task, const exams *all, launcher *launch,
                                  int block) {
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t c = 0; c < all->count; c++) {
    int rows = all->cases[c].matrix.num_rows;
    grid seen = launch(rows, block);
    sl_problem problem = {.num_arrays = 0};
    assert_ok(task->pose(&all->cases[c], &problem));
    const sl_array *answer = sl_problem_find(&problem, "visits");
    double *visits;
    assert_ok(sl_alloc((size_t)rows, sizeof *visits, "visits", &visits));
    for (int i = 0; i < seen.reached; i++) visits[i] = 1;
    const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL};
    answers[answer - problem.arrays] = visits;
    sl_evidence evidence = {.given = &all->cases[c],
                            .problem = &problem,
                            .answers = seen.refused ? NULL : answers,
                            .cuda_error = seen.refused ? 9 : 0};
    bool passed = !seen.refused && seen.reached == rows;
    assert_ok((passed ? sl_suspects_passed : sl_suspects_failed)(&suspects, task, &evidence));
    sl_free(visits);
    sl_problem_free(&problem);
  }
  const sl_mistake *named = sl_suspects_verdict(&suspects, task);
  return named ? named->name : "none";
}

static void wrong_grids_are_named(void **state) {
  (void)state;
  static const struct {
    const char *name;
    launcher *launch;
  } launchers[] = {{"grid-too-short", too_short},
                   {"grid-too-short", too_short_unguarded},
                   {"one-block", one_block},
                   {"empty-grid", empty_grid},
                   {"block-too-large", rows_as_threads},
                   {"none", half_a_grid}};
  const sl_task *task = task_of("01", "launch");
  exams all;
  make_cases(&all, SL_F32);
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    for (int block = 64; block <= 512; block *= 2) {
      assert_string_equal(told_of_launch(task, &all, launchers[i].launch, block),
                          launchers[i].name);
    }
  }
  free_cases(&all);
}

/* ---- ELL kernels on a GPU, where x[-1] is NaN and nobody sees it read
 * ----------------------------- */

static void reads_x_for_padding(const sl_evidence *evidence, const sl_mistake *mistake,
                                double *const *answers) {
  is_always_right(evidence, mistake, answers);
  const sl_csr *a = &evidence->given->matrix;
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < a->num_rows; row++) {
    if (sl_csr_row_length(a, row) < sl_csr_longest_row(a)) y[row] = (double)NAN;
  }
}

/* Like it, but for another reason: no mistake of the table. */
static void leaves_nan_in_the_first_row(const sl_evidence *evidence, const sl_mistake *mistake,
                                        double *const *answers) {
  is_always_right(evidence, mistake, answers);
  if (evidence->given->matrix.num_rows > 0) *sl_predicted(evidence, answers, "y") = (double)NAN;
}

static void padding_that_spoils_its_rows_is_named(void **state) {
  (void)state;
  const char *const names[] = {"kernel", "row-major"};
  exams all;
  make_cases(&all, SL_F32);
  for (int i = 0; i < 2; i++) {
    const sl_task *task = task_of("02", names[i]);
    assert_string_equal(told(task, &all, reads_x_for_padding, NULL, false), "padding-not-skipped");
    assert_string_equal(told(task, &all, leaves_nan_in_the_first_row, NULL, false), "none");
  }
  free_cases(&all);
}

/* ---- COO kernels on a GPU, where nobody sees a race
 * ----------------------------------------------- */

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

/* ---- sorted rows on a GPU, where nobody sees what is read behind an array
 * --------------------------- */

static const int *ints_of(const sl_evidence *evidence, const char *name) {
  return sl_problem_find(evidence->problem, name)->ints;
}

/* What lies behind diag_ptr makes one more diagonal, of one entry, which is NaN. */
static void takes_one_diagonal_too_many(const sl_evidence *evidence, const sl_mistake *mistake,
                                        double *const *answers) {
  is_always_right(evidence, mistake, answers);
  if (evidence->given->matrix.num_rows == 0) return;
  sl_predicted(evidence, answers, "y")[ints_of(evidence, "perm")[0]] = (double)NAN;
}

/* Blocks of 64 threads: up to `most` without a row in their section work for rows of the next ones.
 */
static void let_threads_in(const sl_evidence *evidence, int most, double *const *answers) {
  is_always_right(evidence, NULL, answers);
  const sl_problem *problem = evidence->problem;
  const sl_array *perm = sl_problem_find(problem, "perm");
  const int *row = ints_of(evidence, "section_row"), *ptr = ints_of(evidence, "section_ptr");
  double *y = sl_predicted(evidence, answers, "y");
  for (int s = 0; s < *ints_of(evidence, "num_sections") && ptr[s] < ptr[s + 1]; s++) {
    int rows = row[s + 1] - row[s], width = (ptr[s + 1] - ptr[s]) / rows;
    for (int j = rows; j % 64 != 0 && j < rows + most && row[s] + j < (int)perm->count; j++) {
      double sum = 0;
      for (int i = 0; i < width; i++) {
        int entry = ptr[s] + i * rows + j;
        bool inside = entry < evidence->given->matrix.nnz;
        sum += inside ? sl_problem_find(problem, "values")->reals[entry] *
                            evidence->given->x[ints_of(evidence, "col_idx")[entry]]
                      : (double)NAN;
      }
      y[perm->ints[row[s] + j]] += sum;
    }
  }
}

static void lets_stray_threads_in(const sl_evidence *evidence, const sl_mistake *mistake,
                                  double *const *answers) {
  (void)mistake;
  let_threads_in(evidence, 64, answers);
}

static void lets_one_thread_in(const sl_evidence *evidence, const sl_mistake *mistake,
                               double *const *answers) {
  (void)mistake;
  let_threads_in(evidence, 1, answers);
}

/* In each section the rows of a block that is not full are missed. */
static void rounds_each_section_down(const sl_evidence *evidence, const sl_mistake *mistake,
                                     double *const *answers) {
  is_always_right(evidence, mistake, answers);
  const int *row = ints_of(evidence, "section_row"), *perm = ints_of(evidence, "perm");
  int filled = (int)sl_problem_find(evidence->problem, "perm")->count;
  for (int s = 0; s < *ints_of(evidence, "num_sections"); s++) {
    int reached = (row[s + 1] - row[s]) / 32 * 32;
    for (int place = row[s] + reached; place < row[s + 1] && place < filled; place++) {
      sl_predicted(evidence, answers, "y")[perm[place]] = evidence->given->y[perm[place]];
    }
  }
}

static void stray_reads_of_sorted_rows_are_named(void **state) {
  (void)state;
  static const struct {
    const char *task, *name;
    student *who;
  } students[] = {{"kernel", "all-diagonals", reads_x_for_padding},
                  {"kernel", "one-diagonal-too-many", takes_one_diagonal_too_many},
                  {"kernel", "none", leaves_nan_in_the_first_row},
                  {"sections", "no-bounds-check", lets_stray_threads_in},
                  {"sections", "bound-too-far", lets_one_thread_in},
                  {"sections", "grid-too-short", rounds_each_section_down},
                  {"sections", "none", leaves_nan_in_the_first_row}};
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    exams all;
    make_cases(&all, (sl_precision)precision);
    for (size_t i = 0; i < sizeof students / sizeof *students; i++) {
      const sl_task *task = task_of("04", students[i].task);
      assert_string_equal(told(task, &all, students[i].who, NULL, false), students[i].name);
    }
    free_cases(&all);
  }
}

/* ---- lab 05 on a GPU, where nobody sees a race and threads come in any order
 * ------------------------- */

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
      cmocka_unit_test(every_lab_names_its_mistakes),
      cmocka_unit_test(right_sums_in_another_order_match_no_mistake),
      cmocka_unit_test(wrong_grids_are_named),
      cmocka_unit_test(padding_that_spoils_its_rows_is_named),
      cmocka_unit_test(what_a_race_leaves_is_named),
      cmocka_unit_test(stray_reads_of_sorted_rows_are_named),
      cmocka_unit_test(what_a_gpu_leaves_of_a_transpose_is_named),
  };
  return cmocka_run_group_tests_name("judge_mistakes", tests, NULL, NULL);
}
