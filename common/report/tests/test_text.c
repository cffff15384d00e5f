/* test_text.c: the text for students: verdicts, mistakes, figures and the annotated source. */
#include "captured.h"

#include "report/failed_case.h"
#include "report/report.h"

#include <unistd.h>

static void a_passed_lab_on_a_gpu(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  tasks[0].points = 2;
  tasks[1].points = 5;
  cases[3].num_rows = 1000;
  cases[3].nnz = 5000;
  cases[3].figures = (sl_figures){.cold_us = 20,
                                  .cold_p10_us = 19.5,
                                  .cold_p90_us = 21,
                                  .samples = 30,
                                  .gflops = 0.5,
                                  .gbps = 250,
                                  .copy_gbps = 1000,
                                  .below_floor = true,
                                  .sequential_us = 400,
                                  .parallel_us = 50,
                                  .threads = 8,
                                  .is_spmv = true};
  captured *c = capture();
  sl_report_text(c->stream, &result);
  assert_printed(
      c,
      "Lab 01-sample  A sample\n"
      "/nowhere/sample.cu, gpu (A GPU), f32\n"
      "\n"
      "  cpu      on the CPU                     passed         2 of 2 points, 2 of 2 cases\n"
      "  kernel   one thread per row             passed         5 of 5 points, 2 of 2 cases\n"
      "\n"
      "  kernel                             rows    entries       time         10–90 %  GFLOP/s "
      "   GB/s of copy × 1 core     × all\n"
      "  large                              1000       5000    20.0 µs       19.5–21.0      0.5 "
      "  250.0    25 %     20.0       2.5  faster than memory allows: measurement error\n"
      "  Time is the median of the launch alone, caches flushed before each. GFLOP/s count a "
      "product and an\n"
      "  addition for each entry. GB/s count the format's compulsory traffic; \"of copy\" is its "
      "share of the\n"
      "  card's copy bandwidth. × 1 core and × all are speedups over the CPU reference of the task "
      "on one\n"
      "  core and on 8 threads.\n"
      "\n"
      "sample.cu: 7 of 7 points\n");
}

static void a_sequential_reference_gives_one_speedup(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  cases[3].num_rows = 1000;
  cases[3].nnz = 5000;
  cases[3].figures = (sl_figures){.cold_us = 20,
                                  .cold_p10_us = 19.5,
                                  .cold_p90_us = 21,
                                  .samples = 30,
                                  .gflops = 0.5,
                                  .sequential_us = 400};
  captured *c = capture();
  sl_report_figures(c->stream, &result);
  assert_printed(
      c, "\n"
         "  kernel                             rows    entries       time         10–90 %  GFLOP/s "
         "× 1 core\n"
         "  large                              1000       5000    20.0 µs       19.5–21.0      0.5 "
         "    20.0\n"
         "  Time is the median of the launch alone, caches flushed before each. GFLOP/s count the "
         "additions\n"
         "  and products that are needed. × 1 core is the speedup over the CPU reference of the "
         "task on one\n"
         "  core; there is only sequential code.\n");
}

/* Task cpu has a parallel reference, task kernel only a sequential one. */
static void tasks_may_differ_in_their_references(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_task measured = made_up_tasks[0];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  measured.measured = true;
  tasks[0].task = &measured;
  for (int i = 1; i < 4; i += 2) {
    cases[i].measured = true;
    cases[i].verdict = SL_PASSED;
    cases[i].figures = (sl_figures){.cold_us = 20, .samples = 30, .sequential_us = 400};
  }
  cases[1].figures.parallel_us = 50;
  cases[1].figures.threads = 8;
  captured *c = capture();
  sl_report_figures(c->stream, &result);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "× 1 core     × all\n"));
  assert_non_null(strstr(c->text, "× 1 core\n"));
  assert_non_null(strstr(c->text, "; without × all"));
  (void)fclose(c->stream);
  free(c->text);
}

