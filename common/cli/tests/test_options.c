/* test_options.c: the command line of run, demo and lens. */
#include "base/test.h"

#include "cli/cli.h"
#include "judge/gpu.h"

static const char *missing_gpu; /* NULL: there is a GPU */

const char *sl_gpu_missing(void) {
  return missing_gpu;
}

static void all_options_are_taken(void **state) {
  (void)state;
  sl_options o;
  char *words[] = {"run",       "-m",        "hpcg:4",      "01",    "--matrix",   "a.mtx",
                   "--backend", "lens",      "--precision", "f64",   "--file",     "b.cu",
                   "--task",    "kernel",    "--csv",       "c.csv", "--deadline", "2.5",
                   "--quick",   "--untimed", "--raw"};
  assert_ok(sl_options_parse(sizeof words / sizeof *words, words, &o));
  assert_string_equal(o.lab, "01");
  assert_int_equal(o.num_matrices, 2);
  assert_string_equal(o.matrices[0], "hpcg:4");
  assert_string_equal(o.matrices[1], "a.mtx");
  assert_true(o.backend_given && o.backend == SL_LENS);
  assert_int_equal(o.precision, SL_F64);
  assert_string_equal(o.file, "b.cu");
  assert_string_equal(o.task, "kernel");
  assert_string_equal(o.csv, "c.csv");
  assert_true(o.deadline_seconds == 2.5);
  assert_true(o.quick && o.untimed && o.raw && !o.solution);
}

static void a_sandbox_is_on_the_lens(void **state) {
  (void)state;
  sl_options o;
  char *words[] = {"run", "01", "--sandbox"};
  assert_ok(sl_options_parse(3, words, &o));
  assert_true(o.sandbox && o.backend == SL_LENS);
  words[0] = "lens"; /* lens must refuse the option, because lens confines nothing */
  assert_fails(sl_options_parse(3, words, &o), SL_ERR_USAGE, "belongs to ./lab run and watch");
}

static void without_options_there_are_defaults(void **state) {
  (void)state;
  sl_options o;
  char *words[] = {"run"};
  missing_gpu = "no driver";
  assert_ok(sl_options_parse(1, words, &o));
  assert_int_equal(o.backend, SL_LENS);
  missing_gpu = NULL;
  assert_ok(sl_options_parse(1, words, &o));
  assert_int_equal(o.backend, SL_GPU);
  assert_null(o.lab);
  assert_int_equal(o.num_matrices, 0);
  assert_int_equal(o.precision, SL_F32);
  assert_false(o.backend_given || o.solution || o.quick || o.untimed || o.raw);
  assert_null(o.file);
}

static void wrong_command_lines_say_what_is_wrong(void **state) {
  (void)state;
  static const struct {
    const char *words[4]; /* the words after "run" */
    const char *says;
  } wrong[] = {
      {{"--fast"}, "no option --fast"},
      {{"-x"}, "no option -x"},
      {{"-"}, "no option -"},
      {{"01", "02"}, "01 or 02?"},
      {{"01", "-m"}, "-m needs a value"},
      {{"--csv"}, "--csv needs a value"},
      {{"--warp", "0:0"}, "--warp belongs to ./lab lens"},
      {{"--html", "a"}, "--html belongs to ./lab lens and report"},
      {{"--backend", "cpu"}, "no backend \"cpu\""},
      {{"--backend", ""}, "no backend \"\""},
      {{"--precision", "f16"}, "no precision \"f16\""},
      {{"--solution", "--file", "a.cu"}, "exclude each other"},
      {{"--deadline", "soon"}, "\"soon\""},
      {{"--deadline", "0"}, "between 0 and 86400"},
      {{"--deadline", "-1"}, "between 0 and 86400"},
      {{"--deadline", "nan"}, "between 0 and 86400"},
      {{"--deadline", "inf"}, "between 0 and 86400"},
      {{"--deadline", "1x"}, "\"1x\""},
      {{"--deadline", ""}, "\"\""},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char copies[4][32] = {"run"}, *words[4] = {copies[0]};
    int count = 1;
    for (; count < 4 && wrong[i].words[count - 1]; count++) {
      words[count] = strcpy(copies[count], wrong[i].words[count - 1]);
    }
    sl_options o;
    assert_fails(sl_options_parse(count, words, &o), SL_ERR_USAGE, wrong[i].says);
  }
}

static void too_many_matrices_are_refused(void **state) {
  (void)state;
  char *words[2 * SL_MAX_MATRICES + 3] = {"run"};
  for (int i = 1; i < 2 * SL_MAX_MATRICES + 3; i += 2) {
    words[i] = "-m";
    words[i + 1] = "hpcg:2";
  }
  sl_options o;
  assert_ok(sl_options_parse(2 * SL_MAX_MATRICES + 1, words, &o));
  assert_int_equal(o.num_matrices, SL_MAX_MATRICES);
  assert_fails(sl_options_parse(2 * SL_MAX_MATRICES + 3, words, &o), SL_ERR_USAGE, "at most 64");
}

static void a_gpu_that_is_not_there_is_missing(void **state) {
  (void)state;
  sl_options o;
  char *words[] = {"run", "--backend", "gpu"};
  missing_gpu = "no driver";
  assert_fails(sl_options_parse(3, words, &o), SL_ERR_MISSING, "no usable GPU: no driver");
  missing_gpu = NULL;
  assert_ok(sl_options_parse(3, words, &o));
  assert_int_equal(o.backend, SL_GPU);
}

/* lens predicts times even on a machine with a GPU. */
static void lens_predicts_with_and_without_a_gpu(void **state) {
  (void)state;
  for (int has_gpu = 0; has_gpu < 2; has_gpu++) {
    sl_options o;
    char *words[] = {"lens", "01", "--device", "h200"};
    missing_gpu = has_gpu ? NULL : "no driver";
    assert_ok(sl_options_parse(4, words, &o));
    assert_int_equal(o.backend, SL_LENS);
    assert_true(o.predicts);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_options_are_taken),
      cmocka_unit_test(a_sandbox_is_on_the_lens),
      cmocka_unit_test(without_options_there_are_defaults),
      cmocka_unit_test(wrong_command_lines_say_what_is_wrong),
      cmocka_unit_test(too_many_matrices_are_refused),
      cmocka_unit_test(a_gpu_that_is_not_there_is_missing),
      cmocka_unit_test(lens_predicts_with_and_without_a_gpu),
  };
  return cmocka_run_group_tests_name("cli_options", tests, NULL, NULL);
}
