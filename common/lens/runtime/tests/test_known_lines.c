/* test_known_lines.c: lines that are kept for later runs: only those of this program, for any
 * contents of the file. */
#include "../known_lines.h"
#include "base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BIAS = 0x10000 };

static char path[64];

static const uintptr_t places[] = {BIAS + 0x40, BIAS + 0x80};
static const lens_line lines[] = {
    {.file = "a folder/a file.cu", .line = 7, .column = 3, .users = true},
    {.file = "", .guessed = true},
};

static int begin(void **state) {
  (void)state;
  (void)snprintf(path, sizeof path, "/tmp/lens-known-%d", (int)getpid());
  (void)unlink(path);
  return setenv("LENS_LINES", path, 1);
}

static int end(void **state) {
  (void)state;
  return unlink(path);
}

static void write_file(const char *mode, const char *text) {
  FILE *file = fopen(path, mode);
  assert_non_null(file);
  (void)fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

/* How many lines a run with another bias knows; those written are compared. */
static size_t recall(void) {
  uintptr_t *found;
  lens_line *told;
  size_t count = lens_known_lines_read(2 * BIAS, &found, &told);
  for (size_t i = 0; i < count; i++) {
    const lens_line *wrote = &lines[i % 2];
    assert_int_equal(found[i], places[i % 2] + BIAS);
    assert_string_equal(told[i].file, wrote->file);
    assert_int_equal(told[i].line, wrote->line);
    assert_int_equal(told[i].column, wrote->column);
    assert_int_equal(told[i].users, wrote->users);
    assert_int_equal(told[i].guessed, wrote->guessed);
  }
  free(found);
  free(told);
  return count;
}

static void a_later_run_knows_what_an_earlier_one_has_looked_up(void **state) {
  (void)state;
  assert_int_equal(recall(), 0);
  lens_known_lines_add(BIAS, places, lines, 2);
  assert_int_equal(recall(), 2);
  lens_known_lines_add(BIAS, places, lines, 2);
  assert_int_equal(recall(), 4);
}

static void what_is_no_line_is_passed_over(void **state) {
  (void)state;
  static const char *const broken[] = {"\n", "40\n", "x 1 2 3 4 f\n", "40 1 2 3 4\n",
                                       "40 7 3 1 0 cut sho"};
  assert_int_equal(recall(), 0);
  lens_known_lines_add(BIAS, places, lines, 2);
  char longest[1000] = "40 7 3 1 0 ";
  memset(longest + strlen(longest), 'f', sizeof longest - 1 - strlen(longest));
  write_file("a", longest);
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) write_file("a", broken[i]);
  assert_int_equal(recall(), 2);
}

static void the_file_of_another_program_is_left_alone(void **state) {
  (void)state;
  static const char others[] = "1 2 3 4.5\n40 7 3 1 0 other.cu\n";
  write_file("w", others);
  assert_int_equal(recall(), 0);
  lens_known_lines_add(BIAS, places, lines, 2);
  char text[100] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fread(text, 1, sizeof text - 1, file), strlen(others));
  (void)fclose(file);
  assert_string_equal(text, others);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_later_run_knows_what_an_earlier_one_has_looked_up, begin,
                                      end),
      cmocka_unit_test_setup_teardown(what_is_no_line_is_passed_over, begin, end),
      cmocka_unit_test_setup_teardown(the_file_of_another_program_is_left_alone, begin, end),
  };
  return cmocka_run_group_tests_name("lens_known_lines", tests, NULL, NULL);
}
