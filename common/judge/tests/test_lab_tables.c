/* test_lab_tables.c: tasks that use functions of other tasks and labs. */
#include "base/test.h"

#include "judge/lab.h"

static const sl_task tasks[] = {{.name = "dot", .function = "dot_device"},
                                {.name = "update", .function = "update_all"},
                                {.name = "spmv", .function = "spmv"},
                                {.name = "one", .builds_on = "dot"},
                                {.name = "three", .builds_on = "dot update spmv"},
                                {.name = "later", .builds_on = "dot last"},
                                {.name = "itself", .builds_on = "itself"},
                                {.name = "last", .function = "last"}};
static const sl_lab lab = {.id = "99-sample", SL_TASKS(tasks)};

static void a_task_names_the_functions_that_it_builds_on(void **state) {
  (void)state;
  char text[64];
  assert_ok(sl_lab_describe_foundation(&lab, &tasks[0], text, sizeof text));
  assert_string_equal(text, "");
  assert_ok(sl_lab_describe_foundation(&lab, &tasks[3], text, sizeof text));
  assert_string_equal(text, "dot_device");
  assert_ok(sl_lab_describe_foundation(&lab, &tasks[4], text, sizeof text));
  assert_string_equal(text, "dot_device, update_all and spmv");
}

static void it_builds_on_earlier_tasks_alone(void **state) {
  (void)state;
  char text[64];
  assert_fails(sl_lab_describe_foundation(&lab, &tasks[5], text, sizeof text), SL_ERR_INTERNAL,
               "\"last\", which is not an earlier task");
  assert_fails(sl_lab_describe_foundation(&lab, &tasks[6], text, sizeof text), SL_ERR_INTERNAL,
               "\"itself\", which is not an earlier task");
}

/* A function from another lab is judged with the arrays and the answers of that lab. */
static void a_function_is_judged_as_in_its_own_lab(void **state) {
  (void)state;
  sl_case given;
  sl_problem problem = {.num_arrays = 0};
  assert_true(sl_num_labs > 0);
  assert_ok(sl_case_make("hpcg:3", NULL, SL_F32, false, NULL, &given));
  assert_ok(sl_lab_pose_task("01-csr-scalar", "kernel", &given, &problem));
  assert_non_null(sl_problem_find(&problem, "row_ptr"));
  assert_non_null(sl_problem_find(&problem, "y")->expected);
  sl_problem_free(&problem);
  assert_fails(sl_lab_pose_task("98-nowhere", "kernel", &given, &problem), SL_ERR_INTERNAL,
               "lab 98-nowhere, which is missing");
  assert_fails(sl_lab_pose_task("01-csr-scalar", "nothing", &given, &problem), SL_ERR_USAGE,
               "no task");
  sl_case_free(&given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_task_names_the_functions_that_it_builds_on),
      cmocka_unit_test(it_builds_on_earlier_tasks_alone),
      cmocka_unit_test(a_function_is_judged_as_in_its_own_lab),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
