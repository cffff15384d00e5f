/* test_explain.c: the words and the line of a verdict on one case. */
#include "base/test.h"

#include "judge/explain.h"
#include "lens/lens.h"

#include <signal.h>

static char text[] = "int f() {\n}\n";
static const sl_source source = {.path = "/kit/labs/f.cu", .text = text, .code = text};
static const sl_job_options options = {.deadline_seconds = 7};
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

/* A case may be asked again, in a fresh worker: nothing may be left of the first verdict. */
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

/* How the process ended is believed before what it says, and a finding before an error of CUDA. */
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
  attempt.reply.findings = &race;
  attempt.reply.num_findings = 1;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_FAULTY);
  assert_int_equal(outcome.line, 2);
  attempt.ending.timed_out = true;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_TIMED_OUT);
  assert_non_null(strstr(outcome.what, "no answer within 7 s"));
  assert_int_equal(outcome.line, 0);
  attempt.ending.exited = true;
  attempt.ending.signal = SIGBUS;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.verdict, SL_CRASHED);
}

static void a_wrong_mask_comes_before_the_hang_that_it_leads_to(void **state) {
  (void)state;
  sl_finding findings[] = {
      {.kind = LENS_HANG, .name = "hang", .file = "/kit/labs/f.cu", .line = 1},
      {.kind = LENS_BAD_MASK, .name = "bad warp mask", .file = "/kit/labs/f.cu", .line = 2}};
  sl_case_result outcome = {.line = 0};
  sl_attempt attempt = answered(NULL);
  attempt.reply.findings = findings;
  attempt.reply.num_findings = 1;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.line, 1);
  attempt.reply.num_findings = 2;
  explain(&attempt, &outcome);
  assert_int_equal(outcome.line, 2);
  assert_non_null(strstr(outcome.what, "bad warp mask"));
  findings[0].kind = LENS_RACE; /* stands for itself */
  explain(&attempt, &outcome);
  assert_int_equal(outcome.line, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_second_verdict_on_a_case_stands_alone),
      cmocka_unit_test(the_strongest_evidence_comes_first),
      cmocka_unit_test(a_wrong_mask_comes_before_the_hang_that_it_leads_to),
  };
  return cmocka_run_group_tests_name("judge_explain", tests, NULL, NULL);
}
