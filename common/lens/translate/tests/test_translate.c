/* test_translate.c: runs the table of cases, and checks general properties for every input. */
#include "base/test.h"

#include "../translate.h"
#include "cases.h"

#include <stdbool.h>
#include <stdio.h>

static size_t count_lines(const char *text, size_t bytes) {
  size_t lines = 0;
  for (size_t i = 0; i < bytes; i++) lines += text[i] == '\n';
  return lines;
}

/* The first missing piece of the output, or NULL. */
static const char *missing(const lens_case *it, sl_status status, const lens_translation *got) {
  if (it->error) {
    bool named = status == SL_ERR_INPUT && (strncmp(got->diagnostics, "dir/a.cu:", 9) == 0 ||
                                            strncmp(got->diagnostics, "b.cuh:", 6) == 0);
    bool found = named && strstr(got->diagnostics, it->error);
    return found ? NULL : it->error;
  }
  if (status != SL_OK) return "no error";
  for (int i = 0; i < 3 && it->expected[i]; i++) {
    if (!strstr(got->code, it->expected[i])) return it->expected[i];
  }
  return NULL;
}

static void every_case_becomes_what_it_should(void **state) {
  (void)state;
  int failures = 0;
  for (size_t i = 0; i < lens_num_cases; i++) {
    const lens_case *it = &lens_cases[i];
    lens_translation got;
    sl_status status = lens_translate("dir/a.cu", it->input, strlen(it->input), &got);
    const char *wanted = missing(it, status, &got);
    if (wanted) {
      failures++;
      print_error("input: %s\nwanted: %s\ngot: %s\n", it->input, wanted,
                  got.code ? got.code : got.diagnostics);
    }
    lens_translate_free(&got);
  }
  assert_int_equal(failures, 0);
  assert_int_equal(sl_memory_live(), 0);
}

static void lines_stay_where_they_are(void **state) {
  (void)state;
  static const char head[] = "#line 1 \"a \\\"b\\\\.cu\"\n";
  for (size_t i = 0; i < lens_num_cases; i++) {
    const char *input = lens_cases[i].input;
    lens_translation got;
    if (lens_translate("a \"b\\.cu", input, strlen(input), &got) == SL_OK) {
      const char *begin = strstr(got.code, head); /* a declaration may precede it */
      assert_int_equal(got.code_bytes, strlen(got.code));
      assert_non_null(begin);
      assert_int_equal(count_lines(begin, strlen(begin)), 1 + count_lines(input, strlen(input)));
    }
    lens_translate_free(&got);
  }
}

/* A function for both sides that uses __CUDA_ARCH__ gets a body for each side, with the same line
 * numbers.
 */
static void a_function_for_both_gets_two_bodies(void **state) {
  (void)state;
  static const char input[] = "int a;\n__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n"
                              "  return 1;\n#else\n  return 2;\n#endif\n}\nint b;\n";
  static const char expected[] =
      "int a;\n__host__ __device__ int f() { if (lens_shim::on_device()) {\n#if 1\n"
      "  return 1;\n#else\n  return 2;\n#endif\n} else {\n# 2 \"a.cu\"\n\n#ifdef __CUDA_ARCH__\n"
      "  return 1;\n#else\n  return 2;\n#endif\n}}\nint b;\n";
  lens_translation got;
  assert_ok(lens_translate("a.cu", input, sizeof input - 1, &got));
  assert_non_null(strstr(got.code, expected));
  lens_translate_free(&got);
}

/* In device functions, a macro that depends on __CUDA_ARCH__, and one that uses it, have the
 * device's definition.
 */
static void a_macro_for_both_sides_is_defined_twice(void **state) {
  (void)state;
  static const char input[] =
      "#ifdef __CUDA_ARCH__\n#define F 1\n#else\n#define F 2 // host\n#endif\n"
      "#define G(x) (F + x)\nint h() { return F; }\n"
      "__device__ int f() { return G(0); }\n";
  static const char expected[] =
      "\n#endif\n#define lens_sides_0\n# 5 \"a.cu\"\n\n#define G(x) (F + x)\nint h() { return F; "
      "}\n"
      "__device__ int f() {\n#ifdef lens_sides_0\n#undef F\n#undef F\n#if 1\n#define F 1\n#else\n"
      "#define F 2 // host\n#endif\n#endif\n# 8 \"a.cu\"\n return G(0); \n#ifdef lens_sides_0\n"
      "#undef F\n#undef F\n#ifdef __CUDA_ARCH__\n#define F 1\n#else\n#define F 2 // host\n#endif\n"
      "#endif\n# 8 \"a.cu\"\n}\n";
  lens_translation got;
  assert_ok(lens_translate("a.cu", input, sizeof input - 1, &got));
  assert_non_null(strstr(got.code, expected));
  lens_translate_free(&got);
}

