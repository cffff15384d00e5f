/* test_cpu_times.c: each CPU reference computes what the judge expects of its task. */
#include "base/test.h"

#include "judge/compare.h"
#include "judge/cpu_times.h"
#include "judge/lab.h"
#include "reference/cpu_code.h"

enum { PARTS = 3 };

static int num_checked;

/* A task on a case, with the answers of the reference as the judge would get them. */
typedef struct answered {
  const sl_task *task;
  const sl_case *given;
  sl_problem problem;
  double *answers[SL_WIRE_MAX_ARRAYS];
} answered;

static double element(const sl_cpu_task *t, int i, size_t k) {
  if (t->arrays[i].is_int) return ((const int *)t->at[i])[k];
  return t->precision == SL_F32 ? (double)((const float *)t->at[i])[k]
                                : ((const double *)t->at[i])[k];
}

/* Runs the reference as it is timed, `runs` times. */
static void compute(answered *a, int num_parts, int runs) {
  sl_cpu_array arrays[SL_CPU_MAX_ARRAYS];
  int at[SL_CPU_MAX_ARRAYS], count;
  sl_cpu_task t;
  assert_ok(sl_cpu_times_arrays(&a->problem, arrays, at, &count));
  assert_ok(sl_cpu_task_make(a->problem.cpu, arrays, count, a->given->precision, num_parts, &t));
  for (int part = 0; part < num_parts; part++) sl_cpu_task_fill(&t, part);
  for (int run = 0; run < runs; run++) {
    for (int part = 0; part < num_parts && run > 0; part++) sl_cpu_task_restore(&t, part);
    sl_cpu_task_run(&t);
  }
  for (int i = 0; i < count; i++) {
    if (!sl_wire_is_answer(a->problem.arrays[at[i]].role)) continue;
    assert_ok(sl_alloc(arrays[i].count, sizeof(double), "an answer", &a->answers[at[i]]));
    for (size_t k = 0; k < arrays[i].count; k++) a->answers[at[i]][k] = element(&t, i, k);
  }
  sl_cpu_task_free(&t);
}

/* Counts the wrong elements, and the reports by the task's check. */
static size_t count_wrong(const answered *a) {
  size_t wrong = 0;
  sl_difference difference = {.wrong = NULL};
  if (a->task->arrange) a->task->arrange(&a->problem, a->answers);
  for (int i = 0; i < a->problem.num_arrays; i++) {
    const sl_array *array = &a->problem.arrays[i];
    if (!sl_wire_is_answer(array->role)) continue;
    assert_non_null(a->answers[i]); /* the reference computes all answers */
    for (size_t k = 0; array->expected && k < array->count; k++) {
      double bound = array->bound ? array->bound[k] : 0;
      wrong += !sl_within(a->answers[i][k], array->expected[k], bound);
    }
  }
  if (a->task->check) {
    sl_check check = {a->given, &a->problem, (const double *const *)a->answers, &difference};
    assert_ok(a->task->check(&check));
    if (difference.wrong_count > 0) print_message("%s\n", difference.report);
  }
  return wrong + (size_t)difference.wrong_count;
}

static void free_answers(answered *a) {
  for (int i = 0; i < SL_WIRE_MAX_ARRAYS; i++) {
    sl_free(a->answers[i]);
    a->answers[i] = NULL;
  }
}

static void check_task(const sl_task *task, const sl_case *given) {
  answered a = {.task = task, .given = given};
  if (task->pose(given, &a.problem) == SL_OK && a.problem.cpu) {
    const int parts[] = {1, PARTS}, runs[] = {1, 2};
    for (size_t i = 0; i < SL_COUNT(parts) && (i == 0 || a.problem.cpu->parallel); i++) {
      for (size_t r = 0; r < SL_COUNT(runs); r++) {
        compute(&a, parts[i], runs[r]);
        size_t wrong = count_wrong(&a);
        if (wrong) {
          fail_msg("%s on \"%s\" in %s with %d parts, run %d: %zu wrong", task->name, given->name,
                   sl_spmv_precision_name(given->precision), parts[i], runs[r], wrong);
        }
        free_answers(&a);
        num_checked++;
      }
    }
  }
  sl_problem_free(&a.problem);
}

static void check_lab(const sl_lab *lab, sl_precision precision) {
  const sl_case_row *rows = lab->cases ? lab->cases : sl_standard_cases;
  size_t num_rows = lab->cases ? lab->num_cases : sl_num_standard_cases;
  for (size_t i = 0; i < num_rows; i++) {
    const sl_case_row *row = &rows[i];
    for (int less = 0; less <= (row->less ? 1 : 0); less++) {
      sl_case given;
      assert_ok(sl_case_make(less ? row->less : row->lens, row->name, precision, row->exact, NULL,
                             &given));
      for (size_t t = 0; t < lab->num_tasks; t++) {
        const sl_task *task = &lab->tasks[t];
        bool own = !row->less || task->takes_long == (less == 1);
        if (task->measured && own) check_task(task, &given);
      }
      sl_case_free(&given);
    }
  }
}

static void answers_are_those_of_the_judge(void **state) {
  (void)state;
  for (size_t l = 0; l < sl_num_labs; l++) {
    check_lab(sl_labs[l], SL_F32);
    check_lab(sl_labs[l], SL_F64);
  }
  assert_true(num_checked > 1000);
  assert_int_equal(sl_memory_live(), 0);
}

