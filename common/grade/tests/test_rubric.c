/* test_rubric.c: rubrics that are right, and many that are not. */
#include "base/test.h"

#include "grade/iso_time.h"
#include "grade/rubric.h"
#include "judge/lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/sparselab-rubric-XXXXXX";
static const sl_lab *lab;
static sl_rubric rubric;

static int set_up(void **state) {
  (void)state;
  int file = mkstemp(path);
  return file >= 0 && close(file) == 0 && sl_lab_find("02", &lab) == SL_OK ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  return unlink(path);
}

static sl_status read_text(const char *text, size_t size) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
  return sl_rubric_read(lab, path, &rubric);
}

static sl_status read_rubric(const char *text) {
  return read_text(text, strlen(text));
}

static void test_without_a_file_it_is_the_labs(void **state) {
  (void)state;
  assert_ok(sl_rubric_read(lab, NULL, &rubric));
  for (size_t t = 0; t < lab->num_tasks; t++) {
    assert_true(rubric.tasks[t] == (double)lab->tasks[t].points);
  }
  assert_int_equal(rubric.num_bars + rubric.num_lates + rubric.num_hidden, 0);
  assert_int_equal(sl_rubric_shown(&rubric, 0), SL_SHOW_EVERYTHING);
}

static void test_every_line(void **state) {
  (void)state;
  assert_ok(read_rubric("# a comment\nlab 02-ell\n\n  task pad 2.5 # of it\r\n"
                        "bar kernel 1 sectors per request on col_idx at most 4.5 with hpcg:16\n"
                        "bar kernel 2 requests at most 1000 with example-4x4\n"
                        "clean 1\nperformance kernel 3 full 1.2 none 3\n"
                        "late 2026-12-03 50\nlate 2026-12-01T23:59 10\n"
                        "deadline 2026-12-01T23:59+01:00\nbefore deadline show verdicts hints\n"
                        "after deadline show everything\nhidden uniform:300x200,seed=7"));
  assert_true(rubric.tasks[0] == 2.5 && rubric.tasks[1] == (double)lab->tasks[1].points);
  assert_int_equal(rubric.num_bars, 2);
  assert_string_equal(rubric.bars[0].array, "col_idx");
  assert_string_equal(rubric.bars[0].matrix, "hpcg:16");
  assert_true(rubric.bars[0].most == 4.5 && rubric.bars[0].figure == SL_SECTORS_A_REQUEST);
  assert_int_equal(rubric.bars[1].number, 2);
  assert_string_equal(rubric.bars[1].array, "");
  assert_true(rubric.clean == 1 && rubric.performances[0].none == 3);
  assert_int_equal(rubric.num_hidden, 1);
  assert_int_equal(rubric.before, SL_SHOW_VERDICTS | SL_SHOW_HINTS);
  assert_int_equal(rubric.after, SL_SHOW_EVERYTHING);
}

static void test_bonus(void **state) {
  (void)state;
  sl_goals all;
  assert_ok(sl_lab_find("01", &lab));
  assert_ok(sl_goals_read(lab, &all));
  assert_ok(read_rubric("clean 1"));
  assert_int_equal(rubric.goals.count, 0); /* like rubrics from before bonus goals existed */
  assert_ok(read_rubric("bonus off"));
  assert_int_equal(rubric.goals.count, 0);
  assert_ok(read_rubric("bonus on"));
  assert_true(rubric.goals.count > 0 && rubric.goals.count < all.count);
  for (size_t g = 0; g < rubric.goals.count; g++) {
    assert_false(sl_goal_is_predicted(&rubric.goals.all[g])); /* a rubric must request these */
  }
  assert_false(rubric.bonus_in_marks);
  assert_ok(read_rubric("bonus on at most 1.5 with predicted times in marks"));
  assert_int_equal(rubric.goals.count, all.count);
  assert_true(rubric.most_bonus == 1.5 && rubric.bonus_in_marks);
  assert_ok(sl_lab_find("02", &lab));
}

