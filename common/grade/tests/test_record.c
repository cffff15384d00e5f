/* test_record.c: records are read as they were written, and anything else is refused with its file
 * and field. */
#include "sample.h"

#include <math.h>
#include <signal.h>
#include <sys/resource.h>

/* Returns the written form of a record. */
static char *written(const sl_record *record, const char *name) {
  size_t size;
  assert_ok(sl_record_write(in_folder(name), record));
  return file_bytes(in_folder(name), &size);
}

static void a_record_comes_back(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell"), found;
  record.items[4].time_us = 118.25;
  record.items[4].reference_us = 104.5;
  char *first = written(&record, "a.json");
  assert_ok(sl_record_read(in_folder("a.json"), &found));
  assert_true(found.items[4].time_us == 118.25 && found.items[4].reference_us == 104.5);
  char *second = written(&found, "b.json");
  assert_string_equal(first, second);
  assert_true(found.seed == UINT64_MAX);
  assert_string_equal(found.lab, "02-ell");
  assert_int_equal(found.verdict, SL_GRADE_PARTIAL);
  assert_int_equal(found.num_items, 5);
  assert_string_equal(found.items[1].case_name, "worked 4×4 example");
  assert_int_equal(found.items[1].line, 23);
  assert_true(found.items[2].hidden && found.items[2].value == 8.25);
  assert_int_equal(found.items[2].kind, SL_ITEM_BAR);
  assert_false(found.items[4].judged);
  free(first);
  free(second);
  sl_record_free(&found);
  sl_record_free(&record);
  assert_int_equal(sl_memory_live(), 0);
}

static void points_leave_open_what_was_not_judged(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  assert_true(sl_record_points(&record) == 3);
  assert_true(sl_record_possible(&record) == 12);
  record.items[4].points = 2; /* not judged, so this value does not count */
  record.late_percent = 50;
  assert_true(sl_record_points(&record) == 1.5);
  sl_record_free(&record);
}

static void bonus_points_are_apart(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell"), found;
  (void)add_item(&record, SL_ITEM_BONUS, "bonus.kernel.1", "kernel", 1, 1);
  (void)add_item(&record, SL_ITEM_BONUS, "bonus.kernel.2", "kernel", 1, 1);
  (void)add_item(&record, SL_ITEM_BONUS, "bonus.pad.1", "pad", 0, 1);
  assert_true(sl_record_points(&record) == 3 && sl_record_possible(&record) == 12);
  assert_true(sl_record_bonus(&record) == 2 && sl_record_possible_bonus(&record) == 3);
  assert_true(sl_record_mark(&record) == 3);
  record.most_bonus = 1.5;
  record.bonus_in_marks = true;
  assert_true(sl_record_bonus(&record) == 1.5 && sl_record_possible_bonus(&record) == 1.5);
  assert_true(sl_record_mark(&record) == 4.5);
  record.late_percent = 50;
  assert_true(sl_record_bonus(&record) == 0.75 && sl_record_mark(&record) == 2.25);
  char *text = written(&record, "bonus.json");
  assert_ok(sl_record_read(in_folder("bonus.json"), &found));
  assert_true(sl_record_mark(&found) == 2.25);
  assert_int_equal(found.items[5].kind, SL_ITEM_BONUS);
  record.decided.overridden = true; /* the total is then the person's decision */
  record.decided.points = 7;
  assert_true(sl_record_mark(&record) == 7);
  free(text);
  sl_record_free(&found);
  sl_record_free(&record);
}

static void names_of_verdicts_are_read(void **state) {
  (void)state;
  sl_grade_verdict verdict;
  for (int i = 0; i < SL_NUM_GRADE_VERDICTS; i++) {
    assert_ok(sl_record_verdict_read(sl_record_verdict_name((sl_grade_verdict)i), &verdict));
    assert_int_equal(verdict, i);
  }
  assert_fails(sl_record_verdict_read("good", &verdict), SL_ERR_INPUT, "\"good\" is not a verdict");
}

