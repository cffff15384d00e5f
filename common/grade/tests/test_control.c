/* test_control.c: after a control run, a failure that only one submission has is its own. */
#include "base/test.h"

#include "grade/control.h"

#include <string.h>

static const sl_task tasks[] = {{.name = "cpu"}, {.name = "kernel"}, {.name = "launch"}};
static sl_case_result cases[3][2];
static sl_task_result of_tasks[3];
static sl_lab_result result;

/* A machine on which some tasks cannot be judged with any program. */
typedef struct machine {
  const char *broken; /* the task that cannot be judged; NULL: none */
  sl_status status;
  int asked;
} machine;

static sl_status control(void *context, const sl_task *task, bool *broken_out) {
  machine *m = context;
  m->asked++;
  *broken_out = m->broken && strcmp(m->broken, task->name) == 0;
  return m->status == SL_OK ? SL_OK : sl_fail(m->status, "there is no memory");
}

static void make_result(sl_verdict cpu, sl_verdict kernel, sl_verdict launch) {
  const sl_verdict verdicts[] = {cpu, kernel, launch};
  for (size_t t = 0; t < 3; t++) {
    of_tasks[t] = (sl_task_result){.task = &tasks[t], .verdict = verdicts[t], .num_cases = 2};
    of_tasks[t].cases = cases[t];
    cases[t][0] = (sl_case_result){.verdict = SL_PASSED};
    cases[t][1] = (sl_case_result){.verdict = verdicts[t], .what = "the module did not start"};
    of_tasks[t].failure = verdicts[t] == SL_PASSED ? NULL : &cases[t][1];
  }
  result = (sl_lab_result){.tasks = of_tasks, .num_tasks = 3};
}

static void test_nothing_is_asked_without_need(void **state) {
  (void)state;
  machine m = {.broken = NULL};
  make_result(SL_PASSED, SL_CRASHED, SL_NO_ANSWER);
  assert_false(sl_control_is_needed(&result));
  assert_ok(sl_control_attribute(control, &m, &result));
  assert_int_equal(m.asked, 0);
  assert_int_equal(of_tasks[1].verdict, SL_CRASHED);
}

static void test_of_the_submission(void **state) {
  (void)state;
  machine m = {.broken = NULL};
  make_result(SL_PASSED, SL_BROKEN, SL_BROKEN);
  assert_true(sl_control_is_needed(&result));
  assert_ok(sl_control_attribute(control, &m, &result));
  assert_int_equal(m.asked, 2);
  assert_false(sl_control_is_needed(&result));
  for (size_t t = 1; t < 3; t++) {
    assert_int_equal(of_tasks[t].verdict, SL_NO_ANSWER);
    assert_int_equal(of_tasks[t].failure->verdict, SL_NO_ANSWER);
    assert_string_equal(of_tasks[t].failure->what,
                        "with this file alone, the module did not start");
    assert_int_equal(cases[t][0].verdict, SL_PASSED);
  }
  assert_int_equal(of_tasks[0].verdict, SL_PASSED);
}

static void test_of_the_machine(void **state) {
  (void)state;
  machine m = {.broken = "kernel"};
  make_result(SL_BROKEN, SL_BROKEN, SL_WRONG);
  assert_ok(sl_control_attribute(control, &m, &result));
  assert_int_equal(of_tasks[0].verdict, SL_NO_ANSWER);
  assert_int_equal(of_tasks[1].verdict, SL_BROKEN);
  assert_string_equal(of_tasks[1].failure->what, "the module did not start");
  assert_int_equal(of_tasks[2].verdict, SL_WRONG);
}

static void test_a_control_that_fails(void **state) {
  (void)state;
  machine m = {.status = SL_ERR_SYSTEM};
  make_result(SL_PASSED, SL_BROKEN, SL_PASSED);
  assert_fails(sl_control_attribute(control, &m, &result), SL_ERR_SYSTEM, "there is no memory");
  assert_int_equal(of_tasks[1].verdict, SL_BROKEN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_is_asked_without_need),
      cmocka_unit_test(test_of_the_submission),
      cmocka_unit_test(test_of_the_machine),
      cmocka_unit_test(test_a_control_that_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
