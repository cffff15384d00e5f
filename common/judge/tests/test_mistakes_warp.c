/* test_mistakes_warp.c: lab 06 where nothing but the rows tells how they were taken, as on a GPU,
 * and how its verdicts name a call. */
#include "mistakes.h"

enum { WARP = 32 };

static int width_of(const sl_evidence *evidence) {
  return sl_problem_find(evidence->problem, "vector_width")->ints[0];
}

/* Rows are taken `together` at a time by lanes in turn, and those of one lane in `share` are worked
 * on. The others stay as they were. */
static void works_on_one_in(int share, int together, const sl_evidence *evidence,
                            double *const *answers) {
  const double *expected = sl_problem_find(evidence->problem, "y")->expected;
  double *y = sl_predicted(evidence, answers, "y");
  int rows = evidence->given->matrix.num_rows;
  for (int row = 0; row < rows; row++) {
    if (row / together % share == 0) y[row] = expected[row];
  }
  *sl_predicted(evidence, answers, "next_row") = rows + 7;
}

static void takes_a_row_by_every_lane(const sl_evidence *evidence, const sl_mistake *mistake,
                                      double *const *answers) {
  (void)mistake;
  works_on_one_in(width_of(evidence), 1, evidence, answers);
}

static void broadcasts_from_the_warp(const sl_evidence *evidence, const sl_mistake *mistake,
                                     double *const *answers) {
  (void)mistake;
  works_on_one_in(WARP / width_of(evidence), 1, evidence, answers);
}

static void takes_rows_by_every_lane(const sl_evidence *evidence, const sl_mistake *mistake,
                                     double *const *answers) {
  (void)mistake;
  works_on_one_in(WARP, WARP / width_of(evidence), evidence, answers);
}

static void takes_rows_by_every_vector(const sl_evidence *evidence, const sl_mistake *mistake,
                                       double *const *answers) {
  (void)mistake;
  int vectors = WARP / width_of(evidence);
  works_on_one_in(vectors, vectors, evidence, answers);
}

static void without_counters_the_share_of_the_rows_tells(void **state) {
  (void)state;
  const sl_task *vector = task_of("06", "vector"), *warp = task_of("06", "warp");
  exams all;
  make_cases(&all, SL_F32);
  assert_string_equal(told(vector, &all, takes_a_row_by_every_lane, NULL, false),
                      "row-by-every-lane");
  assert_string_equal(told(vector, &all, broadcasts_from_the_warp, NULL, false),
                      "broadcast-from-warp");
  assert_string_equal(told(warp, &all, takes_rows_by_every_lane, NULL, false),
                      "rows-by-every-lane");
  assert_string_equal(told(warp, &all, takes_rows_by_every_vector, NULL, false), "none");
  free_cases(&all);
}

/* The counter moves on by `step`, and rows behind those that the warp works on are lost. */
static void works_on_first_of(int step, const sl_evidence *evidence, double *const *answers) {
  const double *expected = sl_problem_find(evidence->problem, "y")->expected;
  double *y = sl_predicted(evidence, answers, "y");
  int rows = evidence->given->matrix.num_rows, together = WARP / width_of(evidence);
  for (int row = 0; row < rows; row++) {
    if (row % step < together) y[row] = expected[row];
  }
  *sl_predicted(evidence, answers, "next_row") = rows + 7;
}

static void moves_the_counter_by_width(const sl_evidence *evidence, const sl_mistake *mistake,
                                       double *const *answers) {
  (void)mistake;
  works_on_first_of(width_of(evidence), evidence, answers);
}

static void moves_the_counter_by_16(const sl_evidence *evidence, const sl_mistake *mistake,
                                    double *const *answers) {
  (void)mistake;
  works_on_first_of(16, evidence, answers);
}

static void only_the_width_as_a_step_is_named(void **state) {
  (void)state;
  const sl_task *task = task_of("06", "warp");
  exams all;
  make_cases(&all, SL_F32);
  assert_string_equal(told(task, &all, moves_the_counter_by_width, NULL, false),
                      "counter-by-width");
  assert_string_equal(told(task, &all, moves_the_counter_by_16, NULL, false), "none");
  free_cases(&all);
}

static void a_width_is_named_by_its_call(void **state) {
  (void)state;
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  char call[64];
  assert_ok(sl_case_make("diagonal:8", NULL, SL_F32, false, NULL, &given));
  assert_ok(task_of("06", "width")->pose(&given, &problem));
  const sl_array *widths = sl_problem_find(&problem, "widths");
  problem.say_element(&problem, widths->count - 1, call, sizeof call); /* the case's own matrix */
  assert_string_equal(call, "choose_vector_width(8, 8)");
  sl_problem_free(&problem);
  sl_case_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_counters_the_share_of_the_rows_tells),
      cmocka_unit_test(only_the_width_as_a_step_is_named),
      cmocka_unit_test(a_width_is_named_by_its_call),
  };
  return cmocka_run_group_tests_name("judge_mistakes_warp", tests, NULL, NULL);
}
