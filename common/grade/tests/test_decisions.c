/* test_decisions.c: files of decisions that are right, and many that are not. */
#include "grade/changes.h"
#include "grade/decisions.h"
#include "grade/wording.h"

#include "sample.h"

#include "judge/lab.h"

#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/sparselab-decisions-XXXXXX";
static sl_decisions decisions;
static sl_rubric rubrics[32];

static int set_up(void **state) {
  (void)state;
  int file = mkstemp(path);
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (sl_rubric_read(sl_labs[i], NULL, &rubrics[i]) != SL_OK) return -1;
  }
  return file >= 0 ? close(file) : -1;
}

static int tear_down(void **state) {
  (void)state;
  return unlink(path);
}

static sl_status read_bytes(const char *text, size_t size) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
  return sl_decisions_read(path, false, &decisions);
}

static sl_status read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

static void test_every_line(void **state) {
  (void)state;
  assert_ok(
      read_text("\xef\xbb\xbf# a comment\r\n\n"
                "points ann 02 kernel 2.5 by smith 2026-12-03: off by one # not a comment\r\n"
                "  points \"Doe, \"\"J\"\"\" 02-ell all 0 by \"A. Smith\" 2026-12-03T10:00: x\n"
                "extend ann ell 2026-12-08T23:59+01:00 by smith 2026-11-30: ill\n"
                "comment ann 02 all by smith 2026-12-03: well done\n"
                "comment ann 02 all by smith 2026-12-03: well done\n"
                "\tcomment ann 02 pad by jones 2026-12-04: no newline at the end"));
  assert_int_equal(decisions.count, 6);
  const sl_decision *d = decisions.all;
  assert_true(d[0].kind == SL_DECISION_POINTS && d[0].points == 2.5);
  assert_string_equal(d[0].text, "off by one # not a comment");
  assert_string_equal(d[0].lab, "02-ell");
  assert_string_equal(d[1].student, "Doe, \"J\"");
  assert_string_equal(d[1].who, "A. Smith");
  assert_string_equal(d[1].item, "");
  assert_int_equal(d[2].kind, SL_DECISION_EXTEND);
  assert_int_equal(d[2].until, 1796770740);
  assert_int_equal(d[5].line, 8);
  sl_decisions_free(&decisions);
}

static void test_a_missing_file(void **state) {
  (void)state;
  assert_ok(sl_decisions_read("/nonexistent", true, &decisions));
  assert_int_equal(decisions.count, 0);
  assert_fails(sl_decisions_read("/nonexistent", false, &decisions), SL_ERR_INPUT, "nonexistent");
  assert_fails(sl_decisions_read("/tmp", true, &decisions), SL_ERR_INPUT, "/tmp");
}

