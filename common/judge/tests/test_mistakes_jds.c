/* test_mistakes_jds.c: lab 04 on a GPU, where nobody sees what is read behind an array. */
#include "mistakes.h"

static const int *ints_of(const sl_evidence *evidence, const char *name) {
  return sl_problem_find(evidence->problem, name)->ints;
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
  } students[] = {{"sections", "no-bounds-check", lets_stray_threads_in},
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stray_reads_of_sorted_rows_are_named),
  };
  return cmocka_run_group_tests_name("judge_mistakes_jds", tests, NULL, NULL);
}
