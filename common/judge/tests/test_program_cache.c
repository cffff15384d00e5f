/* test_program_cache.c: a cached program is used only if it is unchanged since the build. */
#define _GNU_SOURCE
#include "base/test.h"

#include "judge/program_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/sparselab-kept-XXXXXX";
static char program[64], fresh[64], sum[64];

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(chmod(path, 0755), 0);
}

static int set_up(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return -1;
  (void)snprintf(program, sizeof program, "%s/program", folder);
  (void)snprintf(fresh, sizeof fresh, "%s/fresh", folder);
  (void)snprintf(sum, sizeof sum, "%s/program.sum", folder);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  return unlink(program) | unlink(sum) | rmdir(folder);
}

static void keep_one(void) {
  write_text(fresh, "a program");
  assert_ok(sl_program_cache_add(fresh, program, "a.cu:3: warning: odd\n"));
  assert_int_not_equal(access(fresh, F_OK), 0);
  assert_true(sl_program_cache_is_good(program));
  char words[64];
  sl_program_cache_words(program, words, sizeof words);
  assert_string_equal(words, "a.cu:3: warning: odd\n");
  sl_program_cache_words(program, words, 5);
  assert_string_equal(words, "a.cu");
}

static void what_was_changed_is_not_used(void **state) {
  (void)state;
  assert_false(sl_program_cache_is_good(program));
  keep_one();
  assert_int_equal(truncate(program, 5), 0);
  assert_false(sl_program_cache_is_good(program));
  keep_one();
  write_text(program, "b program");
  assert_false(sl_program_cache_is_good(program));
  keep_one();
  write_text(program, "");
  assert_false(sl_program_cache_is_good(program));
  keep_one();
  assert_int_equal(unlink(sum), 0);
  assert_false(sl_program_cache_is_good(program));
  write_text(sum, "");
  assert_false(sl_program_cache_is_good(program));
  keep_one();
  assert_int_equal(chmod(program, 0644), 0);
  assert_false(sl_program_cache_is_good(program));
}

static void nothing_is_kept_of_an_empty_program(void **state) {
  (void)state;
  write_text(fresh, "");
  assert_fails(sl_program_cache_add(fresh, program, "a.cu:3: warning: odd\n"), SL_ERR_SYSTEM,
               "program");
  assert_int_not_equal(access(fresh, F_OK), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_changed_is_not_used),
      cmocka_unit_test(nothing_is_kept_of_an_empty_program),
  };
  return cmocka_run_group_tests_name("judge_kept", tests, set_up, tear_down);
}
