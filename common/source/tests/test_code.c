/* test_code.c: removes comments and literals from a source, and searches in the rest. */
#include "base/test.h"

#include "base/memory.h"
#include "source/code.h"

static void assert_code(const char *text, const char *expected) {
  char *code;
  assert_ok(sl_code_make(text, strlen(text), &code));
  assert_string_equal(code, expected);
  sl_free(code);
}

static void comments_and_literals_are_blank(void **state) {
  (void)state;
  assert_code("int a; // b\nint c; /* d\n e */ f", "int a;     \nint c;     \n      f");
  assert_code("f(\"a\\\"b\", '\"', u8\"c\")", "f(      ,    ,      )");
  assert_code("#include \"a.h\"\n#include <b'.h>\n", "#include      \n#include <b'.h>\n");
  assert_code("// a \\\n b\nc", "     \\\n  \nc"); /* the line splice continues the comment */
  assert_code("\"a \\\n b\" c", "   \\\n    c");
  assert_code("\"\\ \\\" \" c", "        c");
  assert_code("R\"(\"{)\" }", "        }");
  assert_code("thread\\\nIdx", "thread\\\nIdx");
  assert_code("a \\\n b", "a \\\n b");
}

static void names_are_found_whole(void **state) {
  (void)state;
  const char code[] = "col_idx[i] + x[i] + xs";
  assert_ptr_equal(sl_code_find(code, code, "x["), code + 13);
  assert_ptr_equal(sl_code_find(code, code, "i]"), code + 8);
  assert_null(sl_code_find(code, code + 14, "x"));
  assert_null(sl_code_find(code, code, ""));
  assert_int_equal(sl_code_name_length(code), 7);
  assert_ptr_equal(sl_code_name_before(code, code + 7), code);
}

static void brackets_and_lines_are_found(void **state) {
  (void)state;
  const char code[] = "f(a, (b));\n\n}";
  size_t length;
  assert_ptr_equal(sl_code_after_bracket(code + 1), code + 9);
  assert_null(sl_code_after_bracket("((a)"));
  assert_ptr_equal(sl_code_line(code, 3, &length), code + 12);
  assert_int_equal(length, 1);
  assert_null(sl_code_line(code, 4, &length));
  assert_null(sl_code_line(code, 0, &length));
}

static sl_status make_and_free(void) {
  char *code;
  sl_status status = sl_code_make("a /* b */", 9, &code);
  sl_free(code);
  return status;
}

static void memory_may_be_short(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comments_and_literals_are_blank),
      cmocka_unit_test(names_are_found_whole),
      cmocka_unit_test(brackets_and_lines_are_found),
      cmocka_unit_test(memory_may_be_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
