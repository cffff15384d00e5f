/* test_mistakes.c: the labs' own tables of mistakes: whoever makes one of them is told just that
 * one, and whoever makes none of them is told none. What a GPU leaves of some of them is in a file
 * for each lab. */
#include "mistakes.h"

#include "base/random.h"
#include "judge/spmv.h"

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

static const sl_mistake models_of_sums[] = {
    {"overwritten", "", "", "y[", sl_predict_overwritten, NULL},
    {"sum-overwritten", "", "", "x[", sl_predict_last_product, NULL},
    {"x-by-row", "", "", "x[", sl_predict_x_by_row, NULL},
    {"without-x", "", "", "values[", sl_predict_without_x, NULL},
};

/* In another order of summation, also when the case fails for another reason. */
static void right_sums_in_another_order_match_no_mistake(void **state) {
  (void)state;
  const char *const names[] = {"cpu", "kernel"};
  for (int precision = SL_F32; precision <= SL_F64; precision++) {
    exams all;
    make_cases(&all, (sl_precision)precision);
    for (int i = 0; i < 2; i++) {
      sl_task sums = *task_of("01", names[i]);
      sums.mistakes = models_of_sums;
      sums.num_mistakes = SL_COUNT(models_of_sums);
      const sl_task *task = &sums;
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_lab_names_its_mistakes),
      cmocka_unit_test(right_sums_in_another_order_match_no_mistake),
  };
  return cmocka_run_group_tests_name("judge_mistakes", tests, NULL, NULL);
}
