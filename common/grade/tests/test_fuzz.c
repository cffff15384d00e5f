/* test_fuzz.c: randomly changed rubrics, records, settings and tables: each is read or refused, and
 * all values stay within their limits. */
#include "sample.h"

#include "base/fuzz.h"
#include "base/table.h"
#include "grade/rubric.h"
#include "grade/settings.h"
#include "judge/lab.h"

#include <math.h>

enum { MOST_BYTES = 1 << 16, MOST_CHANGES = 6 };

static char bytes[MOST_BYTES];

/* Writes a text, usually with some changes. */
static void write_some(sl_fuzz *fuzz, const char *name, const char *text, size_t size) {
  memcpy(bytes, text, size);
  if (sl_fuzz_below(fuzz, 50)) {
    size = sl_fuzz_changes(fuzz, bytes, size, sizeof bytes, MOST_CHANGES);
  }
  (void)unlink(in_folder(name)); /* truncating and rewriting a file would wait for the disk */
  write_file(in_folder(name), bytes, size);
}

/* Whether the file was read. If it was not, the message must name the file. */
static bool was_read(sl_status status, const char *name) {
  if (status == SL_OK) return true;
  assert_true(status == SL_ERR_INPUT || status == SL_ERR_USAGE);
  if (!strstr(sl_status_message(), name))
    fail_msg("\"%s\" does not name %s", sl_status_message(), name);
  return false;
}

static bool is_within(double value, double least, double most) {
  return value >= least && value <= most; /* this excludes NaN */
}

/* ---- rubrics --------------------------------------------------------------------------------- */

static const char rubric_text[] =
    "# a comment\nlab 02-ell\n\n  task pad 2.5 # of it\r\n"
    "bar kernel 1 sectors a request on col_idx at most 4.5 with hpcg:16\n"
    "bar kernel 2 requests at most 1000 with example-4x4\n"
    "clean 1\nperformance kernel 3 full 1.2 none 3 with hpcg:96\n"
    "late 2026-12-03 50\nlate 2026-12-01T23:59 10\n"
    "deadline 2026-12-01T23:59+01:00\nbefore deadline show verdicts hints\n"
    "after deadline show everything\nhidden uniform:300x200,seed=7\n";

static void assert_rubric_is_sound(const sl_rubric *rubric) {
  static const double ratios[] = {0, 1, 1.2, 2, 3, 1e9, INFINITY};
  double last = 0;
  for (size_t t = 0; t < rubric->lab->num_tasks; t++) {
    assert_true(is_within(rubric->tasks[t], 0, 1000));
  }
  assert_true(rubric->num_bars <= SL_RUBRIC_MOST && is_within(rubric->clean, 0, 1000));
  for (size_t i = 0; i < rubric->num_bars; i++) {
    assert_true(is_within(rubric->bars[i].points, 0, 1000) && isfinite(rubric->bars[i].most));
  }
  for (size_t i = 0; i < rubric->num_performances; i++) {
    const sl_rubric_performance *wanted = &rubric->performances[i];
    for (size_t r = 0; r < sizeof ratios / sizeof *ratios; r++) {
      assert_true(is_within(sl_rubric_performance_points(wanted, ratios[r]), 0, wanted->points));
    }
  }
  for (size_t i = 0; i < rubric->num_lates; i++) {
    assert_true(is_within(rubric->lates[i].percent, last, 100));
    last = rubric->lates[i].percent;
  }
  assert_true(rubric->num_hidden <= SL_RUBRIC_MOST && !(rubric->before & ~SL_SHOW_EVERYTHING));
}

static void changed_rubrics_are_read_or_refused(void **state) {
  (void)state;
  static const char *const words[] = {"task ",
                                      "bar ",
                                      "clean ",
                                      "performance ",
                                      "late ",
                                      "deadline ",
                                      "before deadline show ",
                                      "hidden ",
                                      "lab ",
                                      "\n",
                                      "#",
                                      " at most ",
                                      " with ",
                                      "1e3",
                                      "-1",
                                      "nan",
                                      "inf",
                                      "0x10",
                                      "1000",
                                      "1001",
                                      " full ",
                                      " none ",
                                      "0.0",
                                      "%s",
                                      "everything",
                                      "nothing",
                                      "2026-02-29",
                                      "T24:00",
                                      "+99:99",
                                      "pad",
                                      "kernel",
                                      " ",
                                      "\t",
                                      "\r",
                                      "99999999999999999999"};
  const sl_lab *lab;
  assert_true(sl_num_labs > 0);
  assert_ok(sl_lab_find("02-ell", &lab));
  unsigned long taken = 0;
  sl_fuzz fuzz = sl_fuzz_begin(8000, words, sizeof words / sizeof *words);
  while (sl_fuzz_goes_on(&fuzz)) {
    sl_rubric rubric;
    const sl_lab *named;
    write_some(&fuzz, "rubric.txt", rubric_text, sizeof rubric_text - 1);
    if (was_read(sl_rubric_read(lab, in_folder("rubric.txt"), &rubric), "rubric.txt")) {
      assert_rubric_is_sound(&rubric);
      taken++;
    }
    (void)was_read(sl_rubric_find_lab(in_folder("rubric.txt"), &named), "rubric.txt");
  }
  assert_true(taken > 100);
}

/* ---- records --------------------------------------------------------------------------------- */

