/* test_diagnose.c: which mistake is named: what explains, what contradicts, what says nothing. */
#include "base/test.h"

#include "judge/diagnose.h"
#include "judge/fingerprint.h"

#include <math.h>

enum { N = 3 };

/* One case: y before was {1, 2, 3} and should become {11, 12, 13}. */
static const double before[N] = {1, 2, 3};
static double expected[N] = {11, 12, 13};
static double bound[N] = {0.5, 0.5, 0.5};

static const int n = N;

static const sl_problem problem = {
    .arrays = {{.name = "n", .type = SL_INT, .role = SL_IN, .count = 1, .ints = &n},
               {.name = "y",
                .type = SL_REAL,
                .role = SL_INOUT,
                .count = N,
                .reals = before,
                .expected = expected,
                .bound = bound}},
    .num_arrays = 2};

/* ---- models ------------------------------------------------------------------------------------
 */

static void leave_all(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  (void)y;
}

static void last_missed(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  for (int i = 0; i < N - 1; i++) y[i] += 10;
}

/* The first is right, of the others anything can be. */
static void only_first_known(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  y[0] += 10;
  y[1] = y[2] = (double)NAN;
}

static void nothing_known(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  for (int i = 0; i < N; i++) y[i] = (double)NAN;
}

static void all_right(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  for (int i = 0; i < N; i++) y[i] += 10;
}

/* What `explains` says is put into the evidence as the error code. */
static sl_judgement by_error(const sl_evidence *evidence) {
  return evidence->cuda_error == 1   ? SL_EXPLAINS
         : evidence->cuda_error == 2 ? SL_CONTRADICTS
         : evidence->cuda_error == 4 ? SL_FITS
                                     : SL_NEUTRAL;
}

/* ---- a class of students -----------------------------------------------------------------------
 */

typedef struct seen {
  bool passed;
  int error;
  const double *y; /* NULL: nothing came back */
} seen;

static const char *verdict(const sl_mistake *mistakes, size_t num_mistakes, const seen *cases,
                           size_t num_cases) {
  const sl_task task = {.mistakes = mistakes, .num_mistakes = num_mistakes};
  sl_suspects suspects = {.ruled_out = {false}};
  for (size_t i = 0; i < num_cases; i++) {
    const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL, cases[i].y};
    sl_evidence evidence = {
        .problem = &problem, .answers = cases[i].y ? answers : NULL, .cuda_error = cases[i].error};
    assert_ok(
        (cases[i].passed ? sl_suspects_passed : sl_suspects_failed)(&suspects, &task, &evidence));
  }
  assert_int_equal(sl_alloc_live(), 0);
  const sl_mistake *named = sl_suspects_verdict(&suspects, &task);
  return named ? named->name : "none";
}

#define VERDICT(mistakes, ...)                                                                     \
  verdict(mistakes, SL_COUNT(mistakes), (const seen[]){__VA_ARGS__},                               \
          SL_COUNT(((const seen[]){__VA_ARGS__})))

static const double right[N] = {11, 12, 13}, untouched[N] = {1, 2, 3},
                    last_lost[N] = {11.25, 12, 3}, second_wrong[N] = {11, -9, 13},
                    first_wrong[N] = {4, 12, 13};

static void the_model_that_matches_is_named(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "nothing", .predict = leave_all},
                                 {.name = "last", .predict = last_missed}};
  assert_string_equal(VERDICT(mistakes, {.y = untouched}), "nothing");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}), "last");
  assert_string_equal(VERDICT(mistakes, {.y = first_wrong}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, {.y = untouched}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, {.y = last_lost}), "last");
}

static void a_passed_case_rules_out_what_would_have_failed(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "last", .predict = last_missed}};
  assert_string_equal(VERDICT(mistakes, {.passed = true, .y = right}, {.y = last_lost}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, {.passed = true, .y = right}), "none");
  const sl_mistake harmless[] = {{.name = "by error", .predict = all_right, .explains = by_error}};
  assert_string_equal(VERDICT(harmless, {.passed = true, .y = right}, {.error = 1}), "by error");
}

static void nothing_is_named_when_nothing_failed(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "anything", .predict = nothing_known}};
  assert_string_equal(VERDICT(mistakes, {.passed = true, .y = right}), "none");
}

static void the_first_of_the_table_leads(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "special", .predict = last_missed},
                                 {.name = "general", .explains = by_error}};
  const sl_mistake turned[] = {mistakes[1], mistakes[0]};
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}, {.error = 1}), "special");
  assert_string_equal(VERDICT(turned, {.y = untouched, .error = 1}), "general");
}