static void test_what_makes_no_sense(void **state) {
  (void)state;
  static const char *const lines[][2] = {
      {"point ann 02 kernel 2 by s 2026-12-03: x", "lines begin with points, extend, comment"},
      {"points", "the name of a student is missing"},
      {"points ann", "a lab is missing"},
      {"points Jane Doe 02 kernel 2 by s 2026-12-03: x", "in quotes"},
      {"points ann 02", "the name of a task"},
      {"points ann 02 kernel by s 2026-12-03: x", "\"by\" is not a number of points"},
      {"points ann 02 kernel -1 by s 2026-12-03: x", "not a number of points"},
      {"points ann 02 kernel nan by s 2026-12-03: x", "not a number of points"},
      {"points ann 02 kernel 1e9 by s 2026-12-03: x", "not a number of points"},
      {"points ann 02 kernel 2 s 2026-12-03: x", "\"by\" is missing"},
      {"comment ann 02 well done", "the form is: comment STUDENT LAB TASK by"},
      {"extend ann 02 all 2026-12-08 by s 2026-12-03: x",
       "The form is: extend STUDENT LAB TIME by"},
      {"points ann 02 kernel 2 by", "\"by\" is missing"},
      {"points ann 02 kernel 2 by s", "a date is missing"},
      {"points ann 02 kernel 2 by s 2026-12-03 x", "a colon is missing"},
      {"points ann 02 kernel 2 by s yesterday: x", "is not a date"},
      {"points ann 02 kernel 2 by s 2026-02-30: x", "is not a date"},
      {"points ann 02 kernel 2 by s 2026-12-03:", "a reason or a comment is missing"},
      {"points \"ann 02 kernel 2 by s 2026-12-03: x", "a quote is not closed"},
      {"points \"ann\"02 kernel 2 by s 2026-12-03: x", "write a space"},
      {"points \"\" 02 kernel 2 by s 2026-12-03: x", "the name of a student is missing"},
      {"extend ann 02 tomorrow by s 2026-12-03: x", "is not a time"},
      {"comment ann 99 all by s 2026-12-03: x", "there is no lab"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[256];
    (void)snprintf(text, sizeof text, "# first\n%s\n", lines[i][0]);
    assert_fails(read_text(text), SL_ERR_INPUT, lines[i][1]);
    assert_non_null(strstr(sl_status_message(), ":2: ")); /* file and line */
    sl_decisions_free(&decisions);
  }
  assert_fails(read_text("points ann 02 pad 1 by s 2026-12-03: x\n"
                         "points ann ell pad 2 by s 2026-12-04: y\n"),
               SL_ERR_INPUT, "line 1 decides the same");
  sl_decisions_free(&decisions);
  assert_fails(read_bytes("# a\0b\n", 6), SL_ERR_INPUT, "a zero byte");
  sl_decisions_free(&decisions);
}

/* ---- applied --------------------------------------------------------------------------------- */

static sl_records class_of_two(void) {
  sl_records records = {0};
  assert_ok(sl_alloc(2, sizeof *records.all, "records", &records.all));
  records.all[records.count++] = sample_record("ann", "02-ell");
  records.all[records.count++] = sample_record("bob", "02-ell");
  return records;
}

static sl_status apply(const char *text, sl_records *records) {
  sl_status status = read_text(text);
  *records = class_of_two();
  if (status == SL_OK) status = sl_decisions_apply(&decisions, rubrics, 1796083200, records);
  sl_decisions_free(&decisions);
  return status;
}

static void test_points_are_set(void **state) {
  (void)state;
  sl_records records;
  records = class_of_two();
  double before = sl_record_points(&records.all[0]);
  sl_records_free(&records);
  assert_ok(apply("points ann 02 kernel 4 by s 2026-12-03: x\n"
                  "points ann 02 performance.kernel 2 by s 2026-12-03: a slow card\n"
                  "points bob 02 all 7 by s 2026-12-03: y\n"
                  "points zoe 01 all 1 by s 2026-12-03: of a lab that is not graded here\n",
                  &records));
  const sl_record *ann = &records.all[0], *bob = &records.all[1];
  assert_true(sl_record_points(ann) == before + 4 + 2);
  assert_true(ann->decided.computed == before && !ann->decided.overridden);
  assert_true(sl_record_is_overridden(ann) && sl_record_is_overridden(bob));
  assert_true(ann->items[4].judged && !bob->items[4].judged);
  assert_true(sl_record_points(bob) == 7 && bob->decided.computed == before);
  assert_string_equal(ann->items[1].decided.override,
                      "4 of 5 points by s, 2026-12-03 (computed: 0): x");
  assert_string_equal(ann->items[4].decided.override,
                      "2 of 3 points by s, 2026-12-03 (not judged before): a slow card");
  sl_records_free(&records);
}

static void test_what_cannot_be_decided(void **state) {
  (void)state;
  static const char *const lines[][2] = {
      {"points an 02 kernel 2 by s 2026-12-03: x", "there is no record of \"an\""},
      {"points anne 02 kernel 2 by s 2026-12-03: x", "did you mean \"ann\"?"},
      {"points ann 02 kernle 2 by s 2026-12-03: x", "no task \"kernle\"; the tasks are pad, "},
      {"points ann 02 kernel 6 by s 2026-12-03: x", "6 points are more than the 5 that kernel"},
      {"points ann 02 all 60 by s 2026-12-03: x", "60 points are more than the 12 that 02-ell"},
      {"comment ann 02 kernle by s 2026-12-03: x", "no task"},
      {"extend ann 02 2026-12-08 by s 2026-12-03: x", "nothing to extend"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    sl_records records;
    assert_fails(apply(lines[i][0], &records), SL_ERR_INPUT, lines[i][1]);
    assert_non_null(strstr(sl_status_message(), ":1: "));
    sl_records_free(&records);
  }
}

static sl_rubric *ell_rubric(void) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (strcmp(sl_labs[i]->id, "02-ell") == 0) return &rubrics[i];
  }
  fail();
  return NULL;
}

