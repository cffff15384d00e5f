/* test_fingerprint.c: which results a mistake's program could have left, and which not. */
#include "base/test.h"

#include "one_answer.h"

#include <math.h>

enum { ASKED = 7 };

static sl_evidence evidence_of(const double *const *answers, sl_finding *finding) {
  return (sl_evidence){.problem = &problem,
                       .answers = answers[0] ? answers : NULL,
                       .seen.findings = finding,
                       .seen.num_findings = finding != NULL,
                       .fault_array = "",
                       .difference = answers[0] && answers[0] != right ? &is_wrong : NULL};
}

static sl_judgement judge(const sl_print *print, const double *y, sl_finding *finding) {
  const double *answers[SL_WIRE_MAX_ARRAYS] = {y};
  sl_print copy = *print;
  struct sl_prints prints = {&copy, 1};
  sl_evidence evidence = evidence_of(answers, finding);
  return sl_fingerprint_judge(&prints, ASKED, &evidence, y != right || finding);
}

static sl_finding read_before = {
    .name = "out-of-bounds read", .array = "y", .index = -1, .length = N, .count = 1};
static sl_finding read_at_end = {
    .name = "out-of-bounds read", .array = "y", .index = N, .length = N, .count = 1};

static void add(sl_print *print, const char *what, char relation, bool sure) {
  sl_mark *mark = &print->marks[print->num_marks++];
  *mark = (sl_mark){.array = "y", .relation = relation, .sure = sure};
  (void)snprintf(mark->what, sizeof mark->what, "%s", what);
}

static void the_same_numbers_explain(void **state) {
  (void)state;
  sl_print print = print_of(ASKED, last_lost, 1, 0);
  assert_int_equal(judge(&print, last_lost, NULL), SL_EXPLAINS);
  assert_int_equal(judge(&print, untouched, NULL), SL_CONTRADICTS);
  assert_int_equal(judge(&print, right, NULL),
                   SL_CONTRADICTS); /* a program with the mistake fails */
}

static void what_is_not_foreseeable_does_not_count(void **state) {
  (void)state;
  sl_print print = print_of(ASKED, last_lost, 0, 1);
  const double others[N] = {5, (double)NAN, 3};
  assert_int_equal(judge(&print, others, NULL), SL_EXPLAINS);
  sl_print open = print_of(ASKED, last_lost, 2, 2);
  assert_int_equal(judge(&open, last_lost, NULL), SL_NEUTRAL); /* the wrong result is not in the
                                                                * fingerprint */
  assert_int_equal(judge(&open, untouched, NULL), SL_CONTRADICTS);
}

static void what_a_check_function_rejects_is_wrong(void **state) {
  (void)state;
  sl_problem checked = problem;
  checked.arrays[0].expected = NULL;
  const sl_difference rejected = {.wrong = &checked.arrays[0], .wrong_at = 2};
  const double *answers[SL_WIRE_MAX_ARRAYS] = {last_lost};
  const sl_evidence evidence = {
      .problem = &checked, .answers = answers, .fault_array = "", .difference = &rejected};
  sl_print print = print_of(ASKED, last_lost, 1, 0), other = print_of(ASKED, untouched, 1, 0);
  sl_print unforeseen = print_of(ASKED, last_lost, 2, 2);
  assert_int_equal(sl_fingerprint_judge(&(struct sl_prints){&print, 1}, ASKED, &evidence, true),
                   SL_EXPLAINS);
  assert_int_equal(sl_fingerprint_judge(&(struct sl_prints){&other, 1}, ASKED, &evidence, true),
                   SL_CONTRADICTS);
  assert_int_equal(
      sl_fingerprint_judge(&(struct sl_prints){&unforeseen, 1}, ASKED, &evidence, true),
      SL_NEUTRAL);
}

static void all_that_is_no_number_is_the_same(void **state) {
  (void)state;
  const double nan[N] = {11, 12, (double)NAN}, other[N] = {11, 12, -(double)NAN};
  sl_print print = print_of(ASKED, nan, 1, 0);
  assert_int_equal(judge(&print, other, NULL), SL_EXPLAINS);
}

static void findings_must_fit(void **state) {
  (void)state;
  sl_print print = print_of(ASKED, right, 1, 0);
  add(&print, "out-of-bounds-read", SL_BEFORE, true);
  assert_int_equal(judge(&print, right, &read_before), SL_EXPLAINS);
  assert_int_equal(judge(&print, right, &read_at_end), SL_CONTRADICTS);
  assert_int_equal(judge(&print, last_lost, NULL), SL_CONTRADICTS);
  add(&print, "out-of-bounds-read", SL_AT_END, false); /* in some orders only */
  assert_int_equal(judge(&print, right, &read_before), SL_EXPLAINS);
  assert_int_equal(judge(&print, right, &read_at_end),
                   SL_CONTRADICTS); /* the sure one is missing */
  print.marks[0].sure = false;
  assert_int_equal(judge(&print, right, &read_at_end), SL_EXPLAINS);
}