/* Who makes two mistakes is told of the one that the fault comes from, or of none. */
static void a_fault_is_not_explained_by_numbers(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "last", .predict = last_missed},
                                 {.name = "general", .explains = by_error}};
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 1}), "general");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 3}), "none");
  const sl_mistake knows[] = {{.name = "last", .predict = last_missed, .explains = by_error}};
  assert_string_equal(VERDICT(knows, {.y = last_lost, .error = 4}), "last");
  assert_string_equal(VERDICT(knows, {.y = untouched, .error = 4}), "none");
  assert_string_equal(VERDICT(knows, {.y = NULL, .error = 4}), "none");
  /* What another case shows without a fault stands. */
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 3}, {.y = last_lost}), "last");
}

static void the_first_explained_case_is_known(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "last", .predict = last_missed}};
  const sl_task task = {.mistakes = mistakes, .num_mistakes = 1};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL, last_lost};
  sl_suspects suspects = {.ruled_out = {false}};
  sl_evidence evidence = {.problem = &problem, .fault_signal = 11};
  assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
  assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
  evidence = (sl_evidence){.problem = &problem, .answers = answers};
  assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
  assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
  assert_int_equal(sl_suspects_case(&suspects, &task, &mistakes[0]), 2);
  assert_int_equal(sl_suspects_case(&suspects, &task, NULL), 0);
}

/* A model that leaves open just what went wrong accounts for nothing. */
static void a_wildcard_matches_but_does_not_explain(void **state) {
  (void)state;
  const sl_mistake open[] = {{.name = "open", .predict = only_first_known}};
  assert_string_equal(VERDICT(open, {.y = second_wrong}), "none");
  assert_string_equal(VERDICT(open, {.y = first_wrong}), "none");
  const sl_mistake vague[] = {{.name = "vague", .predict = nothing_known}};
  assert_string_equal(VERDICT(vague, {.y = untouched}), "none");
  /* Neither does it contradict: what another case shows stands. */
  const sl_mistake helped[] = {{.name = "h", .predict = only_first_known, .explains = by_error}};
  assert_string_equal(VERDICT(helped, {.y = second_wrong}, {.error = 1}), "h");
  assert_string_equal(VERDICT(helped, {.y = first_wrong}, {.error = 1}), "none");
}

/* Failed for another reason, such as a finding of the lens, with the right numbers. */
static void right_numbers_are_explained_by_no_model(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "same", .predict = all_right},
                                 {.name = "last", .predict = last_missed}};
  assert_string_equal(VERDICT(mistakes, {.y = right}), "none");
}

static void explains_is_asked_before_the_model(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "m", .predict = last_missed, .explains = by_error}};
  assert_string_equal(VERDICT(mistakes, {.y = first_wrong, .error = 1}), "m");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 2}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = last_lost, .error = 0}), "m");
}

/* Where its program would have failed, somebody else's may have passed. */
static void a_rule_is_asked_alone(void **state) {
  (void)state;
  sl_print fails = {.asked = sl_problem_hash(&problem), .can_fail = true};
  const struct sl_prints prints = {&fails, 1};
  const sl_mistake mistakes[] = {{.name = "rule", .explains = by_error}, {.name = "program"}};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL, untouched};
  sl_evidence evidence = {.problem = &problem, .answers = answers};
  for (size_t m = 0; m < SL_COUNT(mistakes); m++) {
    const sl_task task = {.mistakes = &mistakes[m], .num_mistakes = 1, .prints = &prints};
    sl_suspects suspects = {.ruled_out = {false}};
    assert_ok(sl_suspects_passed(&suspects, &task, &evidence));
    assert_int_equal(suspects.ruled_out[0], m == 1);
    evidence.cuda_error = 1;
    assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
    assert_ptr_equal(sl_suspects_verdict(&suspects, &task), m == 0 ? &mistakes[0] : NULL);
    evidence.cuda_error = 0;
  }
}

static void without_an_answer_models_say_nothing(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "last", .predict = last_missed}};
  assert_string_equal(VERDICT(mistakes, {.y = NULL}), "none");
  assert_string_equal(VERDICT(mistakes, {.y = NULL}, {.y = last_lost}), "last");
}

static void a_mistake_without_model_is_neutral(void **state) {
  (void)state;
  const sl_mistake mistakes[] = {{.name = "empty"}};
  assert_string_equal(VERDICT(mistakes, {.y = last_lost}), "none");
}