static void test_the_time_decides(void **state) {
  (void)state;
  time_t when;
  assert_ok(read_rubric("late 2026-12-03T00:00 50\nlate 2026-12-01T23:59 10\n"
                        "deadline 2026-12-01T23:59\nbefore deadline show points\n"));
  assert_true(sl_iso_time_read("2026-12-01T23:59", &when));
  assert_true(sl_rubric_late_percent(&rubric, when) == 0);
  assert_true(sl_rubric_late_percent(&rubric, when + 1) == 10);
  assert_true(sl_rubric_late_percent(&rubric, when + 7 * 86400) == 50);
  assert_int_equal(sl_rubric_shown(&rubric, when), SL_SHOW_POINTS);
  assert_int_equal(sl_rubric_shown(&rubric, when + 1), SL_SHOW_EVERYTHING);
}

/* All points up to `full`, none from `none` on, and a straight line between. */
static void test_a_ratio_gives_points(void **state) {
  (void)state;
  static const double pairs[][2] = {{0.5, 9},   {1, 9},      {1.2, 9}, {1.21, 8.95}, {1.5, 7.5},
                                    {2.1, 4.5}, {2.99, .05}, {3, 0},   {100, 0},     {0, 0}};
  assert_ok(read_rubric("performance kernel 9 full 1.2 none 3\n"
                        "performance row-major 1 full 1 none 2 with web:2000"));
  const sl_rubric_performance *wanted = &rubric.performances[0];
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    double points = sl_rubric_performance_points(wanted, pairs[i][0]);
    assert_true(points > pairs[i][1] - 1e-9 && points < pairs[i][1] + 1e-9);
  }
  assert_true(sl_rubric_performance_points(wanted, (double)NAN) == 0);
  assert_string_equal(sl_rubric_performance_matrix(wanted), SL_RUBRIC_PERFORMANCE_MATRIX);
  assert_string_equal(sl_rubric_performance_matrix(&rubric.performances[1]), "web:2000");
}

static const struct {
  const char *text, *words;
} wrong[] = {
    {"points pad 2", ":1: no line of a rubric begins with \"points\""},
    {"\n\ntask pad two", ":3: \"two\" is not a number of points"},
    {"task pad -1", "\"-1\" is not a number"},
    {"task pad nan", "\"nan\" is not a number"},
    {"task pad 1e3", "\"1e3\" is not a number"},
    {"task pad 1001", "from 0 to 1000"},
    {"task pad", "is missing"},
    {"task", "the name of a task is missing"},
    {"task paddle 1", "paddle"},
    {"task pad 1\ntask pad 1", ":2: the task pad is given twice"},
    {"task pad 1 2", "\"2\" and the words after it do not belong here"},
    {"lab 03", "this is the rubric of 03-coo-hyb"},
    {"lab 99", "99"},
    {"lab 02\nlab 02", "remove one"},
    {"bar kernel 1 warmth at most 4 with hpcg:16", "after the points, write one of"},
    {"bar kernel 1 requests on row_ptr at most 4 with hpcg:16", "has no array \"row_ptr\""},
    {"bar kernel 1 requests on x at least 4 with hpcg:16", "\"at most\" and a limit are missing"},
    {"bar kernel 1 requests at most x with hpcg:16", "\"x\" is not a limit"},
    {"bar kernel 1 requests at most 4", "\"with\" and a matrix"},
    {"bar kernel 1 requests at most 4 with", "a matrix is missing"},
    {"bar kernel 1 requests at most 4 with a\nbar kernel 2 requests at most 4 with a",
     "is already in line 1"},
    {"clean 1\nclean 2", "remove one"},
    {"bonus", "write \"bonus off\", or a line like"},
    {"bonus off\nbonus on", "remove one"},
    {"bonus on at most 0", "from 0.01 to 1000"},
    {"bonus off in marks", "\"in\" and the words after it"},
    {"performance pad 3 full 1 none 2", "does not run on the device"},
    {"performance kernel 3 full 2 none 2", "must be more than"},
    {"performance kernel 3 none 2", "full 1.2 none 3"},
    {"performance kernel 3 full 1 none 2 with", "a matrix is missing"},
    {"performance kernel 3 full 1 none 2 hpcg:16", "\"hpcg:16\" and the words after it"},
    {"late tomorrow 10", "\"tomorrow\" is not a time"},
    {"late 2026-02-30T00:00 10", "is not a time"},
    {"late 2026-12-01T24:10 10", "is not a time"},
    {"late 2026-12-01T23:59 101", "from 0 to 100"},
    {"late 2026-12-01T23:59 10\nlate 2026-12-01T23:59 20", "this time occurs twice"},
    {"late 2026-12-01T23:59 20\nlate 2026-12-02T23:59 10", "must not take off less"},
    {"deadline", "a time is missing"},
    {"before deadline show points", "has no line \"deadline\""},
    {"after deadline show marks", "\"marks\" cannot be shown"},
    {"after deadline show", "after deadline show points"},
    {"hidden a\nhidden a", "is already in line 1"},
    {"hidden", "a matrix is missing"},
};

