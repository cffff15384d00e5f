/* mistakes.h: what the tests of the labs' mistakes share: a student sits a task on all cases, and
 * is told a mistake or none. */
#ifndef SL_JUDGE_TESTS_MISTAKES_H
#define SL_JUDGE_TESTS_MISTAKES_H

#include "base/test.h"

#include "judge/lab.h"
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
static inline void round_all(double *values, size_t count, sl_precision precision) {
  for (size_t i = 0; i < count && precision == SL_F32; i++) values[i] = (double)(float)values[i];
}

static inline bool is_right(const sl_problem *problem, double *const *answers) {
  FOR_EACH_ANSWER(i, problem) {
    const sl_array *array = &problem->arrays[i];
    if (!sl_matches_prediction(array, answers[i], array->expected)) return false;
  }
  return true;
}

/* The student's task on one case; `always_fails`: it fails for a reason that is not in the numbers.
 */
static inline void sit(const sl_task *task, const sl_case *given, student *who,
                       const sl_mistake *mistake, bool always_fails, sl_suspects *suspects) {
  sl_problem problem = {.num_arrays = 0};
  double *answers[SL_WIRE_MAX_ARRAYS] = {NULL};
  if (task->pose(given, &problem) == SL_ERR_SIZE) return; /* skipped */
  FOR_EACH_ANSWER(i, &problem) {
    const sl_array *array = &problem.arrays[i];
    assert_ok(sl_alloc(array->count, sizeof(double), "an answer", &answers[i]));
    for (size_t k = 0; k < array->count; k++) answers[i][k] = sl_initial_value(array, k);
  }
  sl_evidence evidence = {.given = given,
                          .problem = &problem,
                          .answers = (const double *const *)answers,
                          .on_gpu = true};
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

static inline void make_cases(exams *all, sl_precision precision) {
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

static inline void free_cases(exams *all) {
  while (all->count > 0) sl_case_free(&all->cases[--all->count]);
}

static inline const char *told(const sl_task *task, const exams *all, student *who,
                               const sl_mistake *mistake, bool always_fails) {
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t i = 0; i < all->count; i++) {
    sit(task, &all->cases[i], who, mistake, always_fails, &suspects);
  }
  const sl_mistake *named = sl_suspects_verdict(&suspects, task);
  return named ? named->name : "none";
}

static inline const char *told_on_one(const sl_task *task, const sl_case *given, student *who,
                                      const sl_mistake *mistake, bool always_fails) {
  sl_suspects suspects = {.ruled_out = {false}};
  sit(task, given, who, mistake, always_fails, &suspects);
  const sl_mistake *named = sl_suspects_verdict(&suspects, task);
  return named ? named->name : "none";
}

static inline void is_always_right(const sl_evidence *evidence, const sl_mistake *mistake,
                                   double *const *answers) {
  (void)mistake;
  FOR_EACH_ANSWER(i, evidence->problem) {
    const sl_array *array = &evidence->problem->arrays[i];
    if (array->count) memcpy(answers[i], array->expected, array->count * sizeof(double));
  }
}

/* Wrong, and no mistake of the table. */
static inline void leaves_nan_in_the_first_row(const sl_evidence *evidence,
                                               const sl_mistake *mistake, double *const *answers) {
  is_always_right(evidence, mistake, answers);
  if (evidence->given->matrix.num_rows > 0) *sl_predicted(evidence, answers, "y") = (double)NAN;
}

static inline const sl_task *task_of(const char *number, const char *name) {
  const sl_task *task = NULL;
  for (size_t i = 0; i < sl_num_labs; i++) {
    bool it = strncmp(sl_labs[i]->id, number, strlen(number)) == 0;
    if (it) assert_ok(sl_lab_find_task(sl_labs[i], name, &task));
  }
  assert_non_null(task);
  return task;
}

#endif