/* ---- memory ------------------------------------------------------------------------------------
 */

static const sl_mistake two[] = {{.name = "nothing", .predict = leave_all},
                                 {.name = "last", .predict = last_missed}};
static const sl_task task_of_two = {.mistakes = two, .num_mistakes = 2};

static sl_status learn(bool passed) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL, passed ? right : last_lost};
  sl_evidence evidence = {.problem = &problem, .answers = answers};
  sl_suspects suspects = {.ruled_out = {false}};
  return (passed ? sl_suspects_passed : sl_suspects_failed)(&suspects, &task_of_two, &evidence);
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  assert_survives_failing_allocations(learn(true));
  assert_survives_failing_allocations(learn(false));
}

/* ---- several answers, integers among them ------------------------------------------------------
 */

static double widths[1] = {3};
static const sl_problem wide = {
    .arrays = {{.name = "width", .type = SL_INT, .role = SL_OUT, .count = 1, .expected = widths},
               {.name = "y",
                .type = SL_REAL,
                .role = SL_INOUT,
                .count = N,
                .reals = before,
                .expected = expected,
                .bound = bound}},
    .num_arrays = 2};

static void width_too_small(const sl_evidence *evidence, double *const *answers) {
  sl_predicted(evidence, answers, "width")[0] = 2;
  all_right(evidence, answers);
}

static void y_untouched(const sl_evidence *evidence, double *const *answers) {
  sl_predicted(evidence, answers, "width")[0] = 3;
}

static const char *told_of_wide(double width, const double *y) {
  const sl_mistake mistakes[] = {{.name = "width", .predict = width_too_small},
                                 {.name = "y", .predict = y_untouched}};
  const sl_task task = {.mistakes = mistakes, .num_mistakes = 2};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {&width, y};
  sl_evidence evidence = {.problem = &wide, .answers = answers};
  sl_suspects suspects = {.ruled_out = {false}};
  assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
  const sl_mistake *named = sl_suspects_verdict(&suspects, &task);
  return named ? named->name : "none";
}

static void every_answer_must_be_as_foretold(void **state) {
  (void)state;
  assert_string_equal(told_of_wide(2, right), "width");
  assert_string_equal(told_of_wide(3, untouched), "y");
  assert_string_equal(told_of_wide(2, untouched), "none");
  assert_string_equal(told_of_wide(4, right), "none");
}

/* Mistakes beyond the room for them would never be named. */
static void a_table_that_is_too_long_is_a_defect(void **state) {
  (void)state;
  static const sl_mistake mistakes[SL_MAX_MISTAKES + 1];
  sl_task task = {.name = "long", .mistakes = mistakes, .num_mistakes = SL_MAX_MISTAKES + 1};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {NULL, before};
  sl_evidence evidence = {.problem = &problem, .answers = answers};
  sl_suspects suspects = {.ruled_out = {false}};
  assert_fails(sl_suspects_failed(&suspects, &task, &evidence), SL_ERR_INTERNAL,
               "has 513 mistakes");
  assert_fails(sl_suspects_passed(&suspects, &task, &evidence), SL_ERR_INTERNAL, "task long");
  task.num_mistakes = SL_MAX_MISTAKES;
  assert_ok(sl_suspects_failed(&suspects, &task, &evidence));
  assert_ok(sl_suspects_passed(&suspects, &task, &evidence));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_answer_must_be_as_foretold),
      cmocka_unit_test(the_model_that_matches_is_named),
      cmocka_unit_test(a_passed_case_rules_out_what_would_have_failed),
      cmocka_unit_test(nothing_is_named_when_nothing_failed),
      cmocka_unit_test(the_first_of_the_table_leads),
      cmocka_unit_test(a_fault_is_not_explained_by_numbers),
      cmocka_unit_test(the_first_explained_case_is_known),
      cmocka_unit_test(a_wildcard_matches_but_does_not_explain),
      cmocka_unit_test(right_numbers_are_explained_by_no_model),
      cmocka_unit_test(explains_is_asked_before_the_model),
      cmocka_unit_test(a_rule_is_asked_alone),
      cmocka_unit_test(without_an_answer_models_say_nothing),
      cmocka_unit_test(a_mistake_without_model_is_neutral),
      cmocka_unit_test(failing_allocations_are_survived),
      cmocka_unit_test(a_table_that_is_too_long_is_a_defect),
  };
  return cmocka_run_group_tests_name("judge_diagnose", tests, NULL, NULL);
}
