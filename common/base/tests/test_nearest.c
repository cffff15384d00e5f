/* test_nearest.c: finds the word that a mistyped word probably means. */
#include "base/nearest.h"
#include "base/test.h"

#include <string.h>

static const char *const names[] = {"run", "quiz", "lens", "list", "hint", "hpcg", "explain"};

static const char *nearest(const char *word) {
  const char *found = sl_nearest(word, names, sizeof names / sizeof *names);
  return found ? found : "none";
}

static void finds_each_kind_of_slip(void **state) {
  (void)state;
  assert_string_equal(nearest("hpgc"), "hpcg");       /* exchanged letters */
  assert_string_equal(nearest("explin"), "explain");  /* a missing letter */
  assert_string_equal(nearest("quizz"), "quiz");      /* a superfluous letter */
  assert_string_equal(nearest("rum"), "run");         /* a replaced letter */
  assert_string_equal(nearest("explain"), "explain"); /* the same word */
}

static void says_nothing_without_a_clear_answer(void **state) {
  (void)state;
  assert_string_equal(nearest("grade"), "none");
  assert_string_equal(nearest("xyz"), "none");
  assert_string_equal(nearest("lint"), "none"); /* as near to list as to hint */
  assert_string_equal(nearest(""), "none");
  char longest[200];
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  assert_string_equal(nearest(longest), "none");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_each_kind_of_slip),
      cmocka_unit_test(says_nothing_without_a_clear_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