static void carriage_returns_and_zeros_are_kept(void **state) {
  (void)state;
  static const char input[] =
      "int a;\r\n#define X \\\r\n 1\r\n\0int b;\r\nvoid f() { k<<<1, 2>>>(a); }";
  lens_translation got;
  assert_ok(lens_translate("a.cu", input, sizeof input - 1, &got));
  assert_int_equal(count_lines(got.code, got.code_bytes), 1 + count_lines(input, sizeof input - 1));
  lens_translate_free(&got);
}

static void errors_come_in_the_order_of_the_file(void **state) {
  (void)state;
  static const char input[] = "cudaGraph_t a;\nvoid f() { k<<<1>>>(); }\ntexture<int> t;\n";
  lens_translation got;
  assert_int_equal(lens_translate("a.cu", input, sizeof input - 1, &got), SL_ERR_INPUT);
  assert_int_equal(got.num_errors, 3);
  assert_null(got.code);
  const char *first = strstr(got.diagnostics, "a.cu:1:1: error: ");
  const char *second = strstr(got.diagnostics, "a.cu:2:13: error: ");
  const char *third = strstr(got.diagnostics, "a.cu:3:1: error: ");
  assert_true(first && second && third && first < second && second < third);
  lens_translate_free(&got);
}

static void only_the_first_errors_are_listed(void **state) {
  (void)state;
  char input[40 * 16 + 1] = "";
  for (int i = 0; i < 40; i++) {
    size_t used = strlen(input);
    (void)snprintf(input + used, sizeof input - used, "tex1D%d(t);\n", i);
  }
  lens_translation got;
  assert_int_equal(lens_translate("a.cu", input, strlen(input), &got), SL_ERR_INPUT);
  assert_int_equal(got.num_errors, 40);
  assert_int_equal(count_lines(got.diagnostics, strlen(got.diagnostics)), 20);
  lens_translate_free(&got);
}

static void the_same_error_is_told_once(void **state) {
  (void)state;
  static const char input[] = "texture<int> t;\ntexture<int> u;\ntexture<int> v;\n";
  lens_translation got;
  assert_int_equal(lens_translate("a.cu", input, sizeof input - 1, &got), SL_ERR_INPUT);
  assert_int_equal(got.num_errors, 3);
  assert_int_equal(count_lines(got.diagnostics, strlen(got.diagnostics)), 1);
  assert_non_null(strstr(got.diagnostics, "a.cu:1:1: error: 'texture': "));
  assert_non_null(strstr(got.diagnostics, " (and in 2 more places)\n"));
  lens_translate_free(&got);
}

/* Each allocation in turn fails: a status, nothing leaked. */
static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  for (size_t i = 0; i < lens_num_cases; i++) {
    const char *input = lens_cases[i].input;
    sl_status status = SL_ERR_MEMORY;
    for (long n = 0; status == SL_ERR_MEMORY; n++) {
      lens_translation got;
      sl_memory_fail_after(n);
      status = lens_translate("a.cu", input, strlen(input), &got);
      sl_memory_fail_after(-1);
      lens_translate_free(&got);
      assert_int_equal(sl_memory_live(), 0);
      assert_true(n < 1000);
    }
    assert_int_equal(status, lens_cases[i].error ? SL_ERR_INPUT : SL_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_case_becomes_what_it_should),
      cmocka_unit_test(lines_stay_where_they_are),
      cmocka_unit_test(a_function_for_both_gets_two_bodies),
      cmocka_unit_test(a_macro_for_both_sides_is_defined_twice),
      cmocka_unit_test(carriage_returns_and_zeros_are_kept),
      cmocka_unit_test(errors_come_in_the_order_of_the_file),
      cmocka_unit_test(only_the_first_errors_are_listed),
      cmocka_unit_test(the_same_error_is_told_once),
      cmocka_unit_test(memory_may_run_out_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
