/* test_remember.c: which verdicts are kept from one call to the next. */
#include "base/test.h"

#include "cli/remember.h"
#include "judge/lab.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const sl_task tasks[] = {{.name = "cpu", .points = 2}, {.name = "kernel", .points = 5}};
static const sl_lab lab = {.id = "99-sample", .tasks = tasks, .num_tasks = 2};
const sl_lab *const sl_labs[] = {&lab};
const size_t sl_num_labs = 1;

static void judge(sl_verdict cpu, sl_verdict kernel, bool all_cases) {
  sl_task_result judged[] = {{.task = &tasks[0], .verdict = cpu},
                             {.task = &tasks[1], .verdict = kernel}};
  const sl_lab_result result = {.lab = &lab, .tasks = judged, .num_tasks = 2};
  sl_progress_save(&result, all_cases);
}

static void a_pass_takes_all_cases(void **state) {
  (void)state;
  judge(SL_PASSED, SL_PASSED, false);
  assert_false(sl_has_passed(&lab, &tasks[0]));
  judge(SL_PASSED, SL_WRONG, true);
  assert_true(sl_has_passed(&lab, &tasks[0]));
  assert_ptr_equal(sl_task_at_hand(&lab), &tasks[1]);
}

static void a_failure_takes_it_back(void **state) {
  (void)state;
  judge(SL_PASSED, SL_PASSED, true);
  assert_null(sl_task_at_hand(&lab));
  judge(SL_PASSED, SL_FAULTY, false);
  assert_true(sl_has_passed(&lab, &tasks[0]));
  assert_false(sl_has_passed(&lab, &tasks[1]));
  judge(SL_SKIPPED, SL_PASSED, false); /* says nothing */
  assert_true(sl_has_passed(&lab, &tasks[0]));
  assert_false(sl_has_passed(&lab, &tasks[1]));
  sl_progress_forget(&lab, NULL);
  assert_false(sl_has_passed(&lab, &tasks[0]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pass_takes_all_cases),
      cmocka_unit_test(a_failure_takes_it_back),
  };
  char folder[] = "/tmp/sparselab-remember-XXXXXX", record[64];
  if (!mkdtemp(folder) || setenv("SL_PROGRESS_DIR", folder, 1) != 0) return 1;
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  (void)snprintf(record, sizeof record, "%s/99-sample.verdicts", folder);
  (void)unlink(record);
  (void)rmdir(folder);
  return failures;
}
