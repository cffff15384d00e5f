/* test_schedule.c: the steps around the grading of a submission: failures are tried again and
 * recorded, nothing is graded twice, and a result that cannot be written ends the run. Nothing is
 * compiled here, because the submissions contain no files. */
#define _GNU_SOURCE
#include "base/test.h"

#include "grade/schedule.h"
#include "grade/settings.h"
#include "judge/lab.h"

#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 10 };

static char top[] = "/tmp/sparselab-schedule-XXXXXX", out[64], log_path[96];
static sl_rubric rubric;
static const sl_grading grading = {.backend = SL_LENS, .seed = 5};
static sl_submission students[MOST];
static sl_part parts[MOST];
static char nothing[] = "";
static char names[MOST][8], paths[MOST][64];
static sl_schedule_work work[MOST];
static sl_schedule schedule;

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
  (void)about;
  (void)kind;
  (void)where;
  return remove(path);
}

static int set_up(void **state) {
  (void)state;
  const sl_lab *lab;
  if (sl_lab_find("01", &lab) != SL_OK || sl_rubric_read(lab, NULL, &rubric) != SL_OK) return -1;
  (void)strcpy(strrchr(top, '-'), "-XXXXXX");
  if (!mkdtemp(top)) return -1;
  (void)snprintf(out, sizeof out, "%s/grades", top);
  (void)snprintf(log_path, sizeof log_path, "%s/log.txt", out);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  return nftw(top, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Makes `count` students. Those from number `gone` on have missing folders, which counts as a
 * failure of the machine. */
static void prepare(size_t count, size_t gone) {
  assert_ok(sl_schedule_prepare(out));
  memset(work, 0, sizeof work);
  for (size_t i = 0; i < count; i++) {
    (void)snprintf(names[i], sizeof names[i], "s%zu", i);
    (void)snprintf(paths[i], sizeof paths[i], "%s/%s", top, names[i]);
    parts[i] = (sl_part){paths[i], nothing};
    students[i] = (sl_submission){.student = names[i],
                                  .id = nothing,
                                  .parts = &parts[i],
                                  .num_parts = 1,
                                  .note = nothing,
                                  .problem = nothing};
    if (i < gone) assert_int_equal(mkdir(paths[i], 0755), 0);
    work[i] = (sl_schedule_work){.submission = &students[i], .rubric = &rubric, .grader = "a test"};
  }
  schedule = (sl_schedule){.grading = &grading,
                           .out = out,
                           .log = log_path,
                           .processes = 2,
                           .work = work,
                           .count = count};
}

/* Counts the lines of the log that contain these words. */
static int count_lines(const char *words) {
  char line[1024];
  int count = 0;
  FILE *from = fopen(log_path, "r");
  assert_non_null(from);
  while (fgets(line, sizeof line, from)) count += strstr(line, words) != NULL;
  (void)fclose(from);
  return count;
}

static void read_record(size_t student, sl_record *record) {
  char path[256];
  (void)snprintf(path, sizeof path, "%s/records/%s.json", out, work[student].key);
  assert_ok(sl_record_read(path, record));
}

static void test_nothing_is_graded_twice(void **state) {
  (void)state;
  prepare(3, 3);
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.graded, 3);
  assert_int_equal(schedule.kept, 0);
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.graded, 0);
  assert_int_equal(schedule.kept, 3);
  assert_int_equal(count_lines(" graded "), 3);
}

static void test_a_failure_is_tried_again_and_recorded(void **state) {
  (void)state;
  sl_record record;
  prepare(3, 2);
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.infrastructure, 1);
  assert_non_null(strstr(schedule.failure, "s2, 01-csr-scalar: cannot read "));
  assert_int_equal(count_lines(" tried s2 "), 3);
  assert_int_equal(count_lines(" failed s2 "), 1);
  assert_ok(sl_schedule_run(&schedule)); /* the next call grades them again */
  assert_int_equal(schedule.kept, 2);
  assert_int_equal(count_lines(" failed s2 "), 2);
  read_record(2, &record);
  assert_int_equal(record.verdict, SL_GRADE_INFRASTRUCTURE);
  assert_non_null(strstr(record.message, "cannot read"));
  for (size_t i = 0; i < record.num_items; i++) assert_false(record.items[i].judged);
  sl_record_free(&record);
}