/* If there is a second mistake, the first is not named. */
static void a_finding_more_contradicts(void **state) {
  (void)state;
  sl_print print = print_of(ASKED, last_lost, 1, 0);
  assert_int_equal(judge(&print, last_lost, &read_before), SL_CONTRADICTS);
}

static void a_case_without_a_print_says_nothing(void **state) {
  (void)state;
  sl_print print = print_of(ASKED, last_lost, 1, 0);
  print.asked = ASKED + 1;
  assert_int_equal(judge(&print, untouched, NULL), SL_NEUTRAL);
}

static void an_open_print_says_nothing(void **state) {
  (void)state;
  sl_print print = print_of(ASKED, last_lost, 1, 0);
  assert_int_equal(judge(&print, last_lost, NULL), SL_EXPLAINS);
  print.open = true;
  assert_int_equal(judge(&print, last_lost, NULL), SL_NEUTRAL);
}

static void faults_are_marks(void **state) {
  (void)state;
  sl_evidence evidence = {
      .problem = &problem, .fault_signal = 11, .fault_array = "y", .fault_index = N};
  sl_mark marks[SL_MAX_MARKS];
  assert_int_equal(sl_fingerprint_marks(&evidence, true, marks), 1);
  assert_string_equal(marks[0].what, "fault-11");
  assert_int_equal(marks[0].relation, SL_AT_END);
  assert_int_equal(marks[0].index, 0);
  evidence.fault_index = N + 5;
  assert_int_equal(sl_fingerprint_marks(&evidence, true, marks), 1);
  assert_int_equal(marks[0].index, N + 5);
  sl_mark nearer = marks[0];
  nearer.index = N + 4;
  assert_false(sl_fingerprint_marks_equal(&nearer, &marks[0]));
  evidence.fault_array = "memory of your own";
  assert_int_equal(sl_fingerprint_marks(&evidence, true, marks), 1);
  assert_string_equal(marks[0].array, "*");
  assert_int_equal(marks[0].relation, SL_NOWHERE);
  evidence = (sl_evidence){.problem = &problem, .fault_array = ""};
  assert_int_equal(sl_fingerprint_marks(&evidence, true, marks), 1);
  assert_string_equal(marks[0].what, "no-answer");
}

/* The lens's reports on races and barriers distinguish mistakes. */
static void findings_are_told_apart(void **state) {
  (void)state;
  static struct {
    sl_finding finding;
    const char *what;
  } kinds[] = {
      {{.kind = LENS_RACE, .name = "race", .line = 4, .other = {.line = 4}}, "race-of-blocks"},
      {{.kind = LENS_RACE, .line = 4, .other = {.same_block = true, .line = 4}},
       "race-in-statement"},
      {{.kind = LENS_RACE, .line = 4, .other = {.same_block = true, .line = 5}}, "race-in-block"},
      {{.kind = LENS_DIVERGENT_BARRIER, .name = "divergent barrier", .reason = 2},
       "divergent-barrier-2"},
  };
  for (size_t i = 0; i < SL_COUNT(kinds); i++) {
    sl_evidence evidence = {.problem = &problem,
                            .seen.findings = &kinds[i].finding,
                            .seen.num_findings = 1,
                            .fault_array = ""};
    sl_mark marks[SL_MAX_MARKS];
    assert_int_equal(sl_fingerprint_marks(&evidence, true, marks), 1);
    assert_string_equal(marks[0].what, kinds[i].what);
  }
}

static void what_is_asked_has_a_hash(void **state) {
  (void)state;
  sl_problem other = problem;
  assert_true(sl_fingerprint_problem_hash(&problem) == sl_fingerprint_problem_hash(&other));
  other.arrays[0].reals = expected;
  assert_false(sl_fingerprint_problem_hash(&problem) == sl_fingerprint_problem_hash(&other));
  other = problem;
  other.arrays[0].count = N - 1;
  assert_false(sl_fingerprint_problem_hash(&problem) == sl_fingerprint_problem_hash(&other));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_numbers_explain),
      cmocka_unit_test(what_is_not_foreseeable_does_not_count),
      cmocka_unit_test(what_a_check_function_rejects_is_wrong),
      cmocka_unit_test(all_that_is_no_number_is_the_same),
      cmocka_unit_test(findings_must_fit),
      cmocka_unit_test(a_finding_more_contradicts),
      cmocka_unit_test(a_case_without_a_print_says_nothing),
      cmocka_unit_test(an_open_print_says_nothing),
      cmocka_unit_test(faults_are_marks),
      cmocka_unit_test(findings_are_told_apart),
      cmocka_unit_test(what_is_asked_has_a_hash),
  };
  return cmocka_run_group_tests_name("judge_fingerprint", tests, NULL, NULL);
}
