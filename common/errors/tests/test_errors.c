/* test_errors.c: the explanations of recorded compiler logs (recorded.txt), and of the installed
 * compiler's messages. */
#include "base/test.h"

#include "base/memory.h"
#include "base/process.h"
#include "errors/errors.h"
#include "errors/patterns.h"
#include "errors/scene.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 1 << 15, MOST_LINES = 64 };

/* The path of the file of a case, while the file is compiled. */
static char source[] = "/tmp/sparselab-errors-XXXXXX.cu";
static const char contract[] = LABS "/01-csr-scalar/csr-scalar.h";

typedef struct test_case {
  char name[64], compiler[16];
  bool compiled; /* the compiler itself is run, too */
  char program[TEXT], log[TEXT], expected[TEXT];
} test_case;

static void read_all(const char *path, char *out) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  out[fread(out, 1, TEXT - 1, file)] = '\0';
  (void)fclose(file);
}

static void add(char *text, const char *line) {
  size_t used = strlen(text);
  (void)snprintf(text + used, TEXT - used, "%s\n", line);
}

/* Appends a line to a log, with the path of the file in the place of SOURCE. */
static void add_log(char *log, const char *line) {
  char text[2048] = "";
  const char *at = strstr(line, "SOURCE");
  if (at) {
    (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - line), line, source, at + 6);
    line = text;
  }
  add(log, line);
}

static void write_program(const char *text) {
  FILE *file = fopen(source, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/* Writes one error as recorded.txt has it: its line, sentence, advice and marked word. */
static void write_error(const sl_error *error, char *out) {
  char text[2048];
  (void)snprintf(text, sizeof text, ">> %d %s: %s", error->line,
                 error->warning ? "warning" : "error", error->what);
  add(out, text);
  (void)snprintf(text, sizeof text, ">  %s", error->advice);
  if (error->advice[0]) add(out, text);
  (void)snprintf(text, sizeof text, ">^ %s", error->mark);
  if (error->mark[0]) add(out, text);
}

/* Writes the explanation of a log, in the format of recorded.txt. Of the installed compiler's
 * errors only the first `most` count, because later ones differ between versions. */
static void write_errors(const char *log, size_t most, char *out) {
  sl_errors errors;
  char text[64];
  assert_ok(sl_errors_read(log, source, contract, &errors));
  out[0] = '\0';
  if (errors.count == 0) add(out, ">> nothing");
  for (size_t i = 0; i < errors.count && i < most; i++) write_error(&errors.all[i], out);
  (void)snprintf(text, sizeof text, ">+ %zu", errors.more);
  if (errors.more && most == SL_MOST_ERRORS) add(out, text);
}

#ifdef LENSCC
static void compile(char *log) {
  const char *const arguments[] = {LENSCC,
                                   "-Wall",
                                   "-Wextra",
                                   "-std=c++17",
                                   "-I" LABS "/../common",
                                   "-I" LABS "/01-csr-scalar",
                                   "--trace-host",
                                   "-c",
                                   source,
                                   "-o",
                                   "/dev/null",
                                   NULL};
  int exit_code;
  assert_ok(sl_process_run(arguments, log, TEXT, &exit_code));
  assert_int_not_equal(exit_code, 0);
}
#else
static void compile(char *log) {
  log[0] = '\0';
}
#endif

/* For each line of patterns.txt, whether a recorded log has this message. */
static bool recorded[1024];
static sl_patterns patterns;

static bool is_message(const char *word) {
  static const char *const compilers[] = {"gcc", "clang", "nvcc", "ld", "lens"};
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
    if (strcmp(word, compilers[i]) == 0) return true;
  }
  return false;
}

/* Records which messages of patterns.txt are in this log, with the note that follows. */
static void note_messages(const char *log) {
  sl_remarks remarks;
  assert_ok(sl_remarks_read(log, source, &remarks));
  for (size_t r = 0; r < remarks.count; r++) {
    char noted[2100];
    const char *text = remarks.all[r].text;
    const char *next = r + 1 < remarks.count ? remarks.all[r + 1].text : "";
    (void)snprintf(noted, sizeof noted, "%s note: %s", text, next);
    for (size_t i = 0; i < patterns.count; i++) {
      const sl_pattern_line *line = &patterns.lines[i];
      sl_values values = {.count = 0};
      if (!is_message(line->word)) continue;
      bool with_note = strstr(line->rest, " note: ") != NULL;
      if (sl_pattern_fits(line->rest, with_note ? noted : text, &values)) recorded[i] = true;
    }
  }
  sl_remarks_free(&remarks);
}

/* Judges a case when its expectation has been read. */
static void finish(const test_case *c, bool real, int *failures) {
  static char shown[TEXT], log[TEXT];
  const char *compiler = real ? "compiled here" : c->compiler;
  if (real && (!c->compiled || strcmp(c->compiler, "gcc") != 0)) return;
  if (!real && !c->log[0]) return;
  write_program(c->program);
  if (real) compile(log);
  if (!real) note_messages(c->log);
  write_errors(real ? log : c->log, real ? 1 : SL_MOST_ERRORS, shown);
  if (strncmp(shown, c->expected, real ? strlen(shown) : TEXT) == 0) return;
  ++*failures;
  print_message("%s, %s:\n%s  and not\n%s", c->name, compiler, c->expected, shown);
}

/* Reads "@ LINE COUNT": the text before that line is kept, and COUNT lines are left out. */
static void keep_until(test_case *c, const char **rest, int *at, int line) {
  for (; *at < line && **rest; ++*at) {
    size_t length = strcspn(*rest, "\n");
    char text[512];
    (void)snprintf(text, sizeof text, "%.*s", (int)length, *rest);
    add(c->program, text);
    *rest += length + ((*rest)[length] == '\n');
  }
}

static void drop(const char **rest, int *at, int count) {
  for (; count > 0 && **rest; count--, ++*at) {
    *rest += strcspn(*rest, "\n");
    *rest += **rest == '\n';
  }
}

static int run(bool real) {
  static char base[TEXT];
  static test_case c;
  char line[2048];
  const char *rest = base;
  int failures = 0, cases = 0, at = 1, where, count;
  bool expects = false;
  FILE *file = fopen(HERE "/recorded.txt", "r");
  assert_non_null(file);
  read_all(HERE "/base.cu", base);
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '#' && !c.name[0]) continue;
    bool ends = strncmp(line, "-- ", 3) == 0 || strncmp(line, "== ", 3) == 0;
    if (ends) finish(&c, real, &failures);
    if (strncmp(line, "== ", 3) == 0) {
      c = (test_case){.compiled = strchr(line, '*') != NULL};
      (void)sscanf(line, "== %63s", c.name);
      rest = base;
      at = 1;
      cases++;
    } else if (ends) {
      keep_until(&c, &rest, &at, 1 << 20);
      (void)sscanf(line, "-- %15s", c.compiler);
      c.log[0] = '\0';
      expects = false;
    } else if (!c.compiler[0] && sscanf(line, "@ %d %d", &where, &count) == 2) {
      keep_until(&c, &rest, &at, where);
      drop(&rest, &at, count);
    } else if (!c.compiler[0]) {
      add(c.program, line + 1);
    } else if (line[0] == '>' && line[1] && strchr("> ^+", line[1])) {
      if (!expects) c.expected[0] = '\0';
      expects = true;
      add(c.expected, line);
    } else {
      add_log(c.log, line);
    }
  }
  finish(&c, real, &failures);
  (void)fclose(file);
  assert_true(cases > 40);
  return failures;
}

