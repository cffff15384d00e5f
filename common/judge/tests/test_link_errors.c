/* test_link_errors.c: what a linker says of a student's file, in terms of the lab. */
#include "base/test.h"

#include "judge/link_errors.h"

static void check(const char *log, const char *wanted) {
  char told[2048];
  assert_int_equal(sl_link_errors(log, "csr-scalar.h", told, sizeof told), wanted != NULL);
  if (wanted)
    assert_non_null(strstr(told, wanted));
  else
    assert_string_equal(told, "");
}

static void a_renamed_function_is_missing(void **state) {
  (void)state;
  check(
      "/usr/bin/ld: drives/01.o: in function `drive':\ndrive.cu:6: undefined reference to `spmv'\n"
      "collect2: error: ld returned 1 exit status\n",
      "error: spmv is missing: your file must define it, with this name and the parameters that "
      "csr-scalar.h says\n");
  check("ld.lld: error: undefined symbol: spmv\n>>> referenced by drive.cu\n",
        "error: spmv is missing");
}

static void a_name_is_told_once(void **state) {
  (void)state;
  char told[2048];
  assert_true(sl_link_errors("undefined reference to `a'\nundefined reference to `a'\n"
                             "undefined reference to `b'\n",
                             "x.h", told, sizeof told));
  assert_null(strstr(strstr(told, "error: a is") + 1, "error: a is"));
  assert_non_null(strstr(told, "error: b is"));
}

static void an_own_main_is_taken_out(void **state) {
  (void)state;
  check("ld: worker/main.c:196: multiple definition of `main'; 1.o:a.cu:64: first defined here\n",
        "error: your file has a main of its own");
  check("multiple definition of `sl_alloc'\n", "error: sl_alloc is defined twice");
}

static void other_functions_are_nowhere_defined(void **state) {
  (void)state;
  check("undefined reference to `helper(int)'\n", "error: helper(int) is declared and called");
}

static void errors_of_the_compiler_stay(void **state) {
  (void)state;
  check("a.cu:3:1: error: expected ';'\n", NULL);
  check("", NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_renamed_function_is_missing),
      cmocka_unit_test(a_name_is_told_once),
      cmocka_unit_test(an_own_main_is_taken_out),
      cmocka_unit_test(other_functions_are_nowhere_defined),
      cmocka_unit_test(errors_of_the_compiler_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
