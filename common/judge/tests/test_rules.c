/* test_rules.c: answers of the labs without findings: rules name the mistakes that they should, and
 * no others. */
#include "base/test.h"

#include "base/random.h"

#include "judge/catalogue.h"
#include "judge/compare.h"
#include "judge/diagnose.h"
#include "judge/lab_cases.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { MAX_NNZ = 20000 };

/* The code of a student: it fills in the answers of a task on one case. */
typedef void student(const sl_evidence *evidence, double *const *answers);

/* Loops over the answers of a problem; `i` is the index in its arrays. */
#define FOR_EACH_ANSWER(i, problem)                                                                \
  for (int i = 0; i < (problem)->num_arrays; i++)                                                  \
    if (sl_wire_is_answer((problem)->arrays[i].role) && (problem)->arrays[i].expected)

/* Rounds to the precision of the module, as the answers that the judge gets are rounded. */
static void round_all(double *values, size_t count, sl_precision precision) {
  for (size_t i = 0; i < count && precision == SL_F32; i++) values[i] = (double)(float)values[i];
}

static double *answer_of(const sl_evidence *evidence, double *const *answers, const char *name) {
  const sl_array *array = sl_problem_find(evidence->problem, name);
  assert_non_null(array);
  return answers[array - evidence->problem->arrays];
}

static bool is_right(const sl_problem *problem, double *const *answers) {
  FOR_EACH_ANSWER(i, problem) {
    const sl_array *array = &problem->arrays[i];
    for (size_t k = 0; k < array->count; k++) {
      double bound = array->bound ? array->bound[k] : 0.0;
      if (!sl_within(answers[i][k], array->expected[k], bound)) return false;
    }
  }
  return true;
}

/* Lets the student `who` do the task on one case. */
static void sit(const sl_task *task, const sl_case *given, student *who, sl_suspects *suspects) {
  sl_problem problem = {.num_arrays = 0};
  double *answers[SL_WIRE_MAX_ARRAYS] = {NULL};
  if (task->pose(given, &problem) == SL_ERR_SIZE) return; /* skipped */
  FOR_EACH_ANSWER(i, &problem) {
    const sl_array *array = &problem.arrays[i];
    assert_ok(sl_alloc(array->count, sizeof(double), "an answer", &answers[i]));
    for (size_t k = 0; k < array->count; k++) answers[i][k] = sl_compare_initial_value(array, k);
  }
  sl_evidence evidence = {.given = given,
                          .problem = &problem,
                          .answers = (const double *const *)answers,
                          .fault_array = ""};
  who(&evidence, answers);
  if (task->arrange) task->arrange(&problem, answers);
  FOR_EACH_ANSWER(i, &problem) {
    if (problem.arrays[i].type == SL_INT) continue;
    round_all(answers[i], problem.arrays[i].count, given->precision);
  }
  bool passed = is_right(&problem, answers);
  (passed ? sl_diagnose_passed : sl_diagnose_failed)(suspects, task, &evidence);
  FOR_EACH_ANSWER(i, &problem) sl_free(answers[i]);
  sl_problem_free(&problem);
}

/* ---- the cases ---------------------------------------------------------------------------------
 */

typedef struct exams {
  sl_case cases[64];
  size_t count;
} exams;

static void make_cases_of(const sl_case_row *rows, size_t num_rows, exams *all,
                          sl_precision precision) {
  all->count = 0;
  for (size_t i = 0; i < num_rows && all->count < 64; i++) {
    const sl_case_row *row = &rows[i];
    sl_case *given = &all->cases[all->count];
    assert_ok(sl_case_make(row->lens, row->name, precision, row->exact, NULL, given));
    if (given->matrix.nnz > MAX_NNZ) {
      sl_case_free(given);
    } else {
      all->count++;
    }
  }
}

static void make_cases(exams *all, sl_precision precision) {
  make_cases_of(sl_standard_cases, sl_num_standard_cases, all, precision);
  assert_true(all->count >= 15);
}

static void free_cases(exams *all) {
  while (all->count > 0) sl_case_free(&all->cases[--all->count]);
}

static void is_always_right(const sl_evidence *evidence, double *const *answers) {
  FOR_EACH_ANSWER(i, evidence->problem) {
    const sl_array *array = &evidence->problem->arrays[i];
    if (array->count) memcpy(answers[i], array->expected, array->count * sizeof(double));
  }
}

