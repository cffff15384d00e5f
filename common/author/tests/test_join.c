/* test_join.c: joins the fingerprints that one program has with two compilers. */
#include "base/test.h"

#include "author/join.h"
#include "base/hash.h"
#include "base/memory.h"
#include "judge/catalogue.h"

#include <stdlib.h>

static const char head[] =
    "mistake kernel wrong\nwhat it is wrong\nhint think\nprogram 0000000000000001\n";

/* The fingerprints of a program, from the lines of its cases. */
static sl_catalogue parse(const char *cases) {
  char text[1024];
  sl_catalogue out;
  (void)snprintf(text, sizeof text, "%s%s# end\n", head, cases);
  assert_ok(sl_catalogue_parse("test", text, &out));
  assert_int_equal(out.num_rows, 1);
  return out;
}

/* Joins the second into the first, and compares with what is expected. */
static void joined(const char *one, const char *other, const char *expected, bool changes) {
  sl_catalogue a = parse(one), b = parse(other);
  bool changed;
  char *text = NULL;
  size_t size;
  assert_ok(sl_join_prints(&a.rows[0].prints, &b.rows[0].prints, &changed));
  assert_int_equal(changed, changes);
  FILE *file = open_memstream(&text, &size);
  sl_catalogue_write_program(file, 1, &a.rows[0].prints);
  (void)fclose(file);
  assert_string_equal(strchr(text, '\n') + 1, expected);
  free(text);
  sl_catalogue_free(&a);
  sl_catalogue_free(&b);
}

static void what_is_the_same_stays(void **state) {
  (void)state;
  const char *cases = "pass 0000000000000009\n"
                      "on 0000000000000001 fail !race-of-blocks,y,.,n ?leak,-,-,1 "
                      "y=0000000000000002,0-3\n";
  joined(cases, cases, cases, false);
}

static void only_what_both_have_is_sure(void **state) {
  (void)state;
  joined("on 0000000000000001 fail !race-of-blocks,y,.,n !leak,-,-,1\n",
         "on 0000000000000001 fail !race-in-block,y,.,n !leak,-,-,1\n",
         "on 0000000000000001 fail ?race-of-blocks,y,.,n !leak,-,-,1 ?race-in-block,y,.,n\n", true);
  joined("on 0000000000000001 fail !leak,-,-,1\n", "on 0000000000000001 fail ?leak,-,-,1\n",
         "on 0000000000000001 fail ?leak,-,-,1\n", true);
  joined("on 0000000000000001 fail ?leak,-,-,1\n", "on 0000000000000001 fail !leak,-,-,1\n",
         "on 0000000000000001 fail ?leak,-,-,1\n", false);
}

static void an_answer_in_which_they_differ_is_left_out(void **state) {
  (void)state;
  joined("on 0000000000000001 fail y=0000000000000002,0-3 z=0000000000000003\n",
         "on 0000000000000001 fail y=0000000000000005,0-4 z=0000000000000003\n",
         "on 0000000000000001 fail z=0000000000000003\n", true);
  joined("on 0000000000000001 fail z=0000000000000003\n",
         "on 0000000000000001 fail y=0000000000000002 z=0000000000000003\n",
         "on 0000000000000001 fail z=0000000000000003\n", false);
}

static void who_passes_with_one_passes_or_fails_as_the_other(void **state) {
  (void)state;
  joined("pass 0000000000000001\n", "on 0000000000000001 fail !leak,-,-,1 y=0000000000000002\n",
         "on 0000000000000001 either ?leak,-,-,1 y=0000000000000002\n", true);
  joined("on 0000000000000001 fail !leak,-,-,1 y=0000000000000002\n", "pass 0000000000000001\n",
         "on 0000000000000001 either ?leak,-,-,1 y=0000000000000002\n", true);
  joined("on 0000000000000001 fail !leak,-,-,1 y=0000000000000002\n", "on 0000000000000001 open\n",
         "on 0000000000000001 open\n", true);
}

/* Two cases may have the same problem, one exact and the other with error bounds. */
static void cases_that_ask_the_same_are_told_apart(void **state) {
  (void)state;
  const char *cases = "on 0000000000000001 fail !nothing-launched,-,-,1 y=0000000000000002\n"
                      "on 0000000000000001 fail !nothing-launched,-,-,1\n";
  joined(cases, cases, cases, false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_the_same_stays),
      cmocka_unit_test(only_what_both_have_is_sure),
      cmocka_unit_test(an_answer_in_which_they_differ_is_left_out),
      cmocka_unit_test(who_passes_with_one_passes_or_fails_as_the_other),
      cmocka_unit_test(cases_that_ask_the_same_are_told_apart),
  };
  return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