static void a_task_without_a_reference_has_no_speedup(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  cases[3].num_rows = 1000;
  cases[3].figures =
      (sl_figures){.cold_us = 123456.7, .cold_p10_us = 123450, .cold_p90_us = 123460, .samples = 3};
  captured *c = capture();
  sl_report_figures(c->stream, &result);
  assert_printed(c, "\n"
                    "  kernel                             rows    entries       time         "
                    "10–90 %\n"
                    "  large                              1000          0  123457 µs   "
                    "123450–123460\n"
                    "  Time is the median of the launch alone, caches flushed before each.\n");
}

static void what_only_the_lens_finds_is_said(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  tasks[0].points = 2;
  tasks[1].verdict = cases[2].verdict = SL_FAULTY;
  tasks[1].failure = &cases[2];
  (void)strcpy(cases[2].what, "two threads race");
  cases[2].only_on_lens = true;
  result.lens_check = SL_LENS_CHECK_DONE;
  captured *c = capture();
  sl_report_verdicts(c->stream, &result);
  assert_printed(
      c, "Lab 01-sample  A sample\n"
         "/nowhere/sample.cu, gpu (A GPU), f32, small cases also on the lens\n"
         "\n"
         "  cpu      on the CPU                     passed         2 of 2 points, 2 of 2 cases\n"
         "  kernel   one thread per row             faulty         0 of 5 points, 1 of 2 cases\n"
         "           faulty\n"
         "             on \"small\": two threads race\n"
         "             found on the lens; the answers on the GPU were right\n");
}

static void that_the_lens_could_not_judge_is_said(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  result.lens_check = SL_LENS_CHECK_MISSING;
  captured *c = capture();
  sl_report_verdicts(c->stream, &result);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "The lens could not judge this file"));
  assert_null(strstr(c->text, "also on the lens"));
  (void)fclose(c->stream);
  free(c->text);
}

static void what_was_not_timed_has_no_figures(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_GPU, tasks, cases);
  cases[3].figures.sequential_us = 400;
  captured *c = capture();
  sl_report_figures(c->stream, &result);
  assert_printed(c, "");
  cases[2].measured = true;
  cases[2].figures = (sl_figures){.cold_us = 20, .samples = 30};
  c = capture();
  sl_report_figures(c->stream, &result);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "20.0 µs"));
  assert_non_null(strstr(c->text, "passed "));
  assert_null(strstr(c->text, " 0.0 µs"));
  (void)fclose(c->stream);
  free(c->text);
}

static void a_failed_lab_on_the_lens(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  tasks[0].verdict = SL_NOT_WRITTEN;
  tasks[0].line = 9;
  cases[0].verdict = SL_WRONG;
  cases[1].verdict = SL_SKIPPED;
  tasks[1].verdict = SL_WRONG;
  tasks[1].failure = &cases[3];
  tasks[1].line = 31;
  tasks[1].mistake = &made_up_mistake;
  (void)strcpy(tasks[1].output, "hello\nworld");
  cases[3].verdict = SL_WRONG;
  (void)strcpy(cases[3].what, "1 of 8 elements of y are wrong");
  captured *c = capture();
  sl_report_text(c->stream, &result);
  assert_printed(
      c, "Lab 01-sample  A sample\n"
         "/nowhere/sample.cu, lens, f32\n"
         "\n"
         "  cpu      on the CPU                     not written    0 of 2 points, 0 of 1 cases\n"
         "           /nowhere/sample.cu:9: nothing is computed, and TODO(cpu) is still here\n"
         "  kernel   one thread per row             wrong answer   0 of 5 points, 1 of 2 cases\n"
         "           /nowhere/sample.cu:31: [overwritten] y is overwritten\n"
         "             on \"large\": 1 of 8 elements of y are wrong\n"
         "             hint: What stood in y?\n"
         "           your code printed:\n"
         "           | hello\n"
         "           | world\n"
         "\n"
         "  Tasks that fail on a small case are not tried on the larger ones; there are 2 cases in "
         "all.\n"
         "\n"
         "sample.cu: 0 of 7 points\n");
}

