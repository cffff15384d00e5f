/* test_machine.c: whether the judge recognises, from a compiler's messages, that the machine caused
 * the failure. */
#include "base/test.h"

#include "judge/machine.h"

static char line[64];

static bool blames(const char *log) {
  return sl_machine_is_to_blame(log, line, sizeof line);
}

static void words_of_the_machine_are_known(void **state) {
  (void)state;
  assert_true(blames("k.cu:3:1: warning: x\n/tmp/a.s: Error: No space left on device\nmore\n"));
  assert_string_equal(line, "/tmp/a.s: Error: No space left on device");
  assert_true(blames("g++: fatal error: Killed signal terminated program cc1plus"));
  assert_true(blames("mktemp: failed to create directory via template '/x'"));
  assert_true(blames("cc1plus: out of memory allocating 65536 bytes"));
  assert_true(blames("sh: 1: Cannot fork"));
}

static void words_of_the_source_are_not(void **state) {
  (void)state;
  assert_false(blames(""));
  assert_false(blames("k.cu:3:2: error: expected ';' before '}' token\n"));
  assert_false(blames("k.cu:3:2: error: #error No space left on device\n"));
  assert_false(blames("k.cu:1:1: error: static assertion failed: Cannot allocate memory\n"));
}

static void the_last_line_is_found(void **state) {
  (void)state;
  sl_machine_last_line("one\ntwo\n\n", line, sizeof line);
  assert_string_equal(line, "two");
  sl_machine_last_line("\n", line, sizeof line);
  assert_string_equal(line, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_of_the_machine_are_known),
      cmocka_unit_test(words_of_the_source_are_not),
      cmocka_unit_test(the_last_line_is_found),
  };
  return cmocka_run_group_tests_name("judge_machine", tests, NULL, NULL);
}
