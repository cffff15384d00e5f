/* test_paces.c: how a record stores a GPU time, and a submission that a person must check. No time
 * is measured here. */
#include "base/test.h"

#include "grade/items.h"
#include "judge/lab.h"

#include <stdio.h>
#include <string.h>

static sl_rubric rubric;
static const sl_handed_file file = {.kind = SL_HANDED_NOTHING};
static const sl_grading grading = {.backend = SL_GPU};
static const sl_grade_job job = {.grading = &grading,
                                 .rubric = &rubric,
                                 .student = "ada",
                                 .file = &file,
                                 .grader = "a test",
                                 .folder = "/nowhere"};

/* Makes a record in which all tasks of lab 01 pass, and the time of `kernel` counts for nine
 * points. */
static void make_record(sl_record *record) {
  const sl_lab *lab;
  assert_true(sl_num_labs > 0);
  assert_ok(sl_lab_find("01-csr-scalar", &lab));
  assert_ok(sl_rubric_read(lab, NULL, &rubric));
  rubric.performances[0] =
      (sl_rubric_performance){.task = &lab->tasks[1], .points = 9, .full = 1.2, .none = 3};
  rubric.num_performances = 1;
  assert_ok(sl_record_make(record));
  assert_ok(sl_items_begin(&job, record));
  for (size_t t = 0; t < lab->num_tasks; t++) {
    sl_items_decide(sl_items_find(record, lab->tasks[t].name), SL_GRADE_PASS);
  }
}

static const sl_record_item *take(sl_record *record, sl_pace pace) {
  make_record(record);
  (void)snprintf(pace.device, sizeof pace.device, "a GPU");
  pace.reference_us = 100;
  pace.us = 100 * pace.ratio;
  assert_ok(sl_items_take_pace(&job, &rubric.performances[0], &pace, record));
  sl_items_conclude(record);
  return sl_items_find(record, "performance.kernel");
}

static void assert_ratio_gives(double ratio, double points, sl_grade_verdict verdict,
                               sl_grade_verdict of_record) {
  sl_record record;
  const sl_record_item *item = take(&record, (sl_pace){.ratio = ratio});
  assert_true(item->judged);
  assert_true(item->points > points - 1e-9 && item->points < points + 1e-9);
  assert_int_equal(item->verdict, verdict);
  assert_true(item->value == ratio && item->reference_us == 100 && item->time_us == 100 * ratio);
  assert_non_null(strstr(item->detail, "with hpcg:96 on a GPU"));
  assert_int_equal(record.verdict, of_record);
  assert_true(sl_record_points(&record) > 10 + points - 1e-9);
  assert_string_equal(record.review, "");
  sl_record_free(&record);
}

static void a_ratio_gives_a_verdict_and_points(void **state) {
  (void)state;
  assert_ratio_gives(1.2, 9, SL_GRADE_PASS, SL_GRADE_PASS);
  assert_ratio_gives(1.5, 7.5, SL_GRADE_PARTIAL, SL_GRADE_PARTIAL);
  assert_ratio_gives(3, 0, SL_GRADE_WRONG, SL_GRADE_PARTIAL);
}

/* The points for a time that a person must check are left open, and the report shows it. */
static void what_is_to_be_looked_at_stays_open(void **state) {
  (void)state;
  sl_record record;
  sl_pace pace = {.ratio = 0.01, .review = "1 us are less than this device needs"};
  const sl_record_item *item = take(&record, pace);
  assert_false(item->judged);
  assert_int_equal(item->verdict, SL_GRADE_REVIEW);
  assert_true(item->points == 0 && sl_record_points(&record) == 10);
  assert_string_equal(item->what, "1 us are less than this device needs");
  assert_string_equal(record.review, "kernel: 1 us are less than this device needs");
  assert_int_equal(record.verdict, SL_GRADE_REVIEW);
  sl_record_free(&record);
  item = take(&record, (sl_pace){.verdict = SL_BROKEN, .what = "no memory"});
  assert_int_equal(item->verdict, SL_GRADE_REVIEW);
  assert_non_null(strstr(record.review, "though the reference solution could: no memory"));
  sl_record_free(&record);
  item = take(&record, (sl_pace){.ratio = 0}); /* no slope */
  assert_int_equal(item->verdict, SL_GRADE_REVIEW);
  assert_int_equal(record.verdict, SL_GRADE_REVIEW);
  sl_record_free(&record);
}