static void texts_are_made_safe(void **state) {
  (void)state;
  static const struct {
    const char *from, *to;
    size_t most;
  } pairs[] = {
      {"plain, é, 4×4\tand\nmore", "plain, é, 4×4\tand\nmore", 99},
      {"\033[31mred\a", "�[31mred�", 99},
      {"a\r\nb\rc", "a\nb\nc", 99},
      {"\xff\xc0\xaf\xed\xa0\x80", "������", 99},
      {"\xe2\x80\xae"
       "cba\xe2\x80\xac\xd8\x9c",
       "�cba��", 99},                          /* overrides of direction */
      {"\xef\xbf\xbf\xef\xbb\xbf", "��", 99},  /* a noncharacter, a byte order mark */
      {"\xc2\x9b\xe2\x80\xa8\x7f", "���", 99}, /* C1, a separator of lines, DEL */
      {"\xf3\xa0\x81\x81", "�", 99},           /* an invisible tag */
      {"abcdef", "abcdef", 6},
      {"abcdefg", "abc…", 6},
      {"ééé", "é…", 5},
      {"abc", "", 2},
      {"\xe2\x82", "��", 99}, /* cut short */
      {"", "", 0},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char *text;
    assert_ok(sl_record_text(pairs[i].from, pairs[i].most, &text));
    assert_string_equal(text, pairs[i].to);
    sl_free(text);
  }
}

static void written_texts_are_safe_whatever_was_put_in(void **state) {
  (void)state;
  sl_record record = bare_record("ada", "02-ell"), found;
  sl_free(record.output);
  assert_ok(sl_alloc(20, 1, "a text", &record.output));
  (void)snprintf(record.output, 20, "\x1b]0;\xff\"}\n");
  free(written(&record, "unsafe.json"));
  assert_ok(sl_record_read(in_folder("unsafe.json"), &found));
  assert_string_equal(found.output, "�]0;�\"}\n");
  sl_record_free(&found);
  sl_record_free(&record);
}

/* Writes the sample's file, with `from` replaced by `to`. */
static void write_changed(const char *from, const char *to) {
  sl_record record = sample_record("ada", "02-ell");
  char *text = written(&record, "good.json"), *at = strstr(text, from);
  if (!at) fail_msg("the sample does not have %s", from);
  FILE *file = fopen(in_folder("bad.json"), "wb");
  assert_non_null(file);
  (void)fwrite(text, 1, (size_t)(at - text), file);
  (void)fputs(to, file);
  (void)fputs(at + strlen(from), file);
  assert_int_equal(fclose(file), 0);
  free(text);
  sl_record_free(&record);
}

static void what_is_no_record_names_file_and_field(void **state) {
  (void)state;
  static const char *const changes[][3] = {
      {"\"format\": 2", "\"format\": 3", "bad.json: format: is not 2"},
      {"\"format\": 2,", "", "format: is not 2"},
      {"\"late_percent\": 0", "\"late_percent\": 101", "late_percent: is 101, but must be from 0"},
      {"\"late_percent\": 0", "\"late_percent\": -1", "late_percent: is -1"},
      {"\"late_percent\": 0", "\"late_percent\": 1e999", "is not JSON"},
      {"\"late_percent\": 0", "\"late_percent\": NaN", "is not JSON"},
      {"\"late_percent\": 0", "\"late_percent\": \"0\"", "late_percent: is not a number"},
      {"\"line\": 23", "\"line\": 23.5", "items[1]: line: is not the number of a line"},
      {"\"line\": 23", "\"line\": 99999999999", "items[1]: line: is not"},
      {"\"line\": 23", "\"line\": 99999999999999999999999", "is not JSON"},
      {"\"possible\": 5", "\"possible\": 1e300", "items[1]: possible: is 1e+300"},
      {"\"points\": 2", "\"points\": 3", "items[0]: points: more than possible, 3 of 2"},
      {"\"hidden\": true", "\"hidden\": 1", "items[2]: hidden: is not true or false"},
      {"\"judged\": true", "\"judged\": null", "items[0]: judged: is not true or false"},
      {"\"kind\": \"bar\"", "\"kind\": \"pub\"", "items[2]: kind: is not the kind of an item"},
      {"\"verdict\": \"partial\"", "\"verdict\": \"fine\"", "verdict: is not a verdict"},
      {"\"student\": \"ada\"", "\"student\": [\"ada\"]", "student: is not a text"},
      {"\"student\": \"ada\"", "\"student\": \"a\\u0000b\"", "is not JSON"},
      {"\"student\": \"ada\"", "\"student\": \"\xff\"", "is not JSON"},
      {"\"student\": \"ada\",", "", "student: is missing"},
      {"\"student\": \"ada\"", "\"student\": \"ada\", \"student\": \"bob\"", "duplicate"},
      {"\"student\": \"ada\"", "\"student\": \"ada\", \"bonus\": 3", "bonus: records do not have"},
      {"\"seed\": \"18446744073709551615\"", "\"seed\": \"18446744073709551616\"", "seed: is not"},
      {"\"seed\": \"18446744073709551615\"", "\"seed\": \"-1\"", "seed: is not an integer"},
      {"\"key\": \"0123", "\"key\": \"../3", "key: is not 64 hexadecimal digits"},
      {"\"id\": \"kernel\"", "\"id\": \"pad\"", "items[1]: id: \"pad\" occurs twice"},
      {"\"items\": [", "\"items\": [[],", "items[0]: is not an object"},
  };
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    sl_record found;
    write_changed(changes[i][0], changes[i][1]);
    assert_fails(sl_record_read(in_folder("bad.json"), &found), SL_ERR_INPUT, changes[i][2]);
    assert_non_null(strstr(sl_status_message(), "bad.json: "));
    assert_int_equal(sl_memory_live(), 0);
  }
}

