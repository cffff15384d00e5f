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
  sl_remember_verdicts(&result, all_cases);
}

static void a_pass_takes_all_cases(void **state) {
  (void)state;
  judge(SL_PASSED, SL_PASSED, false);
  assert_false(sl_remember_passed(&lab, &tasks[0]));
  judge(SL_PASSED, SL_WRONG, true);
  assert_true(sl_remember_passed(&lab, &tasks[0]));
  assert_ptr_equal(sl_remember_current_task(&lab), &tasks[1]);
}

static void a_failure_takes_it_back(void **state) {
  (void)state;
  judge(SL_PASSED, SL_PASSED, true);
  assert_null(sl_remember_current_task(&lab));
  judge(SL_PASSED, SL_FAULTY, false);
  assert_true(sl_remember_passed(&lab, &tasks[0]));
  assert_false(sl_remember_passed(&lab, &tasks[1]));
  judge(SL_SKIPPED, SL_PASSED, false); /* a skipped task leaves its record unchanged */
  assert_true(sl_remember_passed(&lab, &tasks[0]));
  assert_false(sl_remember_passed(&lab, &tasks[1]));
  sl_remember_forget(&lab, NULL);
  assert_false(sl_remember_passed(&lab, &tasks[0]));
}

static void write_source(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  (void)fputs(text, file);
  (void)fclose(file);
}

static void judge_source(const char *path, sl_backend_id backend, bool in_both, bool all_cases) {
  sl_task_result judged = {.task = &tasks[0], .verdict = SL_PASSED};
  sl_lab_result result = {.lab = &lab, .tasks = &judged, .num_tasks = 1, .backend = backend};
  result.in_both = in_both;
  (void)snprintf(result.source, sizeof result.source, "%s", path);
  sl_remember_verdicts(&result, all_cases);
}

static void a_pass_holds_for_one_file(void **state) {
  (void)state;
  char path[] = "/tmp/sparselab-remember-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  (void)close(file);
  write_source(path, "int a;\n");
  judge_source(path, SL_LENS, false, true);
  assert_false(sl_remember_passed_unchanged(&lab, &tasks[0], path));
  judge_source(path, SL_GPU, true, true);
  assert_false(sl_remember_passed_unchanged(&lab, &tasks[0], path));
  judge_source(path, SL_LENS, true, true);
  assert_true(sl_remember_passed_unchanged(&lab, &tasks[0], path));
  judge(SL_SKIPPED, SL_PASSED, true); /* a verdict on another task */
  assert_true(sl_remember_passed_unchanged(&lab, &tasks[0], path));
  assert_false(sl_remember_passed_unchanged(&lab, &tasks[1], path));
  write_source(path, "int b;\n");
  assert_false(sl_remember_passed_unchanged(&lab, &tasks[0], path));
  judge(SL_WRONG, SL_SKIPPED, true);
  write_source(path, "int a;\n");
  assert_false(sl_remember_passed_unchanged(&lab, &tasks[0], path));
  (void)unlink(path);
  assert_false(sl_remember_passed_unchanged(&lab, &tasks[0], path));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pass_takes_all_cases),
      cmocka_unit_test(a_failure_takes_it_back),
      cmocka_unit_test(a_pass_holds_for_one_file),
  };
  char folder[] = "/tmp/sparselab-remember-XXXXXX", record[64];
  if (!mkdtemp(folder) || setenv("SL_PROGRESS_DIR", folder, 1) != 0) return 1;
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  (void)snprintf(record, sizeof record, "%s/99-sample.verdicts", folder);
  (void)unlink(record);
  (void)rmdir(folder);
  return failures;
}
