/* test_quiz.c: right answers: computed, compared within a tolerance, the best of several matrices.
 */
#include "base/test.h"

#include "judge/quiz.h"
#include "lens/lens.h"

#include <math.h>

static double entries(const sl_quiz_view *view) {
  return view->matrix->nnz;
}

static double nothing(const sl_quiz_view *view) {
  return sl_quiz_sectors_per_request(view, NULL);
}

static void a_number_may_be_off_by_the_tolerance(void **state) {
  (void)state;
  const sl_question question = {
      .name = "q", .matrices = {"example-4x4"}, .answer = entries, .tolerance = 0.2};
  sl_quiz_answer right = {.num_values = 0};
  assert_ok(sl_quiz_compute(&question, 0, SL_F32, NULL, NULL, 0, &right));
  assert_true(right.right == 7);
  assert_true(sl_quiz_is_right(&question, &right, 7));
  assert_true(sl_quiz_is_right(&question, &right, 8.3));
  assert_false(sl_quiz_is_right(&question, &right, 8.5));
  assert_false(sl_quiz_is_right(&question, &right, (double)NAN));
}

static void of_several_matrices_the_largest_is_right(void **state) {
  (void)state;
  const sl_question question = {.name = "q",
                                .matrices = {"diagonal:5", "diagonal:9", "diagonal:2"},
                                .answer = entries,
                                .tolerance = 0.9};
  sl_quiz_answer right = {.num_values = 0};
  for (int i = 0; i < 3; i++) {
    assert_ok(sl_quiz_compute(&question, i, SL_F32, NULL, NULL, 0, &right));
  }
  assert_true(right.right == 2);
  assert_int_equal(right.num_values, 3);
  assert_true(sl_quiz_is_right(&question, &right, 2));
  assert_false(sl_quiz_is_right(&question, &right, 3)); /* a tolerance is for numbers alone */
}

static void counters_are_summed_by_array(void **state) {
  (void)state;
  const sl_counter counters[] = {
      {.array = "x", .space = LENS_GLOBAL, .requests = 10, .threads = 100, .sectors = 30},
      {.array = "y", .space = LENS_GLOBAL, .requests = 10, .threads = 300, .sectors = 50},
      {.array = "x", .space = LENS_GLOBAL, .requests = 10, .threads = 200, .sectors = 10},
      {.array = "x", .space = LENS_SHARED, .requests = 99, .threads = 99}};
  const sl_quiz_view view = {.counters = counters, .num_counters = 4};
  assert_true(sl_quiz_sectors_per_request(&view, "x") == 2);
  assert_true(sl_quiz_sectors_per_request(&view, NULL) == 3);
  assert_true(sl_quiz_threads_per_request(&view, "x") == 15);
  assert_true(isnan(sl_quiz_threads_per_request(&view, "z")));
}

static void a_question_without_an_answer_is_a_defect(void **state) {
  (void)state;
  const sl_question question = {.name = "q", .matrices = {"diagonal:5"}, .answer = nothing};
  sl_quiz_answer right = {.num_values = 0};
  assert_fails(sl_quiz_compute(&question, 0, SL_F32, NULL, NULL, 0, &right), SL_ERR_INTERNAL,
               "no answer on diagonal:5");
  assert_int_equal(sl_alloc_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_number_may_be_off_by_the_tolerance),
      cmocka_unit_test(of_several_matrices_the_largest_is_right),
      cmocka_unit_test(counters_are_summed_by_array),
      cmocka_unit_test(a_question_without_an_answer_is_a_defect),
  };
  return cmocka_run_group_tests_name("judge_quiz", tests, NULL, NULL);
}