static const sl_lab *lab_of(const char *id) {
  const sl_lab *lab = NULL;
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (strcmp(sl_labs[i]->id, id) == 0) lab = sl_labs[i];
  }
  assert_non_null(lab);
  return lab;
}

static void read_catalogue(const sl_lab *lab, sl_catalogue *out) {
  char path[512];
  (void)snprintf(path, sizeof path, SOURCE_DIR "/labs/%s/mistakes.txt", lab->id);
  *out = (sl_catalogue){.num_rows = 0};
  if (access(path, F_OK) != 0) return; /* a lab may have none */
  assert_ok(sl_catalogue_read(path, out));
  assert_ok(sl_catalogue_attach(out, lab));
}

/* Returns the mistake that is named for the code of the student `who` in a task of the lab `id`. */
static const char *named(const char *id, const char *task_name, const exams *all, student *who) {
  static char name[64];
  const sl_lab *lab = lab_of(id);
  sl_catalogue catalogue;
  read_catalogue(lab, &catalogue);
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t t = 0; t < lab->num_tasks; t++) {
    const sl_task *task = catalogue.tasks ? &catalogue.tasks[t] : &lab->tasks[t];
    if (strcmp(task->name, task_name) != 0) continue;
    for (size_t i = 0; i < all->count; i++) sit(task, &all->cases[i], who, &suspects);
    const sl_mistake *mistake = sl_diagnose_verdict(&suspects, task);
    (void)snprintf(name, sizeof name, "%s", mistake ? mistake->name : "none");
  }
  sl_catalogue_free(&catalogue);
  return name;
}

/* ---- all labs ---------------------------------------------------------------------------------
 */

/* Answers wrongly in a way that no mistake explains. A single wrong number could by chance be that
 * of a known mistake. */
