/* test_diagnose.c: which mistake is named: observations that explain, contradict, or say
 * nothing. */
#include "base/test.h"

#include "judge/diagnose.h"
#include "one_answer.h"

static const double first_wrong[N] = {4, 12, 13};

/* ---- mistakes ----------------------------------------------------------------------------------
 */

/* The traces of a program that leaves `y` on the case; it passes if `y` is right. */
typedef struct program {
  sl_print print;
  struct sl_prints prints;
} program;

static program leaves(const double *y) {
  uint64_t asked = sl_fingerprint_problem_hash(&problem);
  if (y == right) return (program){.print = {.asked = asked, .can_pass = true}};
  return (program){.print = print_of(asked, y, 1, 0)};
}

static const struct sl_prints *prints_of(program *p) {
  p->prints = (struct sl_prints){&p->print, 1};
  return &p->prints;
}

/* Returns the judgement for which the error code in the evidence stands. */
static sl_judgement by_error(const sl_evidence *evidence) {
  return evidence->cuda_error == 1   ? SL_EXPLAINS
         : evidence->cuda_error == 2 ? SL_CONTRADICTS
         : evidence->cuda_error == 4 ? SL_FITS
         : evidence->cuda_error == 5 ? SL_NEVER
                                     : SL_NEUTRAL;
}

static const sl_rule rule = {"rule", by_error};

static const sl_case given = {.matrix = {.num_rows = 3, .num_cols = 3, .nnz = 3}};

/* ---- a class of students -----------------------------------------------------------------------
 */

typedef struct seen {
  bool passed;
  int error;
  const double *y; /* NULL: nothing was returned */
  int nnz;         /* entries of the matrix; 0: as many as rows */
} seen;

static void take(sl_suspects *suspects, const sl_task *task, const seen *one) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {one->y};
  sl_case larger = given;
  if (one->nnz) larger.matrix.nnz = one->nnz;
  sl_evidence evidence = {.given = &larger,
                          .problem = &problem,
                          .answers = one->y ? answers : NULL,
                          .difference = one->passed ? NULL : &is_wrong,
                          .fault_array = "",
                          .cuda_error = one->error};
  (one->passed ? sl_diagnose_passed : sl_diagnose_failed)(suspects, task, &evidence);
}

static const char *verdict(const sl_mistake *mistakes, size_t num_mistakes, const seen *cases,
                           size_t num_cases) {
  const sl_task task = {.mistakes = mistakes, .num_mistakes = num_mistakes};
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t i = 0; i < num_cases; i++) take(&suspects, &task, &cases[i]);
  const sl_mistake *named = sl_diagnose_verdict(&suspects, &task);
  return named ? named->name : "none";
}

#define VERDICT(mistakes, ...)                                                                     \
  verdict(mistakes, SL_COUNT(mistakes), (const seen[]){__VA_ARGS__},                               \
          SL_COUNT(((const seen[]){__VA_ARGS__})))

#define PASSED                                                                                     \
  { .passed = true, .y = right }

/* Returns the mistake that is named after these findings, in a task without its own mistakes. */
static const char *verdict_on(sl_finding *findings, size_t count) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {untouched};
  const sl_task task = {.name = "kernel"};
  sl_suspects suspects = {.ruled_out = {false}};
  sl_evidence evidence = {.given = &given,
                          .problem = &problem,
                          .answers = answers,
                          .difference = &is_wrong,
                          .fault_array = "",
                          .seen = {.findings = findings, .num_findings = count}};
  sl_diagnose_failed(&suspects, &task, &evidence);
  const sl_mistake *named = sl_diagnose_verdict(&suspects, &task);
  assert_int_equal(sl_diagnose_case(&suspects, &task, named), 0);
  return named ? named->name : "none";
}

#define VERDICT_ON(...)                                                                            \
  verdict_on((sl_finding[]){__VA_ARGS__}, SL_COUNT(((sl_finding[]){__VA_ARGS__})))