/* A task that is timed on a GPU is either SpMV or has its own reference. */
static void every_measured_task_has_a_reference(void **state) {
  (void)state;
  for (size_t l = 0; l < sl_num_labs; l++) {
    const sl_lab *lab = sl_labs[l];
    const sl_case_row *rows = lab->cases ? lab->cases : sl_standard_cases;
    size_t num_rows = lab->cases ? lab->num_cases : sl_num_standard_cases, i = 0;
    while (i < num_rows && (!rows[i].measured || rows[i].lens[0] == '\0')) i++;
    assert_true(i < num_rows);
    sl_case given;
    assert_ok(sl_case_make(rows[i].less ? rows[i].less : rows[i].lens, NULL, SL_F32, false, NULL,
                           &given));
    for (size_t t = 0; t < lab->num_tasks; t++) {
      sl_problem problem = {.num_arrays = 0};
      if (!lab->tasks[t].measured) continue;
      assert_ok(lab->tasks[t].pose(&given, &problem));
      if (!problem.is_spmv && !problem.cpu) {
        fail_msg("%s %s is compared with no CPU code", lab->id, lab->tasks[t].name);
      }
      sl_problem_free(&problem);
    }
    sl_case_free(&given);
  }
}

static const sl_task *task_of(const char *lab_name, const char *name) {
  const sl_lab *lab;
  const sl_task *task;
  assert_ok(sl_lab_find(lab_name, &lab));
  assert_ok(sl_lab_find_task(lab, name, &task));
  return task;
}

static void times_are_known_by_task(void **state) {
  (void)state;
  const sl_task *global = task_of("08", "global"), *shared = task_of("08", "shared");
  const sl_task *add = task_of("00", "add");
  sl_figures first = {.threads = 0}, second = first, other = first, none = first;
  sl_problem problem = {.num_arrays = 0};
  sl_case given;
  assert_ok(sl_case_make("size:50000", NULL, SL_F32, false, NULL, &given));
  assert_ok(sl_cpu_times_take("size:50000", &given, &problem, &none));
  assert_true(none.sequential_us == 0 && none.parallel_us == 0 && none.threads == 0);
  assert_ok(global->pose(&given, &problem));
  assert_ok(sl_cpu_times_take("size:50000", &given, &problem, &first));
  assert_true(first.sequential_us > 0 && first.parallel_us > 0 && first.threads > 0);
  sl_problem_free(&problem);
  assert_ok(shared->pose(&given, &problem));
  assert_ok(sl_cpu_times_take("size:50000", &given, &problem, &second));
  assert_true(second.sequential_us == first.sequential_us);
  sl_problem_free(&problem);
  assert_ok(add->pose(&given, &problem));
  assert_ok(sl_cpu_times_take("size:50000", &given, &problem, &other));
  assert_true(other.sequential_us > 0 && other.sequential_us != first.sequential_us);
  sl_problem_free(&problem);
  sl_case_free(&given);
}

static void what_is_sequential_has_no_parallel_time(void **state) {
  (void)state;
  const sl_task *count = task_of("05", "count");
  sl_figures figures = {.threads = 0};
  sl_problem problem = {.num_arrays = 0};
  sl_case given;
  assert_ok(sl_case_make("hpcg:8", NULL, SL_F32, false, NULL, &given));
  assert_ok(count->pose(&given, &problem));
  assert_ok(sl_cpu_times_take("hpcg:8", &given, &problem, &figures));
  assert_true(figures.sequential_us > 0);
  assert_true(figures.parallel_us == 0 && figures.threads == 0);
  sl_problem_free(&problem);
  sl_case_free(&given);
}

static void an_unknown_array_is_a_defect_of_the_lab(void **state) {
  (void)state;
  static const sl_cpu_code code = {.arrays = "n nothing", .part = sl_cpu_code_add};
  sl_problem problem = {.cpu = &code};
  sl_cpu_times times;
  assert_ok(sl_problem_int(&problem, "n", 3));
  assert_fails(sl_cpu_times_measure(&problem, SL_F32, 1, &times), SL_ERR_INTERNAL, "nothing");
  sl_problem_free(&problem);
}

static void failing_allocations_leave_nothing(void **state) {
  (void)state;
  const sl_task *dot = task_of("07", "dot");
  sl_problem problem = {.num_arrays = 0};
  sl_cpu_times times;
  sl_case given;
  assert_ok(sl_case_make("laplace2d5:9", NULL, SL_F32, false, NULL, &given));
  assert_ok(dot->pose(&given, &problem));
  assert_survives_failing_allocations(sl_cpu_times_measure(&problem, SL_F32, 1, &times));
  sl_problem_free(&problem);
  sl_case_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_are_those_of_the_judge),
      cmocka_unit_test(every_measured_task_has_a_reference),
      cmocka_unit_test(times_are_known_by_task),
      cmocka_unit_test(what_is_sequential_has_no_parallel_time),
      cmocka_unit_test(an_unknown_array_is_a_defect_of_the_lab),
      cmocka_unit_test(failing_allocations_leave_nothing),
  };
  return cmocka_run_group_tests_name("cpu_times", tests, NULL, NULL);
}