static void an_earlier_record_has_no_bonus(void **state) {
  (void)state;
  sl_record found;
  write_changed(",\n  \"most_bonus\": 0,\n  \"bonus_in_marks\": false", "");
  assert_ok(sl_record_read(in_folder("bad.json"), &found));
  assert_true(sl_record_bonus(&found) == 0 && sl_record_mark(&found) == sl_record_points(&found));
  sl_record_free(&found);
}

static void an_earlier_record_has_no_hidden_case(void **state) {
  (void)state;
  sl_record found;
  write_changed("\"hidden_case\": \"\",", "");
  assert_ok(sl_record_read(in_folder("bad.json"), &found));
  assert_string_equal(found.items[0].hidden_case, "");
  sl_record_free(&found);
}

/* A file is refused at any truncated length. */
static void a_file_cut_short_is_refused(void **state) {
  (void)state;
  size_t size;
  sl_record record = sample_record("ada", "02-ell"), found;
  assert_ok(sl_record_write(in_folder("whole.json"), &record));
  char *text = file_bytes(in_folder("whole.json"), &size);
  for (size_t length = 0; length + 2 < size; length += 1 + length / 40) {
    write_file(in_folder("cut.json"), text, length);
    assert_fails(sl_record_read(in_folder("cut.json"), &found), SL_ERR_INPUT, "cut.json: ");
  }
  free(text);
  sl_record_free(&record);
  assert_int_equal(sl_memory_live(), 0);
}

static void other_files_are_refused(void **state) {
  (void)state;
  sl_record found;
  static char deep[200000];
  memset(deep, '[', sizeof deep);
  write_file(in_folder("deep.json"), deep, sizeof deep);
  assert_fails(sl_record_read(in_folder("deep.json"), &found), SL_ERR_INPUT, "is not JSON");
  write_text(in_folder("list.json"), "[1, 2]");
  assert_fails(sl_record_read(in_folder("list.json"), &found), SL_ERR_INPUT, "format");
  assert_fails(sl_record_read(in_folder("none.json"), &found), SL_ERR_INPUT, "No such file");
  assert_int_equal(mkfifo(in_folder("pipe.json"), 0600), 0);
  assert_fails(sl_record_read(in_folder("pipe.json"), &found), SL_ERR_INPUT, "pipe");
  assert_int_equal(truncate(in_folder("list.json"), 70 << 20), 0);
  assert_fails(sl_record_read(in_folder("list.json"), &found), SL_ERR_INPUT, "larger than 64 MiB");
  assert_int_equal(unlink(in_folder("pipe.json")), 0);
  assert_int_equal(sl_memory_live(), 0);
}

/* A limit on file sizes simulates a full disk. */
static void a_full_disk_leaves_no_half_file(void **state) {
  (void)state;
  const struct rlimit small = {1000, RLIM_INFINITY};
  struct rlimit before;
  size_t size;
  sl_record record = sample_record("ada", "02-ell");
  static char much[20000];
  memset(much, 'a', sizeof much - 1);
  write_text(in_folder("old.json"), "the old file");
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  (void)signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  sl_status status = sl_record_write(in_folder("old.json"), &record);
  set(&record.output, much); /* a text that does not fit into one buffer */
  sl_status fresh = sl_record_write(in_folder("new.json"), &record);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_int_equal(status, SL_ERR_SYSTEM);
  assert_int_equal(fresh, SL_ERR_SYSTEM);
  assert_non_null(strstr(sl_status_message(), "new.json: cannot be written (File too large)"));
  char *text = file_bytes(in_folder("old.json"), &size);
  assert_string_equal(text, "the old file");
  free(text);
  assert_int_equal(access(in_folder("new.json"), F_OK), -1);
  assert_int_equal(count_files(folder, ".tmp", NULL), 0);
  sl_record_free(&record);
}