static sl_status control_result;

static sl_status control(const sl_grade_job *job) {
  assert_non_null(job->rubric);
  return control_result == SL_OK ? SL_OK : sl_fail(control_result, "the machine is ill");
}

/* Makes the process that reads this submission crash: the name of its folder is at an address that
 * does not exist. cmocka would catch the signal. */
static void make_crash(size_t student) {
  (void)signal(SIGSEGV, SIG_DFL);
  parts[student].path = (char *)8;
}

static void run_with_a_crash(sl_status reference, sl_record *record_out) {
  prepare(2, 2);
  make_crash(1);
  control_result = reference;
  schedule.control = control;
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(count_lines(" tried s1 "), 3);
  read_record(1, record_out);
  for (size_t i = 0; i < record_out->num_items; i++) assert_false(record_out->items[i].judged);
}

static void test_a_failure_of_one_submission_is_its_own(void **state) {
  (void)state;
  sl_record record;
  run_with_a_crash(SL_OK, &record);
  assert_int_equal(schedule.infrastructure, 0);
  assert_int_equal(schedule.reviews, 1);
  assert_int_equal(count_lines("the reference solution can be graded"), 1);
  assert_int_equal(record.verdict, SL_GRADE_REVIEW);
  assert_non_null(strstr(record.review, "not with the reference"));
  sl_record_free(&record);
}

static void test_a_failure_of_the_machine_is_not(void **state) {
  (void)state;
  sl_record record;
  run_with_a_crash(SL_ERR_SYSTEM, &record);
  assert_int_equal(schedule.infrastructure, 1);
  assert_int_equal(schedule.reviews, 0);
  assert_int_equal(count_lines("the reference solution cannot be graded"), 1);
  assert_int_equal(record.verdict, SL_GRADE_INFRASTRUCTURE);
  assert_string_equal(record.review, "");
  sl_record_free(&record);
}

/* A folder that cannot be read is not the student's fault, even if other submissions can be graded.
 */
static void test_what_cannot_be_read_is_of_the_machine(void **state) {
  (void)state;
  prepare(2, 1);
  control_result = SL_OK;
  schedule.control = control;
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.infrastructure, 1);
  assert_int_equal(count_lines(" compared "), 0);
}

/* Many failures of single submissions in a row do not end the run. */
static void test_submissions_that_fail_alone_do_not_end_the_run(void **state) {
  (void)state;
  prepare(10, 10);
  for (size_t i = 0; i < 9; i++) make_crash(i);
  control_result = SL_OK;
  schedule.control = control;
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.reviews, 9);
  assert_int_equal(schedule.graded, 10);
}

/* A submission that failed because of the machine is graded after the machine works again, and its
 * record is replaced. */
static void test_a_failure_does_not_last(void **state) {
  (void)state;
  sl_record record;
  sl_records all;
  char path[128];
  prepare(2, 1);
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.infrastructure, 1);
  assert_int_equal(mkdir(paths[1], 0755), 0);
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.infrastructure, 0);
  assert_int_equal(schedule.kept, 1);
  read_record(1, &record);
  assert_int_equal(record.verdict, SL_GRADE_NOT_WRITTEN);
  sl_record_free(&record);
  assert_ok(sl_schedule_put_aside(&schedule));
  (void)snprintf(path, sizeof path, "%s/records", out);
  assert_ok(sl_records_read(path, &all));
  assert_int_equal(all.count, 2);
  sl_records_free(&all);
  (void)snprintf(path, sizeof path, "%s/superseded", out);
  assert_int_equal(access(path, F_OK), 0);
}

static void test_many_failures_end_the_run(void **state) {
  (void)state;
  prepare(10, 0);
  assert_fails(sl_schedule_run(&schedule), SL_ERR_SYSTEM, "8 submissions in a row");
  assert_in_range(schedule.infrastructure, 8, 9);
}

static void test_what_cannot_be_kept_ends_the_run(void **state) {
  (void)state;
  char path[128];
  prepare(3, 3);
  (void)snprintf(path, sizeof path, "%s/records", out);
  assert_int_equal(rmdir(path), 0);
  assert_fails(sl_schedule_run(&schedule), SL_ERR_SYSTEM, "cannot be written");
  assert_int_equal(schedule.graded, 0);
  assert_int_equal(count_lines(" tried "), 0);
}