static void recorded_logs_are_explained(void **state) {
  (void)state;
  assert_int_equal(run(false), 0);
}

static void each_message_of_the_patterns_is_recorded(void **state) {
  (void)state;
  int missing = 0;
  for (size_t i = 0; i < patterns.count; i++) {
    if (!is_message(patterns.lines[i].word) || recorded[i]) continue;
    print_message("no recorded log has: %s\n", patterns.lines[i].rest);
    missing++;
  }
  assert_int_equal(missing, 0);
}

static bool is_looked_up(const char *word) {
  static const sl_lookup *const tables[] = {sl_line_lookups, sl_name_lookups, sl_type_lookups,
                                            sl_contract_lookups};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    for (const sl_lookup *lookup = tables[t]; lookup->word; lookup++) {
      if (strcmp(lookup->word, word) == 0) return true;
    }
  }
  return false;
}

/* Whether a message or a condition of the paragraph before a line has this placeholder. */
static bool is_kept(size_t line, const char *word) {
  char placeholder[32];
  (void)snprintf(placeholder, sizeof placeholder, "{%s}", word);
  while (line-- > 0 && patterns.lines[line].word[0]) {
    const sl_pattern_line *it = &patterns.lines[line];
    bool keeps = is_message(it->word) || strcmp(it->word, "if") == 0;
    if (keeps && strstr(it->rest, placeholder)) return true;
  }
  return false;
}

static void each_placeholder_has_a_meaning(void **state) {
  (void)state;
  int unknown = 0;
  for (size_t i = 0; i < patterns.count; i++) {
    const char *word = patterns.lines[i].word, *rest = patterns.lines[i].rest;
    bool condition = strcmp(word, "if") == 0;
    if (is_message(word)) continue;
    for (const char *c = rest; (c = strchr(c, '{')); c++) {
      char name[24];
      if (sscanf(c, "{%*1[?]%23[a-z ]}", name) != 1 && sscanf(c, "{%23[a-z ]}", name) != 1)
        continue;
      if (name[0] == ' ' || (condition && c > rest)) continue; /* a condition may keep a word */
      if (is_looked_up(name) || is_kept(i, name)) continue;
      print_message("nothing gives {%s} a value: %s %s\n", name, word, rest);
      unknown++;
    }
  }
  assert_int_equal(unknown, 0);
}