static void a_number_that_is_none_is_not_written(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell");
  record.items[2].value = NAN;
  assert_fails(sl_record_write(in_folder("nan.json"), &record), SL_ERR_INTERNAL, "number");
  record.items[2].value = INFINITY;
  assert_fails(sl_record_write(in_folder("nan.json"), &record), SL_ERR_INTERNAL, "number");
  assert_int_equal(access(in_folder("nan.json"), F_OK), -1);
  sl_record_free(&record);
  assert_int_equal(sl_memory_live(), 0);
}

static sl_status make_and_drop(void) {
  sl_record record;
  sl_record_item *item;
  sl_status status = sl_record_make(&record);
  if (status == SL_OK) status = sl_record_add(&record, &item);
  if (status == SL_OK) status = sl_record_set(&item->hint, "a hint");
  sl_record_free(&record);
  return status;
}

static void failing_allocations_lose_nothing(void **state) {
  (void)state;
  sl_record record = sample_record("ada", "02-ell"), found;
  sl_records all;
  assert_survives_failing_allocations(make_and_drop());
  assert_survives_failing_allocations(sl_record_write(in_folder("memory.json"), &record));
  assert_int_equal(count_files(folder, ".tmp", NULL), 0);
  assert_survives_failing_allocations(sl_record_read(in_folder("memory.json"), &found));
  assert_string_equal(found.student, "ada");
  sl_record_free(&found);
  assert_int_equal(mkdir(in_folder("few"), 0755), 0);
  assert_ok(sl_record_write(in_folder("few/one.json"), &record));
  for (long successes = 0;; successes++) {
    sl_memory_fail_after(successes);
    sl_status status = sl_records_read(in_folder("few"), &all);
    sl_memory_fail_after(-1);
    sl_records_free(&all);
    if (status == SL_OK) break;
    assert_int_equal(status, SL_ERR_MEMORY);
  }
  sl_record_free(&record);
  assert_int_equal(sl_memory_live(), 0);
}

static void put_record(const char *path, const char *student, const char *lab) {
  sl_record record = sample_record(student, lab);
  assert_ok(sl_record_write(in_folder(path), &record));
  sl_record_free(&record);
}

static void a_folder_is_read_in_order(void **state) {
  (void)state;
  sl_records all;
  assert_int_equal(mkdir(in_folder("class"), 0755), 0);
  put_record("class/1.json", "bob", "01-csr-scalar");
  put_record("class/2.json", "ada", "02-ell");
  put_record("class/3.json", "ada", "01-csr-scalar");
  write_text(in_folder("class/4.json"), "half a rec");
  write_text(in_folder("class/5.json.123-0.tmp"), "{");
  assert_ok(sl_records_read(in_folder("class"), &all));
  assert_int_equal(all.count, 3);
  assert_string_equal(all.all[0].student, "ada");
  assert_string_equal(all.all[0].lab, "01-csr-scalar");
  assert_string_equal(all.all[1].lab, "02-ell");
  assert_string_equal(all.all[2].student, "bob");
  sl_records_free(&all);
  put_record("class/6.json", "bob", "01-csr-scalar");
  assert_fails(sl_records_read(in_folder("class"), &all), SL_ERR_INPUT,
               "bob has two records of lab 01-csr-scalar");
  sl_records_free(&all);
  assert_fails(sl_records_read(in_folder("nobody"), &all), SL_ERR_INPUT, "nobody: the records");
  sl_records_free(&all);
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_record_comes_back),
      cmocka_unit_test(points_leave_open_what_was_not_judged),
      cmocka_unit_test(bonus_points_are_apart),
      cmocka_unit_test(an_earlier_record_has_no_bonus),
      cmocka_unit_test(names_of_verdicts_are_read),
      cmocka_unit_test(texts_are_made_safe),
      cmocka_unit_test(written_texts_are_safe_whatever_was_put_in),
      cmocka_unit_test(what_is_no_record_names_file_and_field),
      cmocka_unit_test(an_earlier_record_has_no_hidden_case),
      cmocka_unit_test(a_file_cut_short_is_refused),
      cmocka_unit_test(other_files_are_refused),
      cmocka_unit_test(a_full_disk_leaves_no_half_file),
      cmocka_unit_test(a_number_that_is_none_is_not_written),
      cmocka_unit_test(failing_allocations_lose_nothing),
      cmocka_unit_test(a_folder_is_read_in_order),
  };
  return cmocka_run_group_tests_name("record", tests, make_folder, remove_folder);
}
