/* test_small_lab.c: a lab without a matrix, from its cases to its verdicts on the lens: sizes, a
 * scratch array, functions that return numbers, and answers that check functions judge. */
#include "base/test.h"

#include "base/memory.h"
#include "judge/lab_cases.h"
#include "judge/module.h"
#include "small/small.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the lab --------------------------------------------------------------------------------- */

static sl_status pose_dot(const sl_case *given, sl_problem *out) {
  double sum = 0, magnitudes = 0;
  for (size_t i = 0; i < given->n; i++) {
    sum += given->x[i] * given->y[i];
    magnitudes += fabs(given->x[i] * given->y[i]);
  }
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, given->n));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_IN, given->y, given->n));
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, (given->n + SMALL_BLOCK - 1) / SMALL_BLOCK));
  return sl_problem_returned_real(out, "dot", 0, sum,
                                  sl_check_sum_bound(given, given->n, magnitudes));
}

static int key_of(double x) {
  return (int)floor(fabs(x) * 100) % SMALL_BINS;
}

static sl_status pose_count(const sl_case *given, sl_problem *out) {
  int *keys, bins[SMALL_BINS] = {0};
  SL_TRY(sl_problem_own(out, given->n, sizeof *keys, &keys));
  for (size_t i = 0; i < given->n; i++) bins[keys[i] = key_of(given->x[i])]++;
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_ints(out, "keys", SL_DEVICE, SL_IN, keys, given->n));
  SL_TRY(sl_problem_change_ints(out, "bins", SL_DEVICE, NULL, bins, SMALL_BINS));
  return sl_problem_returned_any(out, "count", SL_INT, -1);
}

static sl_status check_count(sl_check *check) {
  const double *bins = sl_check_answer(check, "bins");
  double fullest = sl_check_returned(check, "count");
  if (!(fullest >= 0 && fullest < SMALL_BINS)) {
    sl_check_report(check, "count", 0, "count returned %.0f, and there is no such bin", fullest);
    return SL_OK;
  }
  for (int i = 0; i < SMALL_BINS; i++) {
    if (bins[i] <= bins[(int)fullest]) continue;
    sl_check_report(check, "count", 0, "count returned bin %.0f, and bin %d holds more", fullest,
                    i);
    return SL_OK;
  }
  return SL_OK;
}

static sl_status pose_order(const sl_case *given, sl_problem *out) {
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, given->n));
  return sl_problem_ints(out, "order", SL_DEVICE, SL_OUT, NULL, given->n);
}

static sl_status check_order(sl_check *check) {
  const sl_case *given = check->given;
  const double *order = sl_check_answer(check, "order");
  bool *seen;
  SL_TRY(sl_alloc(given->n, sizeof *seen, "what was seen", &seen));
  for (size_t i = 0; i < given->n; i++) {
    bool inside = order[i] >= 0 && order[i] < (double)given->n;
    if (!inside || seen[(size_t)order[i]]) {
      sl_check_report(check, "order", i, "element %.0f is %s", order[i],
                      inside ? "there twice" : "no element");
      break;
    }
    seen[(size_t)order[i]] = true;
    if (i == 0 || given->x[(size_t)order[i]] >= given->x[(size_t)order[i - 1]]) continue;
    sl_check_report(check, "order", i, "place %zu holds a smaller element than place %zu", i,
                    i - 1);
  }
  sl_free(seen);
  return SL_OK;
}

static const sl_task tasks[] = {
    {.name = "dot",
     .function = "dot",
     .points = 2,
     .measured = true,
     .pose = pose_dot,
     .launch_reads = "x y"},
    {.name = "count",
     .function = "count",
     .points = 2,
     .pose = pose_count,
     .check = check_count,
     .launch_reads = "keys"},
    {.name = "order",
     .function = "order",
     .points = 2,
     .pose = pose_order,
     .check = check_order,
     .launch_reads = "x"},
};

static const sl_case_row cases[] = {
    {"nothing", "size:0", NULL, true, false, NULL},
    {"one", "size:1", NULL, true, false, NULL},
    {"a block and one", "size:65", NULL, true, false, NULL},
    {"some", "size:300", NULL, false, true, NULL},
};

static const sl_lab lab = {.id = "90-small", .title = "Small", SL_TASKS(tasks), SL_CASES(cases)};

/* ---- judging it ------------------------------------------------------------------------------ */

static sl_lab_result result;

/* Judges the solution, with a macro of small.cu defined; "": none. The file is kept, because its
 * module is cached. */
static void judge(const char *macro, sl_precision precision) {
  static sl_module module;
  char source[512];
  sl_case_spec specs[8];
  (void)snprintf(source, sizeof source, "%s/small_%.*s.cu", BUILD_FOLDER, (int)strcspn(macro, " "),
                 macro);
  FILE *file = fopen(source, "w");
  assert_non_null(file);
  (void)fprintf(file, "%s%s\n#include \"%s/small.cu\"\n", *macro ? "#define " : "", macro,
                SMALL_FOLDER);
  assert_int_equal(fclose(file), 0);
  assert_ok(sl_module_build(&lab, source, SL_LENS, precision, &module));
  if (!module.compiled) fail_msg("%s", module.log);
  size_t count = sl_lab_cases_list(&lab, SL_LENS, SL_ALL_CASES, specs, 8);
  const sl_judge_options options = {.backend = SL_LENS, .precision = precision, .seed = 1};
  assert_ok(sl_judge(&lab, source, module.program, specs, count, &options, &result));
}