static void assert_comes_back(const sl_record *record) {
  size_t size, same;
  sl_record found;
  assert_ok(sl_record_write(in_folder("again.json"), record));
  assert_ok(sl_record_read(in_folder("again.json"), &found));
  char *again = file_bytes(in_folder("again.json"), &size);
  assert_ok(sl_record_write(in_folder("same.json"), &found));
  char *twice = file_bytes(in_folder("same.json"), &same);
  assert_int_equal(size, same);
  assert_memory_equal(again, twice, size);
  free(again);
  free(twice);
  sl_record_free(&found);
}

static void assert_record_is_sound(const sl_record *record) {
  assert_true(record->num_items <= SL_RECORD_MOST_ITEMS);
  assert_true((unsigned)record->verdict < SL_NUM_GRADE_VERDICTS);
  assert_true(is_within(sl_record_points(record), 0, sl_record_possible(record)));
}

static void changed_records_are_read_or_refused(void **state) {
  (void)state;
  static const char *const words[] = {"\"",
                                      "{",
                                      "}",
                                      "[",
                                      "]",
                                      ",",
                                      ":",
                                      "null",
                                      "true",
                                      "-1",
                                      "1e308",
                                      "1e400",
                                      "\\u0000",
                                      "\\ud800",
                                      "\xff",
                                      "\\",
                                      "\n",
                                      "0",
                                      "[[[[[[[",
                                      "\"points\": ",
                                      "\"items\": ",
                                      "pass",
                                      "1.5",
                                      "99999999999",
                                      "\"judged\": false",
                                      "\"verdict\": \"pass\"",
                                      "\xe2\x80\xae",
                                      "infrastructure"};
  sl_record sample = sample_record("ada", "02-ell");
  size_t size;
  unsigned long taken = 0;
  assert_ok(sl_record_write(in_folder("good.json"), &sample));
  char *good = file_bytes(in_folder("good.json"), &size);
  sl_fuzz fuzz = sl_fuzz_begin(3000, words, sizeof words / sizeof *words);
  while (sl_fuzz_goes_on(&fuzz)) {
    sl_record found;
    write_some(&fuzz, "changed.json", good, size);
    if (was_read(sl_record_read(in_folder("changed.json"), &found), "changed.json")) {
      assert_record_is_sound(&found);
      if (taken++ % 50 == 0) assert_comes_back(&found); /* seldom, because the disk is slow */
    }
    sl_record_free(&found);
  }
  free(good);
  sl_record_free(&sample);
  assert_int_equal(sl_memory_live(), 0);
  assert_true(taken > 50);
}

/* ---- what a folder of marks was begun with --------------------------------------------------- */

/* A different seed or rubric is never accepted as the same. */
static void changed_settings_are_the_same_or_refused(void **state) {
  (void)state;
  static const char *const words[] = {"\"", "{",    "}",    ",",       ":",
                                      "7",  "seed", "null", "\\u0000", "8"};
  sl_settings settings = {.seed = 7, .seed_given = true};
  size_t size;
  unsigned long taken = 0;
  sl_settings_add(&settings, "rubric 02-ell", "2c26b46b68ffc68ff99b453c1d304134");
  sl_settings_add(&settings, "backend", "lens");
  assert_ok(sl_settings_agree(in_folder("."), &settings));
  char *good = file_bytes(in_folder("grading.json"), &size);
  sl_fuzz fuzz = sl_fuzz_begin(4000, words, sizeof words / sizeof *words);
  while (sl_fuzz_goes_on(&fuzz)) {
    write_some(&fuzz, "grading.json", good, size);
    settings.seed_given = sl_fuzz_below(&fuzz, 2);
    settings.seed = 7;
    if (!was_read(sl_settings_agree(in_folder("."), &settings), "grading.json")) continue;
    assert_true(!settings.seed_given || settings.seed == 7);
    taken++;
  }
  free(good);
  assert_true(taken > 50);
}

/* ---- class lists ----------------------------------------------------------------------------- */

static sl_status count_row(void *context, const char *const *fields) {
  size_t *bytes_seen = context;
  *bytes_seen += strlen(fields[0]) + strlen(fields[1]);
  return SL_OK;
}

static void changed_tables_are_read_or_refused(void **state) {
  (void)state;
  static const char *const words[] = {"\"",   "\"\"", ",",       "\n", "\r\n", "student",
                                      "time", " ",    ",,,,,,,", "\t", "../",  "\xef\xbb\xbf"};
  static const char *const columns[] = {"student", "time"};
  static const char text[] = "name,Student,\"time\"\r\n\"Ada \"\"the first\"\"\",ada,2026-12-01\n"
                             "Bob,bob,\"2026-12-01T23:59\"\n\nCarl,\"carl\",\n";
  sl_fuzz fuzz = sl_fuzz_begin(8000, words, sizeof words / sizeof *words);
  while (sl_fuzz_goes_on(&fuzz)) {
    size_t seen = 0;
    write_some(&fuzz, "times.csv", text, sizeof text - 1);
    (void)was_read(sl_table_read(in_folder("times.csv"), columns, 2, count_row, &seen),
                   "times.csv");
    assert_true(seen < MOST_BYTES);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(changed_rubrics_are_read_or_refused),
      cmocka_unit_test(changed_records_are_read_or_refused),
      cmocka_unit_test(changed_settings_are_the_same_or_refused),
      cmocka_unit_test(changed_tables_are_read_or_refused),
  };
  return cmocka_run_group_tests_name("fuzz", tests, make_folder, remove_folder);
}