static void test_wrong_lines(void **state) {
  (void)state;
  for (size_t i = 0; i < SL_COUNT(wrong); i++) {
    assert_fails(read_rubric(wrong[i].text), SL_ERR_INPUT, wrong[i].words);
    assert_non_null(strstr(sl_status_message(), path));
  }
}

static void test_which_lab(void **state) {
  (void)state;
  const sl_lab *named;
  assert_ok(read_rubric("# of ELL\n\n lab 02-ell\n"));
  assert_ok(sl_rubric_find_lab(path, &named));
  assert_ptr_equal(named, lab);
  assert_fails(read_rubric("# of ELL\n\nlab 20\n"), SL_ERR_INPUT, ":3: ");
  assert_fails(sl_rubric_find_lab(path, &named), SL_ERR_INPUT, ":3: there is no lab \"20\"");
  assert_ok(read_rubric("clean 1"));
  assert_fails(sl_rubric_find_lab(path, &named), SL_ERR_INPUT, "does not say which lab");
}

static void test_wrong_files(void **state) {
  (void)state;
  static char much[70000];
  memset(much, '\n', sizeof much);
  assert_fails(read_text(much, sizeof much), SL_ERR_INPUT, "too large");
  assert_fails(read_text("clean 1\0", 8), SL_ERR_INPUT, "is not a text");
  memset(much, 'a', 600);
  assert_fails(read_text(much, 600), SL_ERR_INPUT, "the line is too long");
  for (int i = 0; i < 60; i += 2) memcpy(much + i, "a ", 2);
  assert_fails(read_text(much, 60), SL_ERR_INPUT, "too many words");
  assert_fails(sl_rubric_read(lab, "/dev/zero", &rubric), SL_ERR_INPUT, "cannot read the rubric");
}

static void test_matrices(void **state) {
  (void)state;
  assert_ok(read_rubric("hidden hpcg:3\n"));
  assert_ok(sl_rubric_check_matrices(&rubric, NULL));
  assert_ok(read_rubric("clean 1\nhidden hgcp:3\n"));
  assert_fails(sl_rubric_check_matrices(&rubric, NULL), SL_ERR_INPUT, ":2: ");
}

static void test_the_kits_rubrics(void **state) {
  (void)state;
  for (size_t i = 0; i < sl_num_labs; i++) {
    char own[512];
    sl_rubric_path(sl_labs[i], own, sizeof own);
    if (access(own, F_OK) != 0) continue; /* a lab may have none */
    assert_ok(sl_rubric_read(sl_labs[i], own, &rubric));
    for (size_t t = 0; t < sl_labs[i]->num_tasks; t++) {
      assert_true(rubric.tasks[t] == (double)sl_labs[i]->tasks[t].points);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without_a_file_it_is_the_labs),
      cmocka_unit_test(test_a_ratio_gives_points),
      cmocka_unit_test(test_every_line),
      cmocka_unit_test(test_bonus),
      cmocka_unit_test(test_the_time_decides),
      cmocka_unit_test(test_wrong_lines),
      cmocka_unit_test(test_which_lab),
      cmocka_unit_test(test_wrong_files),
      cmocka_unit_test(test_matrices),
      cmocka_unit_test(test_the_kits_rubrics),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