/* The time of submission does not affect grading, so it is corrected in the existing record. */
static void test_a_new_time_is_taken_over(void **state) {
  (void)state;
  sl_record record;
  prepare(1, 1);
  rubric.lates[rubric.num_lates++] = (sl_rubric_late){.after = 1000, .percent = 25};
  assert_ok(sl_schedule_run(&schedule));
  work[0].handed_in = 1001;
  assert_ok(sl_schedule_run(&schedule));
  assert_int_equal(schedule.kept, 1);
  read_record(0, &record);
  assert_true(record.late_percent == 25);
  assert_string_equal(record.handed_in, "1970-01-01T00:16:41Z");
  sl_record_free(&record);
}

static void test_settings(void **state) {
  (void)state;
  sl_settings first = {.seed = 0}, same = {.seed = 0}, other = {.seed = 0};
  assert_ok(sl_schedule_prepare(out));
  sl_settings_add(&first, "sandbox", "yes");
  assert_ok(sl_settings_agree(out, &first));
  sl_settings_add(&same, "sandbox", "yes");
  assert_ok(sl_settings_agree(out, &same));
  assert_true(same.seed == first.seed);
  same.seed_given = true;
  same.seed = first.seed + 1;
  assert_fails(sl_settings_agree(out, &same), SL_ERR_USAGE, "began with the seed");
  sl_settings_add(&other, "sandbox", "none");
  assert_fails(sl_settings_agree(out, &other), SL_ERR_USAGE,
               "began with the sandbox \"yes\", but now it is \"none\"");
}

/* A new or changed lab does not affect another lab. */
static void test_settings_of_labs(void **state) {
  (void)state;
  sl_settings all = {.seed = 5, .seed_given = true};
  assert_ok(sl_schedule_prepare(out));
  assert_ok(sl_settings_agree(out, &all));
  assert_ok(sl_settings_agree_on_lab(out, "02-ell", 5, "a rubric", "a grader"));
  assert_ok(sl_settings_agree_on_lab(out, "07-new", 5, "its rubric", "its grader"));
  assert_ok(sl_settings_agree_on_lab(out, "02-ell", 5, "a rubric", "a grader"));
  assert_fails(sl_settings_agree_on_lab(out, "07-new", 5, "another", "its grader"), SL_ERR_USAGE,
               "the rubric of 07-new has changed");
  assert_fails(sl_settings_agree_on_lab(out, "02-ell", 5, "a rubric", "another"), SL_ERR_USAGE,
               "has changed since the grading of 02-ell began");
}

/* Earlier versions of the kit kept all labs in grading.json. */
static void test_settings_of_an_earlier_kit(void **state) {
  (void)state;
  sl_settings all = {.seed = 5, .seed_given = true};
  assert_ok(sl_schedule_prepare(out));
  sl_settings_add(&all, "grader 02-ell", "an earlier grader");
  assert_ok(sl_settings_agree(out, &all));
  assert_fails(sl_settings_agree_on_lab(out, "02-ell", 5, "a rubric", "a grader"), SL_ERR_USAGE,
               "has changed since the grading of 02-ell began");
}

#define test_in_a_folder(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      test_in_a_folder(test_nothing_is_graded_twice),
      test_in_a_folder(test_a_failure_is_tried_again_and_recorded),
      test_in_a_folder(test_a_failure_of_one_submission_is_its_own),
      test_in_a_folder(test_a_failure_of_the_machine_is_not),
      test_in_a_folder(test_what_cannot_be_read_is_of_the_machine),
      test_in_a_folder(test_submissions_that_fail_alone_do_not_end_the_run),
      test_in_a_folder(test_a_failure_does_not_last),
      test_in_a_folder(test_many_failures_end_the_run),
      test_in_a_folder(test_what_cannot_be_kept_ends_the_run),
      test_in_a_folder(test_a_new_time_is_taken_over),
      test_in_a_folder(test_settings),
      test_in_a_folder(test_settings_of_labs),
      test_in_a_folder(test_settings_of_an_earlier_kit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
