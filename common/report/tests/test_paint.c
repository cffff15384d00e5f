/* test_paint.c: columns counted in characters, lines broken at spaces, colour only on terminals.
 */
#define _GNU_SOURCE
#include "captured.h"

#include "report/paint.h"

#include <fcntl.h>
#include <unistd.h>

static void width_counts_characters(void **state) {
  (void)state;
  assert_int_equal(sl_paint_text_width(""), 0);
  assert_int_equal(sl_paint_text_width("abc"), 3);
  assert_int_equal(sl_paint_text_width("y ← y + A x"), 11);
  assert_int_equal(sl_paint_text_width("4×4 µs …"), 8);
}

static void padded_text_has_its_width(void **state) {
  (void)state;
  captured *c = capture();
  sl_paint_padded(c->stream, "ab", 4);
  sl_paint_padded(c->stream, "µs", 4);
  sl_paint_padded(c->stream, "abcd", 4);
  sl_paint_padded(c->stream, "abcde", 4);
  sl_paint_padded(c->stream, "××××××", 4);
  sl_paint_padded(c->stream, "ab", 1);
  assert_printed(c, "ab  µs  abcdabc…×××……");
}

static void text_to_the_right_has_its_width(void **state) {
  (void)state;
  captured *c = capture();
  sl_paint_right(c->stream, "ab", 4);
  sl_paint_right(c->stream, "µs", 4);
  sl_paint_right(c->stream, "abcde", 4);
  assert_printed(c, "  ab  µsabcde");
}

static void lines_are_broken_at_spaces(void **state) {
  (void)state;
  captured *c = capture();
  sl_paint_wrapped(c->stream, "one two three four", 2, 11);
  assert_printed(c, "  one two\n  three\n  four\n");
  c = capture();
  sl_paint_wrapped(c->stream, "one two", 2, 9); /* it just fits */
  assert_printed(c, "  one two\n");
  c = capture();
  sl_paint_wrapped(c->stream, "one two", 2, 8);
  assert_printed(c, "  one\n  two\n");
  c = capture();
  sl_paint_wrapped(c->stream, "ÄÖÜ äöü", 0, 7); /* counted in characters, not bytes */
  assert_printed(c, "ÄÖÜ äöü\n");
  c = capture();
  sl_paint_wrapped(c->stream, "", 2, 9);
  assert_printed(c, "\n");
}

/* The number of bytes that fit, up to a space if there is one. */
static void text_fits_into_its_room(void **state) {
  (void)state;
  assert_int_equal(sl_paint_text_fitting("one two", 7, 7), 7);
  assert_int_equal(sl_paint_text_fitting("one two", 7, 6), 3);
  assert_int_equal(sl_paint_text_fitting("one two", 7, 3), 3);
  assert_int_equal(sl_paint_text_fitting("one two", 7, 2), 2); /* in the word */
  assert_int_equal(sl_paint_text_fitting("äöü äöü", 13, 5), 6);
  assert_int_equal(sl_paint_text_fitting("\ta b", 4, 5), 2);
}

/* Standard output to a file has the width in COLUMNS; without COLUMNS no line is broken. */
static void lines_end_where_the_terminal_does(void **state) {
  (void)state;
  static const struct {
    const char *columns, *text;
  } cases[] = {
      {NULL,
       "  name      a fact of many words, 12 of them\n\nhttp://a/long/word/that/is/whole x\n"},
      {"200",
       "  name      a fact of many words, 12 of them\n\nhttp://a/long/word/that/is/whole x\n"},
      {"30", "  name      a fact of many\n            words, 12 of them\n\n"
             "http://a/long/word/that/is/whole\n            x\n"},
      {"20", "  name      a fact\n    of many words,\n    12 of them\n\n"
             "http://a/long/word/that/is/whole\n    x\n"},
      {"none", "  name      a fact of many words, 12 of them\n\n"
               "http://a/long/word/that/is/whole x\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char path[] = "/tmp/sparselab-lines-XXXXXX", text[256] = "";
    int file = mkstemp(path), own = dup(STDOUT_FILENO);
    assert_true(file >= 0 && own >= 0);
    assert_int_equal(
        cases[i].columns ? setenv("COLUMNS", cases[i].columns, 1) : unsetenv("COLUMNS"), 0);
    (void)fflush(stdout);
    (void)dup2(file, STDOUT_FILENO);
    sl_paint_line(stdout, 12, "  name      a fact of many words, %d of them\n\n%s x\n", 12,
                  "http://a/long/word/that/is/whole");
    (void)fflush(stdout);
    (void)dup2(own, STDOUT_FILENO);
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    assert_string_equal(text, cases[i].text);
    (void)close(own);
    (void)close(file);
    (void)unlink(path);
  }
  assert_int_equal(unsetenv("COLUMNS"), 0);
}

/* A path is never cut, because an editor must find it. */
static void long_words_stay_whole(void **state) {
  (void)state;
  char word[1200], expected[1300];
  memset(word, 'w', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  (void)snprintf(expected, sizeof expected, "  a\n  %s\n  b\n", word);
  char text[1300];
  (void)snprintf(text, sizeof text, "a %s b", word);
  captured *c = capture();
  sl_paint_wrapped(c->stream, text, 2, 20);
  assert_printed(c, expected);
}

static void colour_is_for_terminals(void **state) {
  (void)state;
  captured *c = capture();
  assert_false(sl_paint_shows(c->stream));
  assert_string_equal(sl_paint_code(c->stream, SL_BAD), "");
  assert_printed(c, "");
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) skip();
  FILE *terminal = fopen(ptsname(master), "w");
  assert_non_null(terminal);
  (void)setenv("TERM", "xterm", 1);
  (void)unsetenv("NO_COLOR");
  assert_true(sl_paint_shows(terminal));
  assert_string_equal(sl_paint_code(terminal, SL_BAD), "\033[31m");
  (void)setenv("NO_COLOR", "", 1); /* empty is not set: no-color.org */
  assert_true(sl_paint_shows(terminal));
  (void)setenv("NO_COLOR", "1", 1);
  assert_false(sl_paint_shows(terminal));
  (void)unsetenv("NO_COLOR");
  (void)setenv("TERM", "dumb", 1);
  assert_false(sl_paint_shows(terminal));
  (void)fclose(terminal);
  (void)close(master);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(width_counts_characters),
      cmocka_unit_test(padded_text_has_its_width),
      cmocka_unit_test(text_to_the_right_has_its_width),
      cmocka_unit_test(lines_are_broken_at_spaces),
      cmocka_unit_test(long_words_stay_whole),
      cmocka_unit_test(text_fits_into_its_room),
      cmocka_unit_test(lines_end_where_the_terminal_does),
      cmocka_unit_test(colour_is_for_terminals),
  };
  return cmocka_run_group_tests_name("report_paint", tests, NULL, NULL);
}