#ifdef LENSCC
static void errors_of_the_compiler_here_are_explained(void **state) {
  (void)state;
  assert_int_equal(run(true), 0);
}
#endif

/* ---- what is shown --------------------------------------------------------------------------- */

static void check_text(const char *log, const char *expected) {
  sl_errors errors;
  char *text;
  assert_ok(sl_errors_read(log, source, contract, &errors));
  assert_ok(sl_errors_text(&errors, source, "a.cu", &text));
  assert_string_equal(text, expected);
  sl_free(text);
}

static void add_error(char *log, int line, const char *text) {
  char whole[512];
  (void)snprintf(whole, sizeof whole, "%s:%d:1: error: %s", source, line, text);
  add(log, whole);
}

static void the_line_is_quoted_and_the_word_is_marked(void **state) {
  (void)state;
  char log[TEXT] = "";
  write_program("\xef\xbb\xbfint f() {\n\treturn dpeth\033;\n}\nint depth;\n");
  add_error(log, 2, "'dpeth' was not declared in this scope");
  check_text(
      log, "a.cu:2: error: 'dpeth' is not declared\n"
           "    2 |  return dpeth\xef\xbf\xbd;\n"
           "      |         ^~~~~\n"
           "  Nothing here has this name. Declare it, with its type, before you use it, or correct "
           "its\n  spelling.\n");
}

static void what_follows_from_an_error_is_only_counted(void **state) {
  (void)state;
  char log[TEXT] = "";
  write_program("void f() {\n  int a = 1\n  int b;\n  b = c;\n}\nvoid g() {\n  d = 1;\n}\n");
  add_error(log, 3, "expected ',' or ';' before 'int'");
  add_error(log, 4, "'b' was not declared in this scope");
  add_error(log, 4, "'c' was not declared in this scope");
  add_error(log, 5, "no idea");
  add_error(log, 7, "this is shown as it is [-Wodd]");
  check_text(log, "a.cu:2: error: a ; is missing at the end of this line\n"
                  "    2 |   int a = 1\n"
                  "a.cu:7: error: this is shown as it is\n"
                  "    7 |   d = 1;\n"
                  "and 1 more error, which may go with the first\n");
}

static void nothing_of_the_kit_is_shown(void **state) {
  (void)state;
  char log[TEXT] = "";
  write_program("void f() {\n  g(1);\n}\n");
  add_error(log, 2, "no matching function for LENS_ATOMIC_FOR and lens_named_malloc");
  add(log,
      "/kit/lens_shim/atomics.h:3:4: error: no type named 'type' in 'struct enable_if<false>'");
  check_text(log, "a.cu:2: error: the compiler does not understand this line\n    2 |   g(1);\n");
}

static void an_error_in_a_header_leads_to_the_line_that_uses_it(void **state) {
  (void)state;
  char log[TEXT] = "", line[256];
  write_program("void f() {\n  g(1);\n}\n");
  (void)snprintf(line, sizeof line, "%s:2:4:   required from here", source);
  add(log, line);
  add(log, "/usr/include/c++/12/bits/x.h:3:4: error: what it says");
  check_text(log, "a.cu:2: error: what it says\n    2 |   g(1);\n");
}

static void words_without_a_line_are_shown(void **state) {
  (void)state;
  write_program("");
  check_text("\nThis source needs more time, memory or space to compile than it may have.\n",
             "a.cu: error: This source needs more time, memory or space to compile than it may "
             "have.\n");
  check_text("", "");
}

static void no_memory_is_an_error(void **state) {
  (void)state;
  sl_errors errors;
  char log[TEXT] = "";
  write_program("void f() {\n  g(1);\n}\n");
  add_error(log, 2, "'g' was not declared in this scope");
  long live = (long)sl_memory_live();
  sl_memory_fail_after(0);
  assert_fails(sl_errors_read(log, source, contract, &errors), SL_ERR_MEMORY, "compiler");
  sl_memory_fail_after(-1);
  assert_int_equal(sl_memory_live(), live);
}

static int set_up(void **state) {
  (void)state;
  int file = mkstemps(source, 3);
  assert_ok(sl_patterns_read(&patterns));
  return file < 0 ? -1 : close(file);
}

static int tear_down(void **state) {
  (void)state;
  sl_patterns_free(&patterns);
  return unlink(source);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(recorded_logs_are_explained),
      cmocka_unit_test(each_message_of_the_patterns_is_recorded),
      cmocka_unit_test(each_placeholder_has_a_meaning),
#ifdef LENSCC
      cmocka_unit_test(errors_of_the_compiler_here_are_explained),
#endif
      cmocka_unit_test(the_line_is_quoted_and_the_word_is_marked),
      cmocka_unit_test(what_follows_from_an_error_is_only_counted),
      cmocka_unit_test(nothing_of_the_kit_is_shown),
      cmocka_unit_test(an_error_in_a_header_leads_to_the_line_that_uses_it),
      cmocka_unit_test(words_without_a_line_are_shown),
      cmocka_unit_test(no_memory_is_an_error),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