/* The submission was handed in on 30 November at 21:04; `now` is 1 December. */
static void test_an_extension_moves_all_times(void **state) {
  (void)state;
  static const struct {
    const char *until;
    double percent;
    bool open;
  } cases[] = {{"2026-11-29T10:00", 10, false},
               {"2026-11-30T21:00", 10, false},
               {"2026-11-30T21:04", 0, false},
               {"2026-12-02T00:00", 0, true}};
  sl_rubric *rubric = ell_rubric(), kept = *rubric;
  rubric->deadline = 1795867200; /* 28 November, 12:00 */
  rubric->num_lates = 2;
  rubric->lates[0] = (sl_rubric_late){rubric->deadline, 10};
  rubric->lates[1] = (sl_rubric_late){rubric->deadline + 48 * 3600, 50};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    sl_records records;
    (void)snprintf(text, sizeof text, "extend ann 02 %s by s 2026-11-20: ill", cases[i].until);
    assert_ok(apply(text, &records));
    assert_true(records.all[0].late_percent == cases[i].percent);
    assert_true(records.all[0].still_open == cases[i].open && records.all[0].extended[0]);
    assert_false(records.all[1].still_open || records.all[1].extended[0]);
    sl_records_free(&records);
  }
  sl_records records;
  assert_fails(apply("extend ann 02 2026-11-28T12:00 by s 2026-11-20: ill", &records), SL_ERR_INPUT,
               "ends before the deadline");
  sl_records_free(&records);
  *rubric = kept;
}

/* A rubric that cannot be read concerns only its own lab. What does not depend on the rubric is
 * certain, and a mark that depends on it is open. */
static void test_an_extension_without_the_rubric(void **state) {
  (void)state;
  static const struct {
    const char *until;
    double late, percent;
    bool counts;
  } cases[] = {{"2026-11-30T21:04", 10, 0, true}, /* handed in at 21:04 */
               {"2026-11-30T21:03", 10, 10, false},
               {"2026-11-30T21:03", 0, 0, true}};
  sl_rubric *rubric = ell_rubric(), kept = *rubric;
  *rubric = (sl_rubric){.lab = kept.lab, .unreadable = true};
  for (size_t i = 0; i < SL_COUNT(cases); i++) {
    char text[256];
    sl_records records = class_of_two();
    sl_record *ann = &records.all[0], *bob = &records.all[1];
    ann->late_percent = cases[i].late;
    (void)snprintf(text, sizeof text,
                   "extend ann 02 %s by s 2026-11-20: ill\n"
                   "points bob 02 all 7 by s 2026-12-03: y\n",
                   cases[i].until);
    assert_ok(read_text(text));
    assert_ok(sl_decisions_apply(&decisions, rubrics, 1796083200, &records));
    assert_true(ann->extended[0] && ann->late_percent == cases[i].percent);
    assert_int_equal(sl_wording_record_counts(ann), cases[i].counts);
    assert_int_equal(sl_wording_record_open(ann) == sl_record_possible(ann), !cases[i].counts);
    assert_true(sl_record_points(bob) == 7);
    sl_decisions_free(&decisions);
    sl_records_free(&records);
  }
  *rubric = kept;
}

static sl_status read_and_free(void) {
  sl_decisions read;
  sl_status status = sl_decisions_read(path, false, &read);
  sl_decisions_free(&read);
  return status;
}

static void test_without_memory(void **state) {
  (void)state;
  sl_records records = class_of_two();
  assert_ok(read_text("points ann 02 kernel 4 by s 2026-12-03: x\n"
                      "comment ann 02 all by s 2026-12-03: y\n"));
  assert_survives_failing_allocations(read_and_free());
  assert_survives_failing_allocations(sl_decisions_apply(&decisions, rubrics, 0, &records));
  sl_records_free(&records);
  sl_decisions_free(&decisions);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_line),
                                     cmocka_unit_test(test_a_missing_file),
                                     cmocka_unit_test(test_what_makes_no_sense),
                                     cmocka_unit_test(test_points_are_set),
                                     cmocka_unit_test(test_what_cannot_be_decided),
                                     cmocka_unit_test(test_an_extension_moves_all_times),
                                     cmocka_unit_test(test_an_extension_without_the_rubric),
                                     cmocka_unit_test(test_without_memory)};
  return cmocka_run_group_tests_name("decisions", tests, set_up, tear_down);
}
