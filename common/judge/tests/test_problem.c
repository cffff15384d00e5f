/* test_problem.c: memory that a problem owns, and answers with initial contents. */
#include "base/test.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "judge/problem.h"

/* Makes the two arrays of a format, which the problem then owns. */
static sl_status keep_two(sl_problem *problem) {
  int *ints;
  double *reals;
  SL_TRY(sl_alloc(3, sizeof *ints, "ints", &ints));
  sl_status status = sl_alloc(3, sizeof *reals, "reals", &reals);
  if (status != SL_OK) {
    sl_free(ints);
    return status;
  }
  return sl_problem_keep(problem, (void *[]){ints, reals}, 2);
}

static void what_is_kept_is_freed_with_the_problem(void **state) {
  (void)state;
  sl_problem problem = {.num_arrays = 0};
  assert_ok(keep_two(&problem));
  assert_int_equal(problem.num_owned, 2);
  assert_int_equal(sl_memory_live(), 2);
  sl_problem_free(&problem);
  assert_int_equal(sl_memory_live(), 0);
}

static void what_is_too_much_is_freed_at_once(void **state) {
  (void)state;
  sl_problem problem = {.num_owned = SL_WIRE_MAX_ARRAYS - 1}; /* room for one, but not for two */
  assert_fails(keep_two(&problem), SL_ERR_INTERNAL, "owns more than");
  assert_int_equal(problem.num_owned, SL_WIRE_MAX_ARRAYS - 1);
  assert_int_equal(sl_memory_live(), 0);
}

static void an_answer_begins_as_it_was_or_as_0(void **state) {
  (void)state;
  sl_problem problem = {.num_arrays = 0};
  int before[] = {7, 8}, right[] = {9, 10};
  assert_ok(sl_problem_change_ints(&problem, "a", SL_DEVICE, before, right, 2));
  assert_ok(sl_problem_change_ints(&problem, "b", SL_HOST, NULL, right, 2));
  assert_ok(sl_problem_change_ints(&problem, "none", SL_HOST, before, right, 0));
  before[0] = before[1] = right[0] = right[1] = -1; /* both arrays were copied */
  const sl_array *a = sl_problem_find(&problem, "a"), *b = sl_problem_find(&problem, "b");
  assert_true(a->role == SL_INOUT && a->place == SL_DEVICE && a->count == 2 && !a->bound);
  assert_true(a->ints[0] == 7 && a->ints[1] == 8);
  assert_true(b->ints[0] == 0 && b->ints[1] == 0 && b->place == SL_HOST);
  assert_true(b->expected[0] == 9 && a->expected[1] == 10);
  sl_problem_free(&problem);
  assert_int_equal(sl_memory_live(), 0);
}

static sl_status change_and_free(void) {
  sl_problem problem = {.num_arrays = 0};
  const int right[] = {1};
  sl_status status = sl_problem_change_ints(&problem, "a", SL_HOST, NULL, right, 1);
  if (status == SL_OK) status = keep_two(&problem);
  sl_problem_free(&problem);
  return status;
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(change_and_free());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_kept_is_freed_with_the_problem),
      cmocka_unit_test(what_is_too_much_is_freed_at_once),
      cmocka_unit_test(an_answer_begins_as_it_was_or_as_0),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  int failed = cmocka_run_group_tests_name("judge_problem", tests, NULL, NULL);
  sl_parallel_pretend(7, 1); /* runs all tests again, with several threads */
  return failed + cmocka_run_group_tests_name("judge_problem shared", tests, NULL, NULL);
}