static void what_every_lab_has_is_named_without_a_catalogue(void **state) {
  (void)state;
  const sl_finding race = {.kind = LENS_RACE,
                           .array = "part",
                           .line = 7,
                           .other = {.known = true, .same_block = true, .line = 5}};
  const sl_finding left = {.kind = LENS_DIVERGENT_BARRIER, .reason = LENS_THREADS_HAVE_LEFT};
  const sl_finding unfilled = {.kind = LENS_UNINITIALISED_READ, .array = "part"};
  const sl_finding shuffle = {.kind = LENS_BAD_SHUFFLE};
  const sl_finding outside = {.kind = LENS_OUT_OF_BOUNDS_READ, .array = "x"};
  sl_finding in_line = race, between_blocks = race;
  in_line.other.line = in_line.line;
  between_blocks.other.same_block = false;
  assert_string_equal(VERDICT_ON(race), "barrier-missing");
  assert_string_equal(VERDICT_ON(race, unfilled), "barrier-missing");
  sl_finding by_leader = race;
  by_leader.other.thread = 64;
  by_leader.other.operation = LENS_STORE;
  by_leader.length = 1;
  assert_string_equal(VERDICT_ON(in_line), "race");
  assert_string_equal(VERDICT_ON(between_blocks), "race");
  assert_string_equal(VERDICT_ON(by_leader), "one-for-all-warps");
  by_leader.length = 32;
  assert_string_equal(VERDICT_ON(by_leader), "barrier-missing");
  assert_string_equal(VERDICT_ON(race, outside), "none");
  assert_string_equal(VERDICT_ON(left, unfilled), "barrier-not-by-all");
  assert_string_equal(VERDICT_ON(left, race), "none");
  assert_string_equal(VERDICT_ON(shuffle), "lane-absent");
  assert_string_equal(VERDICT_ON({.kind = LENS_BAD_MASK, .reason = LENS_LANES_NEVER_COME}),
                      "mask-of-absent");
  assert_string_equal(VERDICT_ON({.kind = LENS_BAD_MASK, .reason = LENS_LANE_NOT_NAMED}), "none");
  assert_string_equal(VERDICT_ON(shuffle, outside), "none");
  assert_string_equal(VERDICT_ON({.kind = LENS_BAD_LAUNCH, .reason = LENS_EMPTY_BLOCK}),
                      "block-without-threads");
  assert_string_equal(VERDICT_ON({.kind = LENS_BAD_LAUNCH, .reason = LENS_EMPTY_GRID}),
                      "launch-without-blocks");
  assert_string_equal(VERDICT_ON({.kind = LENS_BAD_LAUNCH}), "launch-refused");
  assert_string_equal(VERDICT_ON(unfilled), "own-memory-not-filled");
  assert_string_equal(VERDICT_ON(outside), "outside-of-array");
  assert_string_equal(VERDICT_ON(outside, race), "outside-of-array");
  assert_string_equal(VERDICT_ON({.kind = LENS_HOST_POINTER}), "host-memory-in-kernel");
  assert_string_equal(VERDICT_ON({.kind = LENS_DEVICE_POINTER}), "device-memory-on-host");
  assert_string_equal(VERDICT_ON({.kind = LENS_HOST_POINTER, .reason = LENS_OF_COPY}),
                      "wrong-side-of-copy");
  assert_string_equal(VERDICT_ON({.kind = LENS_DEVICE_POINTER, .reason = LENS_OF_COPY}),
                      "wrong-side-of-copy");
  assert_string_equal(VERDICT_ON({.kind = LENS_NULL_POINTER}), "null-pointer");
  assert_string_equal(VERDICT_ON({.kind = LENS_USE_AFTER_FREE}), "used-after-free");
  assert_string_equal(VERDICT_ON({.kind = LENS_BAD_FREE}), "wrong-free");
  assert_string_equal(VERDICT_ON({.kind = LENS_DIVISION_BY_ZERO}), "division-by-zero");
  assert_string_equal(VERDICT_ON({.kind = LENS_STALE_READ}), "none");
}

/* Returns the mistake that is named after `count` cases, if the lens finds the same on each, and
 * the rule of the task's only mistake returns the values in `errors`. */
static const char *verdict_of_two(const int *errors, size_t count) {
  sl_finding outside = {.kind = LENS_OUT_OF_BOUNDS_READ, .array = "x"};
  const sl_mistake mistake = {.name = "of the lab", .rule = &rule};
  const sl_task task = {.mistakes = &mistake, .num_mistakes = 1};
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t i = 0; i < count; i++) {
    const sl_evidence evidence = {.given = &given,
                                  .problem = &problem,
                                  .fault_array = "",
                                  .cuda_error = errors[i],
                                  .seen = {.findings = &outside, .num_findings = 1}};
    sl_diagnose_failed(&suspects, &task, &evidence);
  }
  const sl_mistake *named = sl_diagnose_verdict(&suspects, &task);
  return named ? named->name : "none";
}

static void of_two_mistakes_none_is_a_third(void **state) {
  (void)state;
  const int one[] = {1, 1}, none[] = {2, 2}, first[] = {1, 2}, second[] = {2, 1};
  assert_string_equal(verdict_of_two(one, 2), "of the lab");
  assert_string_equal(verdict_of_two(none, 2), "outside-of-array");
  assert_string_equal(verdict_of_two(first, 2), "none");
  assert_string_equal(verdict_of_two(second, 2), "none");
}

static void the_program_that_leaves_the_same_is_named(void **state) {
  (void)state;
  program nothing = leaves(untouched), last = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "nothing", .prints = prints_of(&nothing)},
                                 {.name = "last", .prints = prints_of(&last)}};
  assert_string_equal(VERDICT(mistakes, {.y = untouched}), "nothing");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}), "last");
  assert_string_equal(VERDICT(mistakes, {.y = first_wrong}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = NULL}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, {.y = untouched}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, {.y = last_lost}), "last");
}

static void what_passes_rules_out_what_would_have_failed(void **state) {
  (void)state;
  program last = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "last", .prints = prints_of(&last)}};
  assert_string_equal(VERDICT(mistakes, PASSED, {.y = last_lost}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, PASSED), "none");
}

