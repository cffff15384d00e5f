/* test_module.c: sources that are refused before a compiler runs. */
#define _GNU_SOURCE
#include "base/test.h"

#include "judge/module.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const sl_lab lab = {.id = "00-sample"};
static sl_module module;

static void a_source_that_is_not_there_is_refused(void **state) {
  (void)state;
  assert_fails(sl_module_build(&lab, "/nowhere/k.cu", SL_LENS, SL_F32, &module), SL_ERR_INPUT,
               "/nowhere/k.cu");
  assert_fails(sl_module_build_program("/nowhere/k.cu", NULL, 0, &module), SL_ERR_INPUT,
               "/nowhere/k.cu");
}

enum { DEPTH = 4, NAME = 200 };

/* A path that is too long for the command must not be truncated and compiled. */
static void a_path_that_is_too_long_is_refused(void **state) {
  (void)state;
  char folder[] = "/tmp/sparselab-module-XXXXXX", name[NAME + 1], path[DEPTH * (NAME + 1) + 64];
  assert_non_null(mkdtemp(folder));
  memset(name, 'd', NAME);
  name[NAME] = '\0';
  size_t used = (size_t)snprintf(path, sizeof path, "%s", folder), ends[DEPTH];
  for (int i = 0; i < DEPTH; i++) {
    ends[i] = used;
    used += (size_t)snprintf(path + used, sizeof path - used, "/%s", name);
    assert_int_equal(mkdir(path, 0700), 0);
  }
  (void)snprintf(path + used, sizeof path - used, "/k.cu");
  assert_int_equal(close(creat(path, 0600)), 0);
  assert_fails(sl_module_build(&lab, path, SL_LENS, SL_F32, &module), SL_ERR_INPUT, "too long");
  assert_fails(sl_module_build_program(path, NULL, 0, &module), SL_ERR_INPUT, "too long");
  char log[64];
  bool compiled;
  assert_fails(
      sl_module_compile(&lab, "k.cu", path, SL_F32, true, NULL, "k", log, sizeof log, &compiled),
      SL_ERR_INPUT, "too long");
  assert_int_equal(unlink(path), 0);
  path[used] = '\0';
  for (int i = DEPTH - 1; i >= 0; i--) {
    assert_int_equal(rmdir(path), 0);
    path[ends[i]] = '\0';
  }
  assert_int_equal(rmdir(folder), 0);
}

static void too_many_options_are_refused(void **state) {
  (void)state;
  const char *options[SL_MAX_PROGRAM_OPTIONS + 1];
  for (int i = 0; i <= SL_MAX_PROGRAM_OPTIONS; i++) options[i] = "-DX";
  assert_fails(
      sl_module_build_program("/nowhere/k.cu", options, SL_MAX_PROGRAM_OPTIONS + 1, &module),
      SL_ERR_USAGE, "at most 24 options");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_source_that_is_not_there_is_refused),
      cmocka_unit_test(a_path_that_is_too_long_is_refused),
      cmocka_unit_test(too_many_options_are_refused),
  };
  return cmocka_run_group_tests_name("judge_module", tests, NULL, NULL);
}
