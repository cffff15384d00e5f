/* test_explain.c: the text and the line of a verdict on one case. */
#include "base/test.h"

#include "judge/explain.h"
#include "lens/lens.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>

static char text[] = "int f() {\n}\n";
static const sl_source source = {.path = "/kit/labs/f.cu", .text = text, .code = text};
static const sl_job_options options = {.deadline_seconds = 7, .processor_seconds = 3.01};
static const sl_problem problem = {.num_arrays = 0};
static const sl_array returned = {.name = "g", .type = SL_INT, .count = 1, .is_returned = true};
static const sl_array array = {.name = "y", .type = SL_INT, .count = 4};

static sl_attempt answered(const sl_array *wrong) {
  sl_attempt attempt = {.problem = &problem, .options = &options};
  attempt.reply.done = attempt.reply.collected = true;
  attempt.difference.wrong = wrong;
  attempt.difference.wrong_count = wrong ? 1 : 0;
  attempt.difference.expected = 1;
  return attempt;
}

static void explain(const sl_attempt *attempt, sl_case_result *out) {
  sl_explain(attempt, &source, "/nowhere/program", out);
}

/* A case may be run again in a new worker: nothing of the first verdict may remain. */
static void the_second_verdict_on_a_case_stands_alone(void **state) {
  (void)state;
  sl_case_result outcome = {.line = 3};
  sl_attempt attempt = answered(&returned);
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_WRONG);
  assert_string_equal(outcome.what, "g returned 0 instead of 1");
  assert_string_equal(outcome.function, "g");
  assert_int_equal(outcome.line, 0);
  attempt = answered(&array);
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_WRONG);
  assert_string_equal(outcome.function, "");
  attempt = answered(NULL);
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_PASSED);
  assert_string_equal(outcome.what, "");
}

/* How the process ended takes precedence over its messages, and a finding takes precedence over a
 * CUDA error. */
static void the_strongest_evidence_comes_first(void **state) {
  (void)state;
  sl_finding race = {.name = "race", .array = "y", .file = "/kit/labs/f.cu", .line = 2};
  sl_case_result outcome = {.line = 0};
  sl_attempt attempt = answered(&array);
  attempt.difference.damaged = &array;
  attempt.difference.past_end = 5;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_OUT_OF_BOUNDS);
  attempt.reply.cuda_error = 9;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_CUDA_ERROR);
  attempt.reply.seen.findings = &race;
  attempt.reply.seen.num_findings = 1;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_FAULTY);
  assert_int_equal(outcome.line, 2);
  attempt.ending.timed_out = true;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_TIMED_OUT);
  assert_non_null(strstr(outcome.what, "for 7 s the program has only waited"));
  attempt.ending.spent = true;
  explain(&attempt, &outcome);
  assert_non_null(strstr(outcome.what, "no answer after 3 s of computing"));
  assert_int_equal(outcome.line, 0);
  attempt.ending.exited = true;
  attempt.ending.signal = SIGBUS;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_CRASHED);
}

/* Different numbers must be printed differently, and NaN is printed without a sign. */
static void numbers_that_differ_look_different(void **state) {
  (void)state;
  static const sl_array reals = {.name = "y", .type = SL_REAL, .count = 4};
  sl_case_result outcome = {.line = 0};
  sl_attempt attempt = answered(&reals);
  attempt.difference.got = 1 + 0x1p-40;
  explain(&attempt, &outcome);
  assert_string_equal(outcome.what, "1 of 4 elements of y is wrong, the first is y[0] = "
                                    "1.000000000001 instead of 1");
  attempt.difference.got = 1.5;
  attempt.difference.wrong_count = 2;
  explain(&attempt, &outcome);
  assert_string_equal(outcome.what,
                      "2 of 4 elements of y are wrong, the first is y[0] = 1.5 instead of 1");
  attempt.difference.got = -(double)NAN;
  explain(&attempt, &outcome);
  assert_non_null(strstr(outcome.what, "y[0] = nan instead of 1"));
}

static void say_row(const sl_problem *asked, size_t i, double got, char *out, size_t size) {
  (void)asked;
  (void)snprintf(out, size, "row %zu was reached %.0f times", i, got);
}

static void say_call(const sl_problem *asked, size_t i, char *out, size_t size) {
  (void)asked;
  (void)snprintf(out, size, "g(%zu)", i + 5);
}

/* An array of the judge is not named, and the result of a function is not called an untouched
 * array. */
static void arrays_of_the_judge_are_told_in_words_of_the_students(void **state) {
  (void)state;
  static const sl_array several = {.name = "gs", .type = SL_INT, .count = 3, .is_returned = true};
  const sl_problem visits = {.say_answer = say_row, .elements = "rows"};
  const sl_problem calls = {.say_element = say_call};
  sl_case_result outcome = {.line = 0};
  sl_attempt attempt = answered(&array);
  attempt.problem = &visits;
  attempt.difference.got = 2;
  attempt.difference.wrong_at = 1;
  attempt.difference.wrong_count = attempt.difference.untouched = 3;
  explain(&attempt, &outcome);
  assert_string_equal(outcome.what, "3 of 4 rows are wrong, the first: row 1 was reached 2 times");
  attempt.problem = &calls;
  attempt.difference.wrong = &several;
  explain(&attempt, &outcome);
  assert_string_equal(outcome.what,
                      "3 of 3 calls are wrong, the first: g(6) returned 2 instead of 1");
  assert_string_equal(outcome.function, "");
}

/* Only values are compared: adding 0 leaves them unchanged. */
static void unchanged_values_are_not_called_unwritten(void **state) {
  (void)state;
  sl_case_result outcome = {.line = 0};
  sl_attempt attempt = answered(&array);
  attempt.difference.untouched = 1;
  explain(&attempt, &outcome);
  assert_non_null(strstr(outcome.what, "; each of these has the value that it had before"));
  attempt.difference.untouched = attempt.difference.wrong_count = 4;
  explain(&attempt, &outcome);
  assert_non_null(strstr(outcome.what, "; all of them have the value that they had before"));
}

static void an_element_in_front_of_an_array_has_its_index(void **state) {
  (void)state;
  sl_finding finding = {
      .name = "out-of-bounds read", .array = "x", .index = -1, .length = 4, .count = 1};
  char said[200];
  sl_explain_finding(&finding, said, sizeof said);
  assert_string_equal(said, "out-of-bounds read at x[-1], where x has 4 elements");
  finding.length = -1;
  sl_explain_finding(&finding, said, sizeof said);
  assert_string_equal(said, "out-of-bounds read at x");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_second_verdict_on_a_case_stands_alone),
      cmocka_unit_test(the_strongest_evidence_comes_first),
      cmocka_unit_test(numbers_that_differ_look_different),
      cmocka_unit_test(arrays_of_the_judge_are_told_in_words_of_the_students),
      cmocka_unit_test(unchanged_values_are_not_called_unwritten),
      cmocka_unit_test(an_element_in_front_of_an_array_has_its_index),
  };
  return cmocka_run_group_tests_name("judge_explain", tests, NULL, NULL);
}