static void nothing_is_named_when_nothing_failed(void **state) {
  (void)state;
  program harmless = leaves(right);
  const sl_mistake mistakes[] = {{.name = "harmless", .prints = prints_of(&harmless)}};
  assert_string_equal(VERDICT(mistakes, PASSED), "none");
  assert_string_equal(VERDICT(mistakes, {.y = untouched}), "none"); /* it would have passed */
}

static void the_first_mistake_leads(void **state) {
  (void)state;
  program one = leaves(last_lost), other = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "special", .prints = prints_of(&one)},
                                 {.name = "general", .prints = prints_of(&other)}};
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}), "special");
}

/* If there are two mistakes, neither is named. */
static void a_fault_that_the_program_does_not_leave_contradicts(void **state) {
  (void)state;
  program last = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "last", .prints = prints_of(&last)}};
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 3}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 3}, {.y = last_lost}), "none");
}

static void a_rule_takes_the_place_of_the_fingerprint(void **state) {
  (void)state;
  program last = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "m", .prints = prints_of(&last), .rule = &rule}};
  assert_string_equal(VERDICT(mistakes, {.y = first_wrong, .error = 1}), "m");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 2}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}), "none");
  /* On a case on which the mistake's program would fail, another program may have passed. */
  assert_string_equal(VERDICT(mistakes, PASSED, {.y = first_wrong, .error = 1}), "m");
}

static void a_rule_may_rule_out_by_what_passed(void **state) {
  (void)state;
  program last = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "m", .prints = prints_of(&last), .rule = &rule}};
  const seen passed = {.passed = true, .y = right, .error = 5},
             failed = {.y = last_lost, .error = 1};
  assert_string_equal(VERDICT(mistakes, failed), "m");
  assert_string_equal(VERDICT(mistakes, passed, failed), "none");
  assert_string_equal(VERDICT(mistakes, failed, passed), "none");
}

static void a_rule_can_leave_it_to_the_fingerprint(void **state) {
  (void)state;
  program last = leaves(last_lost);
  sl_mark *mark = &last.print.marks[last.print.num_marks++];
  *mark = (sl_mark){.what = "error-4", .array = "-", .relation = SL_NOWHERE, .sure = true};
  const sl_mistake mistakes[] = {{.name = "m", .prints = prints_of(&last), .rule = &rule}};
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 4}), "m");
  assert_string_equal(VERDICT(mistakes, {.y = untouched, .error = 4}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = NULL, .error = 4}), "none");
}

static void the_smallest_explained_case_is_shown(void **state) {
  (void)state;
  program last = leaves(last_lost);
  const sl_mistake mistakes[] = {{.name = "m", .prints = prints_of(&last), .rule = &rule}};
  const sl_task task = {.mistakes = mistakes, .num_mistakes = 1};
  const seen no_opinion = {.error = 3}, explained = {.error = 1};
  const seen large = {.error = 1, .nnz = 500}, small = {.error = 1, .nnz = 12};
  sl_suspects suspects = {.ruled_out = {false}};
  take(&suspects, &task, &no_opinion);
  take(&suspects, &task, &no_opinion);
  take(&suspects, &task, &explained);
  take(&suspects, &task, &explained);
  assert_int_equal(sl_diagnose_case(&suspects, &task, &mistakes[0]), 2);
  assert_int_equal(sl_diagnose_case(&suspects, &task, NULL), 0);
  suspects = (sl_suspects){.failed = 0};
  take(&suspects, &task, &large);
  take(&suspects, &task, &small);
  assert_int_equal(sl_diagnose_case(&suspects, &task, &mistakes[0]), 1);
  take(&suspects, &task, &explained);
  take(&suspects, &task, &explained);
  assert_int_equal(sl_diagnose_case(&suspects, &task, &mistakes[0]), 2);
  assert_true(sl_diagnose_size_to_show(0, 0) >
              sl_diagnose_size_to_show(4, 7)); /* an empty matrix shows little */
  assert_true(sl_diagnose_size_to_show(0, 0) < sl_diagnose_size_to_show(31, 90));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_every_lab_has_is_named_without_a_catalogue),
      cmocka_unit_test(of_two_mistakes_none_is_a_third),
      cmocka_unit_test(the_program_that_leaves_the_same_is_named),
      cmocka_unit_test(what_passes_rules_out_what_would_have_failed),
      cmocka_unit_test(nothing_is_named_when_nothing_failed),
      cmocka_unit_test(the_first_mistake_leads),
      cmocka_unit_test(a_fault_that_the_program_does_not_leave_contradicts),
      cmocka_unit_test(a_rule_takes_the_place_of_the_fingerprint),
      cmocka_unit_test(a_rule_may_rule_out_by_what_passed),
      cmocka_unit_test(a_rule_can_leave_it_to_the_fingerprint),
      cmocka_unit_test(the_smallest_explained_case_is_shown),
  };
  return cmocka_run_group_tests_name("judge_diagnose", tests, NULL, NULL);
}
