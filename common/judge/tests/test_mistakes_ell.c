/* test_mistakes_ell.c: lab 02 on a GPU, where x[-1] is NaN and nobody sees it read. */
#include "mistakes.h"

static void padding_that_spoils_its_rows_is_named(void **state) {
  (void)state;
  const char *const names[] = {"kernel", "row-major"};
  exams all;
  make_cases(&all, SL_F32);
  for (int i = 0; i < 2; i++) {
    const sl_task *task = task_of("02", names[i]);
    assert_string_equal(told(task, &all, reads_x_for_padding, NULL, false), "padding-not-skipped");
    assert_string_equal(told(task, &all, leaves_nan_in_the_first_row, NULL, false), "none");
  }
  free_cases(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(padding_that_spoils_its_rows_is_named),
  };
  return cmocka_run_group_tests_name("judge_mistakes_ell", tests, NULL, NULL);
}