/* A small case, 2 × 3, is shown in full; one element of y is wrong. Of a larger case, only the
 * wrong row is shown. */
static void a_failed_case_is_shown_in_full(void **state) {
  (void)state;
  sl_shown_element of_x[] = {{.before = 1}, {.index = 1, .before = 2.5}, {.index = 2, .before = 3}};
  sl_shown_element of_y[] = {
      {.before = 10, .expected = 15, .got = 15},
      {.index = 1, .before = 20, .expected = 1.0000001, .got = 1.0000002, .wrong = true}};
  sl_shown_element of_order[] = {{.expected = 1, .got = 7, .wrong = true, .unset = true}};
  sl_failed_case shown = {
      .num_rows = 2,
      .num_cols = 3,
      .small = true,
      .answered = true,
      .has_x = true,
      .rows = {{.row = 0, .length = 1, .num_entries = 1, .columns = {1}, .values = {2}, .x = {2.5}},
               {.row = 1, .length = 2, .num_entries = 1, .columns = {2}, .values = {-7}, .x = {3}}},
      .num_rows_shown = 2,
      .arrays = {{.name = "x", .type = SL_REAL, .count = 3, .elements = of_x, .num_elements = 3},
                 {.name = "y",
                  .type = SL_REAL,
                  .role = SL_INOUT,
                  .count = 2,
                  .num_wrong = 1,
                  .elements = of_y,
                  .num_elements = 2},
                 {.name = "order",
                  .type = SL_INT,
                  .role = SL_OUT,
                  .count = 9,
                  .num_wrong = 3,
                  .elements = of_order,
                  .num_elements = 1}},
      .num_arrays = 3};
  captured *c = capture();
  sl_failed_case_print(c->stream, &shown, false, 2);
  assert_printed(c, "  A, 2 × 3, with a dot where there is no entry:\n"
                    "     .   2   .\n"
                    "     .   .  -7\n"
                    "  x = 1 2.5 3\n"
                    "  y     before   expected        got\n"
                    "  y[0]      10         15         15\n"
                    "  y[1]      20  1.0000001  1.0000002  wrong\n"
                    "  order      expected      got\n"
                    "  order[0]          1  not set  wrong\n"
                    "  order: 2 more elements are wrong\n");
  shown.small = false;
  shown.num_arrays = 0;
  c = capture();
  sl_failed_case_print(c->stream, &shown, false, 2);
  assert_printed(c, "  row 0 of A has 1 entry (value · x): column 1: 2 · 2.5\n"
                    "  row 1 of A has 2 entries (value · x): column 2: -7 · 3; and 1 more\n");
}

static bool prints(const sl_lab_result *result, const char *text) {
  captured *c = capture();
  sl_report_text(c->stream, result);
  assert_int_equal(fclose(c->stream), 0);
  bool found = strstr(c->text, text) != NULL;
  free(c->text);
  return found;
}

static void long_names_of_tasks_get_room(void **state) {
  (void)state;
  static const sl_task transpose = {.name = "transpose", .title = "the other order", .points = 3};
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  tasks[0].verdict = SL_NOT_WRITTEN;
  tasks[1].task = &transpose;
  captured *c = capture();
  sl_report_text(c->stream, &result);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "\n  cpu       on the CPU   "));
  assert_non_null(strstr(c->text, "\n            nothing is computed"));
  assert_non_null(strstr(c->text, "\n  transpose the other order   "));
  (void)fclose(c->stream);
  free(c->text);
}