static void is_just_wrong(const sl_evidence *evidence, double *const *answers) {
  is_always_right(evidence, answers);
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

static void who_is_just_wrong_gets_no_name(void **state) {
  (void)state;
  exams all;
  for (size_t i = 0; i < sl_num_labs; i++) {
    size_t num_rows;
    const sl_case_row *rows = sl_lab_cases(sl_labs[i], &num_rows);
    make_cases_of(rows, num_rows, &all, SL_F32);
    for (size_t t = 0; t < sl_labs[i]->num_tasks; t++) {
      const char *task = sl_labs[i]->tasks[t].name;
      assert_string_equal(named(sl_labs[i]->id, task, &all, is_just_wrong), "none");
      assert_string_equal(named(sl_labs[i]->id, task, &all, is_always_right), "none");
    }
    free_cases(&all);
  }
  assert_int_equal(sl_memory_live(), 0);
}

static void has_mistakes_for(const sl_rule_list *list, const sl_catalogue *catalogue,
                             const char *lab) {
  for (size_t r = 0; r < list->count; r++) {
    bool found = false;
    for (size_t m = 0; m < catalogue->num_rows; m++) {
      found = found || strcmp(catalogue->rows[m].mistake.name, list->rules[r].name) == 0;
    }
    if (!found) fail_msg("%s: no mistake is called %s", lab, list->rules[r].name);
  }
}

/* A rule with another name would never be called. */
static void each_rule_is_that_of_a_mistake(void **state) {
  (void)state;
  for (size_t i = 0; i < sl_num_labs; i++) {
    sl_catalogue catalogue;
    read_catalogue(sl_labs[i], &catalogue);
    for (size_t t = 0; t < sl_labs[i]->num_tasks; t++) {
      const sl_task *task = &sl_labs[i]->tasks[t];
      for (size_t list = 0; list < SL_MAX_RULE_LISTS && task->rules[list]; list++) {
        has_mistakes_for(task->rules[list], &catalogue, sl_labs[i]->id);
      }
    }
    sl_catalogue_free(&catalogue);
  }
}

/* ---- lab 04 -----------------------------------------------------------------------------------
 */

static const sl_task *task_of(const sl_lab *lab, const char *name) {
  const sl_task *task;
  assert_ok(sl_lab_find_task(lab, name, &task));
  return task;
}

/* Sorting by an int key made of length and row gives a different order, because the key overflows.
 * The product is computed unsigned here, because signed overflow is undefined. */
static void a_key_of_length_and_row_fits_into_no_int(void **state) {
  (void)state;
  const sl_case_row *row = &sl_standard_cases[sl_num_standard_cases - 1];
  sl_problem problem = {.num_arrays = 0};
  sl_case given;
  assert_ok(sl_case_make(row->lens, row->name, SL_F32, row->exact, NULL, &given));
  assert_ok(task_of(lab_of("04-jds"), "sort")->pose(&given, &problem));
  const double *perm = sl_problem_find(&problem, "perm")->expected;
  const int *row_ptr = sl_problem_find(&problem, "row_ptr")->ints;
  int rows = given.matrix.num_rows, falls = 0, last_key = 0;
  unsigned longest = (unsigned)(row_ptr[(int)perm[0] + 1] - row_ptr[(int)perm[0]]);
  for (int place = 0; place < rows; place++) {
    int i = (int)perm[place];
    unsigned length = (unsigned)(row_ptr[i + 1] - row_ptr[i]);
    int key = (int)((longest - length) * (unsigned)rows + (unsigned)i);
    falls += place > 0 && key < last_key;
    last_key = key;
  }
  assert_true(falls > 0);
  sl_problem_free(&problem);
  sl_case_free(&given);
  assert_int_equal(sl_memory_live(), 0);
}

/* ---- lab 05 -----------------------------------------------------------------------------------
 */

static int row_of(const sl_csr *a, int k) {
  int row = 0;
  while (a->row_ptr[row + 1] <= k) row++;
  return row;
}

/* Takes entries from both ends of the matrix, alternately. */
static void moves_in_any_order(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  int num_cols = sl_problem_find(evidence->problem, "num_cols")->ints[0];
  const int *col_idx = sl_problem_find(evidence->problem, "col_idx")->ints;
  const double *begin = sl_problem_find(evidence->problem, "col_ptr")->expected;
  double *rows = answer_of(evidence, answers, "row_idx");
  double *values = answer_of(evidence, answers, "csc_values");
  int *used;
  assert_ok(sl_alloc((size_t)num_cols, sizeof *used, "slots", &used));
  for (int i = 0; i <= num_cols; i++) answer_of(evidence, answers, "col_ptr")[i] = begin[i];
  for (int i = 0; i < a->nnz; i++) {
    int k = i % 2 ? a->nnz - 1 - i / 2 : i / 2, col = col_idx[k];
    int slot = (int)begin[col] + used[col]++;
    rows[slot] = row_of(a, k);
    values[slot] = a->values[k];
  }
  sl_free(used);
}

static void an_order_by_chance_is_named_where_it_matters(void **state) {
  (void)state;
  static const struct {
    const char *task, *name;
    student *who;
  } students[] = {{"scatter", "none", moves_in_any_order},
                  {"sorted", "unsorted", moves_in_any_order}};
  exams all;
  make_cases(&all, SL_F32);
  for (size_t i = 0; i < sizeof students / sizeof *students; i++) {
    assert_string_equal(named("05-transpose", students[i].task, &all, students[i].who),
                        students[i].name);
  }
  free_cases(&all);
}

/* ---- lab 06 -----------------------------------------------------------------------------------
 */

static void a_width_is_named_by_its_call(void **state) {
  (void)state;
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  char call[64];
  assert_ok(sl_case_make("diagonal:8", NULL, SL_F32, false, NULL, &given));
  const sl_task *task;
  assert_ok(sl_lab_find_task(lab_of("06-warp"), "width", &task));
  assert_ok(task->pose(&given, &problem));
  const sl_array *widths = sl_problem_find(&problem, "widths");
  problem.say_element(&problem, widths->count - 1, call, sizeof call); /* the case's own matrix */
  assert_string_equal(call, "choose_vector_width(8, 8)");
  sl_problem_free(&problem);
  sl_case_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_is_just_wrong_gets_no_name),
      cmocka_unit_test(each_rule_is_that_of_a_mistake),
      cmocka_unit_test(a_key_of_length_and_row_fits_into_no_int),
      cmocka_unit_test(an_order_by_chance_is_named_where_it_matters),
      cmocka_unit_test(a_width_is_named_by_its_call),
  };
  return cmocka_run_group_tests_name("judge_rules", tests, NULL, NULL);
}
