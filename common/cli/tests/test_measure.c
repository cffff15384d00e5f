/* test_measure.c: ./lab lens --measure-device calls nvcc as the judge does. The kit is built here
 * with fake_nvcc.sh as its nvcc, and with a compiler that is not one of the system. */
#define _GNU_SOURCE
#include "base/test.h"

#include "cli/cli.h"
#include "judge/gpu.h"
#include "judge/module.h"
#include "judge/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Replaces the function of that name, by which measure.c checks whether there is a GPU. */
const char *sl_gpu_missing(void) {
  return NULL;
}

static const char said[] = SL_BINARY_DIR "/said.txt";
static char measured[] = SL_BINARY_DIR "/my-gpu.txt";

static void read_file(const char *path, char *out, size_t size) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  out[fread(out, 1, size - 1, file)] = '\0';
  (void)fclose(file);
}

/* Reads the arguments up to the option for the language standard: these are the compiler's
 * options. */
static void read_options(char *out, size_t size) {
  read_file(said, out, size);
  assert_int_equal(unlink(said), 0);
  char *end = strstr(out, "-std=c++17\n");
  assert_non_null(end);
  *end = '\0';
}

static void a_measurement_compiles_as_the_judge_does(void **state) {
  (void)state;
  static const sl_lab lab = {.id = "01-csr-scalar"};
  static sl_module module;
  char of_module[4096], of_measurement[4096], text[64];
  char *arguments[] = {"lens", "--measure-device", measured};
  assert_int_equal(system("rm -rf " SL_BINARY_DIR "/modules " SL_BINARY_DIR "/my-gpu.txt"), 0);
  assert_int_equal(setenv("FAKE_NVCC_SAYS", said, 1), 0);
  assert_ok(sl_module_build_confined(&lab, SL_SOURCE_DIR "/labs/01-csr-scalar/csr-scalar.cu",
                                     SL_GPU, SL_F32, NULL, &module));
  assert_true(module.compiled);
  read_options(of_module, sizeof of_module);
  assert_non_null(strstr(of_module, "-ccbin=/opt/own/bin/g++\n"));
  assert_int_equal(sl_measure_device(3, arguments), 0);
  read_options(of_measurement, sizeof of_measurement);
  assert_string_equal(of_measurement, of_module);
  read_file(measured, text, sizeof text);
  assert_string_equal(text, "measured\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_measurement_compiles_as_the_judge_does),
  };
  return cmocka_run_group_tests_name("cli_measure", tests, NULL, NULL);
}