static void a_task_says_that_it_is_judged_with_the_kits_own_functions(void **state) {
  (void)state;
  static const sl_task of_lab[] = {
      {.name = "dot", .title = "a dot product", .function = "dot_device", .points = 1},
      {.name = "loop", .title = "the loop", .points = 1, .builds_on = "dot"}};
  static const sl_lab lab = {.id = "99-sample", SL_TASKS(of_lab)};
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  result.lab = &lab;
  tasks[1].task = &of_lab[1];
  assert_true(prints(&result, "judged with the kit's own dot_device, not with yours\n"));
  tasks[1].task = &of_lab[0];
  assert_false(prints(&result, "judged with"));
}

static void a_title_never_touches_the_verdict(void **state) {
  (void)state;
  static const sl_task of_31 = {
      .name = "a", .title = "thirty-one letters in a column.", .points = 1};
  static const sl_task of_40 = {.name = "b", .title = "forty letters, more than the column has."};
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  tasks[0].task = &of_31;
  assert_true(prints(&result, "in a column. passed  "));
  tasks[1].task = &of_40;
  assert_true(prints(&result, "the column has. passed  "));
}

/* A task that has failed on a small case is not tried on measured ones, and the report says so. */
static void fewer_cases_are_explained(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  tasks[1].verdict = SL_WRONG;
  tasks[1].failure = &cases[2];
  cases[2].verdict = SL_WRONG;
  cases[3].verdict = SL_SKIPPED;
  assert_true(prints(&result, "0 of 5 points, 0 of 1 cases\n"));
  assert_true(prints(&result,
                     "\n  Tasks that fail on a small case are not tried on the larger ones; "
                     "there are 2 cases in all.\n"));
  cases[3].measured = false; /* left out after too many crashes, although it is small */
  assert_true(prints(&result, "in all. A task\n  that keeps crashing"));
  /* the case was skipped for another reason */
  (void)strcpy(cases[3].what, "ELL would take 288 MB");
  assert_false(prints(&result, "Tasks that fail"));
}

/* No case failed, and none passed either. */
static void a_task_without_a_case_that_fits_is_skipped_in_words(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  tasks[1].verdict = SL_SKIPPED;
  cases[2].verdict = cases[3].verdict = SL_SKIPPED;
  (void)strcpy(cases[3].what, "ELL would take 288 MB");
  captured *c = capture();
  sl_report_text(c->stream, &result);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "skipped        0 of 5 points, 0 of 0 cases\n"
                                  "           not on \"large\": ELL would take 288 MB\n"));
  (void)fclose(c->stream);
  free(c->text);
}

static void a_lens_table_shows_failed_cases_too(void **state) {
  (void)state;
  sl_task_result tasks[2];
  sl_case_result cases[4];
  sl_lab_result result = make_result(SL_LENS, tasks, cases);
  cases[2].measured = true;
  cases[2].num_rows = 10;
  cases[2].nnz = 40;
  cases[2].figures =
      (sl_figures){.requests = 4, .sectors = 32, .ideal_sectors = 16, .request_threads = 100};
  cases[3].verdict = SL_OUT_OF_BOUNDS;
  captured *c = capture();
  sl_report_figures(c->stream, &result);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "  kernel                             rows    entries   requests "
                                  "    sectors  sectors/req    ideal  threads\n"
                                  "  small                                10         40          4 "
                                  "         32         8.00     4.00     25.0\n"
                                  "  large                         out of bounds  \n"));
  (void)fclose(c->stream);
  free(c->text);
}

