/* test_visits.c: what is said of a count that the task launch of lab 01 leaves at a row. */
#include "mistakes.h"

#include "../../../labs/01-csr-scalar/visits.h"

static const char *said_of(const sl_problem *problem, double count) {
  static char text[120];
  problem->say_answer(problem, 3, count, text, sizeof text);
  return text;
}

/* Sums of what count_visits adds, as they come out in single precision. */
static void a_count_says_how_the_row_was_reached(void **state) {
  (void)state;
  exams all;
  sl_problem problem = {.num_arrays = 0};
  make_cases(&all, SL_F32);
  assert_ok(task_of("01", "launch")->pose(&all.cases[0], &problem));
  assert_string_equal(said_of(&problem, 0), "row 3 was reached by no thread");
  assert_string_equal(said_of(&problem, 2), "row 3 was reached 2 times, and not once");
  assert_string_equal(said_of(&problem, 1000), "row 3 was reached 1000 times, and not once");
  for (int times = 1; times < 100; times++) {
    int threads = 1 + times % 31; /* of a block */
    float small = 0, mixed = 0, of_both = (float)times;
    for (int i = 0; i < times; i++) {
      small += (float)SMALL_BLOCK * (float)threads;
      mixed += (float)OUT_OF_ORDER;
    }
    of_both += small;
    assert_non_null(strstr(said_of(&problem, (double)small), "in a block of fewer than 32"));
    assert_non_null(strstr(said_of(&problem, (double)mixed), "arguments mixed up"));
    assert_non_null(strstr(said_of(&problem, (double)(mixed + small)), "arguments mixed up"));
    assert_non_null(strstr(said_of(&problem, (double)(mixed + 1)), "arguments mixed up"));
    assert_non_null(strstr(said_of(&problem, (double)of_both), "several times, and in blocks of"));
  }
  sl_problem_free(&problem);
  free_cases(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_count_says_how_the_row_was_reached),
  };
  return cmocka_run_group_tests_name("judge_visits", tests, NULL, NULL);
}
