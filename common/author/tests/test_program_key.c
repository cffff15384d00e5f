/* test_program_key.c: a program has another key if its code changes, and only then. */
#include "base/test.h"

#include "author/program_key.h"
#include "base/hash.h"

static uint64_t key_of(const char *text) {
  uint64_t key = SL_HASH_START;
  assert_ok(sl_program_key_add(text, &key));
  return key;
}

static const char program[] = "#define N 4\n"
                              "void f(int *a) {\n"
                              "  a[N] = 1; // first\n"
                              "}\n";

static void comments_and_empty_lines_make_no_difference(void **state) {
  (void)state;
  static const char *const same[] = {
      "#define N 4\nvoid f(int *a) {\n  a[N] = 1;\n}\n",
      "#define N 4 /* of\n them */\n\n\nvoid f(int *a) {\n  // now\n  a[N] = 1;\n}\n\n",
      "\n/* A\n * comment. */\n#define N 4\nvoid f(int *a) {  \n\ta[N] /* * */ = 1;\r\n}"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    assert_true(key_of(same[i]) == key_of(program));
}

static void code_makes_a_difference(void **state) {
  (void)state;
  static const char *const other[] = {
      "",
      "#define N 5\nvoid f(int *a) {\n  a[N] = 1;\n}\n",
      "#define N 4 void f(int *a) {\n  a[N] = 1;\n}\n", /* the directive does not end before the
                                                         * code */
      "#define N 4\nvoid f(int *a) {\n  // a[N] = 1;\n}\n",
      "#define N 4\nvoidf(int *a) {\n  a[N] = 1;\n}\n",
  };
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    assert_true(key_of(other[i]) != key_of(program));
  assert_true(key_of("f(\"a\")") != key_of("f(\"b\")"));
  assert_true(key_of("#define f(x) x") != key_of("#define f (x) x"));
}

static void two_texts_are_not_one(void **state) {
  (void)state;
  uint64_t key = key_of("a b");
  assert_ok(sl_program_key_add("c", &key));
  uint64_t other = key_of("a");
  assert_ok(sl_program_key_add("b c", &other));
  assert_true(key != other);
}

static sl_status add_one(void) {
  uint64_t key = SL_HASH_START;
  return sl_program_key_add(program, &key);
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(add_one());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comments_and_empty_lines_make_no_difference),
      cmocka_unit_test(code_makes_a_difference),
      cmocka_unit_test(two_texts_are_not_one),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests_name("author_program_key", tests, NULL, NULL);
}