/* Each goal is one line. Goals are not mentioned before a task with a goal passes. */
static void a_bonus_goal_is_a_line(void **state) {
  (void)state;
  static const sl_task kernel = {.name = "kernel"}, hyb = {.name = "hyb"};
  const sl_goal_bound sectors = {.figure = SL_GOAL_SECTORS, .limit = 20000, .matrix = "hpcg:10"};
  const sl_goal_bound threads = {
      .figure = SL_GOAL_ACTIVE_THREADS, .at_least = true, .limit = 28, .matrix = "web:9"};
  sl_goal_results seen = {.goals = {.count = 2}};
  seen.goals.all[0] = (sl_goal){.task = &kernel, .points = 1, .bounds = {sectors}, .num_bounds = 1};
  seen.goals.all[1] = (sl_goal){.task = &hyb, .points = 2, .bounds = {threads}, .num_bounds = 1};
  seen.outcomes[0] = (sl_goal_outcome){SL_GOAL_MISSED, &sectors, 20001, SL_PASSED};
  seen.outcomes[1] = (sl_goal_outcome){SL_GOAL_REACHED, &threads, 28.5, SL_PASSED};
  captured *c = capture();
  sl_report_goals(c->stream, &seen);
  assert_int_equal(fflush(c->stream), 0);
  assert_string_equal(
      c->text, "\nBonus: 2 of 3 points. They do not replace points of tasks.\n"
               "  kernel (1 point) not reached: 20,001 of at most 20,000 sectors with hpcg:10\n"
               "  hyb (2 points) reached: 28.5 of at least 28 active threads with web:9\n");
  (void)fclose(c->stream);
  free(c->text);
  seen.outcomes[0] = (sl_goal_outcome){SL_GOAL_NOT_PASSED, NULL, 0, SL_WRONG};
  seen.outcomes[1] = (sl_goal_outcome){SL_GOAL_NOT_PASSED, &threads, 0, SL_CRASHED};
  c = capture();
  sl_report_goals(c->stream, &seen);
  assert_int_equal(fflush(c->stream), 0);
  assert_non_null(strstr(c->text, "  kernel (1 point) the task must pass first\n"
                                  "  hyb (2 points) not reached: crashed with web:9\n"));
  (void)fclose(c->stream);
  free(c->text);
  seen.outcomes[1] = seen.outcomes[0];
  c = capture();
  sl_report_goals(c->stream, &seen);
  sl_report_goals(c->stream, NULL);
  assert_int_equal(fflush(c->stream), 0);
  assert_string_equal(c->text, "");
  (void)fclose(c->stream);
  free(c->text);
}

static void paths_below_this_folder_are_short(void **state) {
  (void)state;
  char here[4096], path[4200];
  assert_non_null(getcwd(here, sizeof here));
  (void)snprintf(path, sizeof path, "%s/labs/a.cu", here);
  assert_string_equal(sl_report_path(path), "labs/a.cu");
  (void)snprintf(path, sizeof path, "%s-other/a.cu", here);
  assert_string_equal(sl_report_path(path), path);
  assert_string_equal(sl_report_path("/a.cu"), "/a.cu");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_passed_lab_on_a_gpu),
      cmocka_unit_test(a_sequential_reference_gives_one_speedup),
      cmocka_unit_test(tasks_may_differ_in_their_references),
      cmocka_unit_test(a_task_without_a_reference_has_no_speedup),
      cmocka_unit_test(what_only_the_lens_finds_is_said),
      cmocka_unit_test(that_the_lens_could_not_judge_is_said),
      cmocka_unit_test(what_was_not_timed_has_no_figures),
      cmocka_unit_test(a_failed_lab_on_the_lens),
      cmocka_unit_test(a_failed_case_is_shown_in_full),
      cmocka_unit_test(long_names_of_tasks_get_room),
      cmocka_unit_test(a_task_says_that_it_is_judged_with_the_kits_own_functions),
      cmocka_unit_test(a_title_never_touches_the_verdict),
      cmocka_unit_test(fewer_cases_are_explained),
      cmocka_unit_test(a_task_without_a_case_that_fits_is_skipped_in_words),
      cmocka_unit_test(a_lens_table_shows_failed_cases_too),
      cmocka_unit_test(a_bonus_goal_is_a_line),
      cmocka_unit_test(paths_below_this_folder_are_short),
  };
  return cmocka_run_group_tests_name("report_text", tests, NULL, NULL);
}
