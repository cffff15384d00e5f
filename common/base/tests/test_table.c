/* test_table.c: reads CSV files from people and from spreadsheet programs. */
#include "base/test.h"

#include "base/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/sparselab-table-XXXXXX", seen[256];

static int make_file(void **state) {
  (void)state;
  int file = mkstemp(path);
  return file >= 0 ? close(file) : -1;
}

static int remove_file(void **state) {
  (void)state;
  return unlink(path);
}

/* Appends the row to `seen` as "student|time|group/". */
static sl_status note_row(void *context, const char *const *fields) {
  (void)context;
  size_t used = strlen(seen);
  (void)snprintf(seen + used, sizeof seen - used, "%s|%s|%s/", fields[0], fields[1], fields[2]);
  return SL_OK;
}

static sl_status read_text(const char *text) {
  static const char *const columns[] = {"student", "time", "?group"};
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  (void)fputs(text, file);
  assert_int_equal(fclose(file), 0);
  seen[0] = '\0';
  return sl_table_read(path, columns, 3, note_row, NULL);
}

static void columns_are_found_by_name(void **state) {
  (void)state;
  assert_ok(read_text("time,x,Student\r\n\n10:00,,ann\n11:00,,\"Doe, \"\"J\"\"\"\n"));
  assert_string_equal(seen, "ann|10:00|/Doe, \"J\"|11:00|/");
  assert_ok(read_text("\xef\xbb\xbf\"student\",\"time\",group\nann,10:00,A\n"));
  assert_string_equal(seen, "ann|10:00|A/");
}

static void spreadsheets_have_other_separators(void **state) {
  (void)state;
  assert_ok(read_text("student;time;group\r\n\"Doe; J\";10,5;A\r\n"));
  assert_string_equal(seen, "Doe; J|10,5|A/");
  assert_ok(read_text("student\ttime\nDoe, J; K\t10:00\n"));
  assert_string_equal(seen, "Doe, J; K|10:00|/");
  assert_ok(read_text("student,time,\"a;b\"\nann,10:00;1,B\n"));
  assert_string_equal(seen, "ann|10:00;1|/");
}

static void what_makes_no_sense_is_refused(void **state) {
  (void)state;
  assert_fails(read_text(""), SL_ERR_INPUT, "is empty");
  assert_fails(read_text("student,when\n"), SL_ERR_INPUT, ":1: the first line names the columns");
  assert_fails(read_text("student,time\n\nann\n"), SL_ERR_INPUT, ":3: the row has no field");
  assert_fails(read_text("student,time\n\"ann,10:00\n"), SL_ERR_INPUT, ":2: a quote");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_found_by_name),
      cmocka_unit_test(spreadsheets_have_other_separators),
      cmocka_unit_test(what_makes_no_sense_is_refused),
  };
  return cmocka_run_group_tests_name("table", tests, make_file, remove_file);
}
