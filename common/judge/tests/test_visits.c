/* test_visits.c: the messages about counts that the task launch of lab 01 leaves at a row. */
#include "base/test.h"

#include "judge/lab.h"

#include "../../../labs/01-csr-scalar/visits.h"

extern const sl_lab sl_lab_01_csr_scalar;

static const char *said_of(const sl_problem *problem, double count) {
  static char text[120];
  problem->say_answer(problem, 3, OLD_CONTENTS + count, text, sizeof text);
  return text;
}

/* Sums of the numbers that count_visits adds, in single precision. */
static void a_count_says_how_the_row_was_reached(void **state) {
  (void)state;
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  const sl_task *task;
  assert_ok(sl_lab_find_task(&sl_lab_01_csr_scalar, "launch", &task));
  assert_ok(sl_case_make("banded:40", NULL, SL_F32, false, NULL, &given));
  assert_ok(task->pose(&given, &problem));
  assert_string_equal(said_of(&problem, 0), "row 3 was reached by no thread");
  assert_string_equal(said_of(&problem, 2), "row 3 was reached 2 times instead of once");
  assert_string_equal(said_of(&problem, 1000), "row 3 was reached 1000 times instead of once");
  for (int left = 0; left < 3; left++) { /* threads add after y was cleared */
    assert_string_equal(said_of(&problem, left - OLD_CONTENTS),
                        "row 3: the value of y before the launch is lost");
  }
  for (int times = 1; times < 100; times++) {
    int threads = 1 + times % 31; /* threads per block */
    float small = (float)OLD_CONTENTS, mixed = small, of_both;
    for (int i = 0; i < times; i++) {
      small += (float)SMALL_BLOCK * (float)threads;
      mixed += (float)OUT_OF_ORDER;
    }
    small -= (float)OLD_CONTENTS;
    mixed -= (float)OLD_CONTENTS;
    of_both = small + (float)times;
    assert_non_null(
        strstr(said_of(&problem, (double)small), "in a block with fewer threads than a warp"));
    assert_non_null(strstr(said_of(&problem, (double)mixed), "arguments in the wrong order"));
    assert_non_null(
        strstr(said_of(&problem, (double)(mixed + small)), "arguments in the wrong order"));
    assert_non_null(strstr(said_of(&problem, (double)(mixed + 1)), "arguments in the wrong order"));
    assert_non_null(
        strstr(said_of(&problem, (double)of_both), "several times, in blocks with fewer"));
  }
  sl_problem_free(&problem);
  sl_case_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_count_says_how_the_row_was_reached),
  };
  return cmocka_run_group_tests_name("judge_visits", tests, NULL, NULL);
}