static const sl_task_result *task(int number) {
  return &result.tasks[number];
}

static void assert_verdict(int number, sl_verdict verdict, const char *what) {
  const sl_task_result *it = task(number);
  if (it->verdict == verdict && (!what || (it->failure && strstr(it->failure->what, what)))) return;
  fail_msg("%s: %s: %s", it->task->name, sl_judge_verdict_name(it->verdict),
           it->failure ? it->failure->what : "");
}

enum { DOT, COUNT, ORDER };

static void a_right_solution_passes_in_both_precisions(void **state) {
  (void)state;
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    judge("", (sl_precision)precision);
    for (int t = DOT; t <= ORDER; t++) assert_verdict(t, SL_PASSED, NULL);
    assert_int_equal(task(DOT)->num_cases, 4);
    assert_int_equal(task(DOT)->cases[3].num_rows, 300);
    sl_judge_result_free(&result);
  }
}

static void an_unwritten_file_is_not_written(void **state) {
  (void)state;
  judge("UNWRITTEN // TODO(dot) TODO(count) TODO(order)", SL_F32);
  for (int t = DOT; t <= ORDER; t++) assert_verdict(t, SL_NOT_WRITTEN, NULL);
  sl_judge_result_free(&result);
}

static void a_wrong_number_is_that_of_the_function(void **state) {
  (void)state;
  judge("LAST_BLOCK_MISSED", SL_F32);
  assert_verdict(DOT, SL_WRONG, "dot returned ");
  assert_string_equal(task(DOT)->failure->name, "a block and one");
  assert_verdict(ORDER, SL_PASSED, NULL);
  sl_judge_result_free(&result);
}

static void scratch_has_no_contents_and_an_end(void **state) {
  (void)state;
  judge("SCRATCH_READ", SL_F32);
  assert_verdict(DOT, SL_FAULTY, "partial");
  sl_judge_result_free(&result);
  judge("SCRATCH_LEFT", SL_F32);
  assert_verdict(DOT, SL_FAULTY, "partial");
  sl_judge_result_free(&result);
}

static void a_check_function_speaks_in_its_own_words(void **state) {
  (void)state;
  judge("LARGEST_FIRST", SL_F32);
  assert_verdict(ORDER, SL_WRONG, "holds a smaller element than place");
  sl_judge_result_free(&result);
  judge("FULLEST_COUNT", SL_F64);
  assert_verdict(COUNT, SL_WRONG, "count returned ");
  assert_string_equal(task(COUNT)->failure->function, "count");
  sl_judge_result_free(&result);
}

static void what_is_missing_is_wrong_without_asking(void **state) {
  (void)state;
  judge("ONE_LEFT_OUT", SL_F32);
  assert_verdict(ORDER, SL_WRONG, "order[64] was never written");
  sl_judge_result_free(&result);
  judge("ONE_TWICE", SL_F32);
  assert_verdict(ORDER, SL_WRONG, "element 0 is there twice");
  sl_judge_result_free(&result);
}

/* ---- what it refuses ------------------------------------------------------------------------- */

static void a_lab_has_sizes_or_matrices(void **state) {
  (void)state;
  const sl_lab with_matrices = {.id = "91-other", SL_TASKS(tasks)};
  size_t count;
  assert_true(sl_lab_cases_are_sizes(&lab));
  assert_ok(sl_lab_cases_check(&lab, "size:3"));
  assert_fails(sl_lab_cases_check(&lab, "hpcg:3"), SL_ERR_INPUT, "size:1000");
  assert_fails(sl_lab_cases_check(&with_matrices, "size:3"), SL_ERR_INPUT, "needs a matrix");
  assert_string_equal(sl_lab_cases_usual(&lab, "hpcg:10"), "size:300");
  assert_string_equal(sl_lab_cases_usual(&with_matrices, "hpcg:10"), "hpcg:10");
  assert_ptr_equal(sl_lab_cases(&with_matrices, &count), sl_standard_cases);
  assert_int_equal(count, sl_num_standard_cases);
}

/* An answer that has no right value, and no function that judges it, is a defect of the lab. */
static void an_answer_that_nobody_judges_is_an_error_of_the_lab(void **state) {
  (void)state;
  const sl_task forgotten = {.name = "order", .function = "order", .points = 1, .pose = pose_order};
  const sl_lab wrong = {.id = "90-small", .tasks = &forgotten, .num_tasks = 1, SL_CASES(cases)};
  static sl_module module;
  const sl_case_spec one = {.spec = "size:5"};
  const sl_judge_options options = {.backend = SL_LENS};
  assert_ok(sl_module_build(&lab, SMALL_FOLDER "/small.cu", SL_LENS, SL_F32, &module));
  assert_fails(
      sl_judge(&wrong, SMALL_FOLDER "/small.cu", module.program, &one, 1, &options, &result),
      SL_ERR_INTERNAL, "no check function");
  sl_judge_result_free(&result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_right_solution_passes_in_both_precisions),
      cmocka_unit_test(an_unwritten_file_is_not_written),
      cmocka_unit_test(a_wrong_number_is_that_of_the_function),
      cmocka_unit_test(scratch_has_no_contents_and_an_end),
      cmocka_unit_test(a_check_function_speaks_in_its_own_words),
      cmocka_unit_test(what_is_missing_is_wrong_without_asking),
      cmocka_unit_test(a_lab_has_sizes_or_matrices),
      cmocka_unit_test(an_answer_that_nobody_judges_is_an_error_of_the_lab),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