static void what_fails_on_the_gpu_has_no_points(void **state) {
  (void)state;
  sl_record record;
  sl_pace pace = {.verdict = SL_WRONG, .what = "3 of 4 elements of y are wrong"};
  const sl_record_item *item = take(&record, pace);
  assert_true(item->judged && item->points == 0);
  assert_int_equal(item->verdict, SL_GRADE_WRONG);
  assert_string_equal(item->what, "on the GPU the answer is wrong");
  assert_string_equal(item->detail, "3 of 4 elements of y are wrong");
  assert_int_equal(record.verdict, SL_GRADE_PARTIAL);
  sl_record_free(&record);
  item = take(&record, (sl_pace){.verdict = SL_CRASHED, .out_of_memory = true});
  assert_int_equal(item->verdict, SL_GRADE_OUT_OF_MEMORY);
  assert_string_equal(item->what, "on the GPU the program needs more memory than allowed");
  sl_record_free(&record);
}

/* Without a GPU the item stays open, and no person has to check it. */
static void without_a_gpu_nothing_is_said(void **state) {
  (void)state;
  sl_record record;
  make_record(&record);
  sl_items_conclude(&record);
  assert_false(sl_items_find(&record, "performance.kernel")->judged);
  assert_int_equal(record.verdict, SL_GRADE_PASS);
  assert_string_equal(record.review, "");
  sl_record_free(&record);
}

/* The first of the hidden cases has number 2. */
static void assert_said_of_slow_case(size_t number, const char *what) {
  sl_record record;
  sl_case_result cases[3] = {{.name = "large", .verdict = SL_PASSED},
                             {.name = "larger", .verdict = SL_PASSED},
                             {.name = "secret", .verdict = SL_PASSED}};
  const sl_lab *lab;
  assert_true(sl_num_labs > 0);
  assert_ok(sl_lab_find("01-csr-scalar", &lab));
  sl_task_result task = {
      .task = &lab->tasks[0], .verdict = SL_PASSED, .cases = cases, .num_cases = SL_COUNT(cases)};
  const sl_lab_result result = {.lab = lab, .tasks = &task, .num_tasks = 1};
  cases[number].verdict = SL_SKIPPED;
  cases[number].too_slow = true;
  make_record(&record);
  assert_ok(sl_items_take(&job, &result, 2, &record));
  const sl_record_item *item = sl_items_find(&record, lab->tasks[0].name);
  assert_int_equal(item->verdict, SL_GRADE_PASS);
  assert_string_equal(item->what, what);
  sl_record_free(&record);
}

static void a_program_too_slow_for_a_case_passes_and_the_record_says_so(void **state) {
  (void)state;
  assert_said_of_slow_case(
      1, "not judged on \"larger\", because the work grows too fast with the matrix");
  assert_said_of_slow_case(
      2, "not judged on a hidden matrix, because the work grows too fast with the matrix");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ratio_gives_a_verdict_and_points),
      cmocka_unit_test(what_is_to_be_looked_at_stays_open),
      cmocka_unit_test(what_fails_on_the_gpu_has_no_points),
      cmocka_unit_test(without_a_gpu_nothing_is_said),
      cmocka_unit_test(a_program_too_slow_for_a_case_passes_and_the_record_says_so),
  };
  return cmocka_run_group_tests_name("paces", tests, NULL, NULL);
}
