/* test_check.c: when the judge calls a check function, and the helpers for such functions. */
#include "base/test.h"

#include "judge/attempt.h"

#include <float.h>
#include <math.h>

enum { N = 3 };

static int times_asked;

static sl_status find_no_fault(sl_check *check) {
  (void)check;
  times_asked++;
  return SL_OK;
}

static sl_status find_two_faults(sl_check *check) {
  assert_true(sl_check_answer(check, "x")[1] == 2 && sl_check_returned(check, "f") == 7);
  sl_check_report(check, "x", 1, "x[1] is %g, and that is too %s", 2.0, "even");
  sl_check_report(check, "f", 0, "f is odd");
  return SL_OK;
}

/* An attempt at a task with an answer x and a number that f returns. */
typedef struct exam {
  double x[N], f;
  sl_case given;
  sl_problem problem;
  sl_task task;
  sl_attempt attempt;
} exam;

static void set_up(exam *e, sl_status (*check)(sl_check *check)) {
  *e = (exam){.x = {1, 2, 3},
              .f = 7,
              .given = {.precision = SL_F32},
              .task = {.name = "t", .check = check}};
  assert_ok(sl_problem_reals(&e->problem, "x", SL_DEVICE, SL_OUT, NULL, N));
  assert_ok(sl_problem_returned_any(&e->problem, "f", SL_INT, 0));
  e->attempt = (sl_attempt){.task = &e->task,
                            .given = &e->given,
                            .problem = &e->problem,
                            .decoded = {.answers = {e->x, &e->f}}};
  times_asked = 0;
}

static double unwritten(void) {
  float poison;
  const uint32_t word = SL_WIRE_POISON;
  memcpy(&poison, &word, sizeof poison);
  return (double)poison;
}

static void an_answer_without_a_report_is_right(void **state) {
  (void)state;
  exam e;
  set_up(&e, find_no_fault);
  assert_ok(sl_attempt_check(&e.attempt));
  assert_true(times_asked == 1 && !e.attempt.difference.wrong);
  sl_problem_free(&e.problem);
}

static void the_first_report_is_the_verdicts(void **state) {
  (void)state;
  exam e;
  set_up(&e, find_two_faults);
  assert_ok(sl_attempt_check(&e.attempt));
  const sl_difference *d = &e.attempt.difference;
  assert_string_equal(d->report, "x[1] is 2, and that is too even");
  assert_true(d->wrong == &e.problem.arrays[0] && d->wrong_at == 1 && d->wrong_count == 2);
  assert_true(d->got == 2 && d->untouched == 0);
  sl_problem_free(&e.problem);
}

/* The result does not depend on the check function. */
static void what_is_no_number_is_wrong_without_asking(void **state) {
  (void)state;
  const struct {
    double value;
    const char *report;
  } all[] = {{(double)NAN, "x[2] is nan"},
             {(double)INFINITY, "x[2] is infinite"},
             {-(double)INFINITY, "x[2] is infinite"},
             {unwritten(), "x[2] was never written"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    exam e;
    set_up(&e, find_no_fault);
    e.x[2] = all[i].value;
    assert_ok(sl_attempt_check(&e.attempt));
    assert_string_equal(e.attempt.difference.report, all[i].report);
    assert_true(times_asked == 0 && e.attempt.difference.untouched == 0);
    sl_problem_free(&e.problem);
  }
}

static void nothing_written_at_all_is_untouched(void **state) {
  (void)state;
  exam e;
  set_up(&e, find_no_fault);
  e.x[0] = e.x[1] = e.x[2] = unwritten();
  e.f = 0;
  assert_ok(sl_attempt_check(&e.attempt));
  assert_true(e.attempt.difference.untouched == 1 && e.attempt.difference.wrong_count == 1);
  sl_problem_free(&e.problem);
}

static void other_faults_come_first(void **state) {
  (void)state;
  exam e;
  set_up(&e, find_two_faults);
  e.attempt.difference.damaged = &e.problem.arrays[0];
  assert_ok(sl_attempt_check(&e.attempt));
  assert_null(e.attempt.difference.wrong);
  sl_problem_free(&e.problem);
}

static void a_residual_is_that_of_the_case(void **state) {
  (void)state;
  sl_case given;
  double norm, rounding, x[4];
  assert_ok(sl_case_make("example-4x4", NULL, SL_F32, true, NULL, &given));
  const sl_csr *a = &given.matrix;
  double of_column = 0;
  for (int row = 0; row < 4; row++) {
    given.y[row] = 0;
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      given.y[row] += a->values[k] * given.x[a->col_idx[k]];
      if (a->col_idx[k] == 0) of_column += a->values[k] * a->values[k];
    }
  }
  memcpy(x, given.x, sizeof x);
  assert_ok(sl_check_residual(&given, x, &norm, &rounding));
  assert_true(norm == 0 && rounding > 0 && rounding < 1e-3);
  x[0] += 1;
  assert_ok(sl_check_residual(&given, x, &norm, &rounding));
  assert_true(fabs(norm - sqrt(of_column)) < 1e-12);
  x[0] = (double)NAN;
  assert_ok(sl_check_residual(&given, x, &norm, &rounding));
  assert_false(norm <= 1e300); /* so it is over any limit */
  for (int i = 0; i < 4; i++) x[i] = (double)NAN;
  assert_ok(sl_check_residual(&given, x, &norm, &rounding));
  assert_false(norm <= 1e300);
  sl_case_free(&given);
}

static void a_bound_is_that_of_the_precision(void **state) {
  (void)state;
  const sl_case single = {.precision = SL_F32}, twice = {.precision = SL_F64};
  const sl_case exact = {.precision = SL_F32, .exact = true};
  assert_true(sl_check_sum_bound(&single, 8, 3) == 2 * 10 * 0x1p-24 * 3);
  assert_true(sl_check_sum_bound(&twice, 8, 3) == 2 * 10 * 0x1p-53 * 3);
  assert_true(sl_check_sum_bound(&exact, 8, 3) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_answer_without_a_report_is_right),
      cmocka_unit_test(the_first_report_is_the_verdicts),
      cmocka_unit_test(what_is_no_number_is_wrong_without_asking),
      cmocka_unit_test(nothing_written_at_all_is_untouched),
      cmocka_unit_test(other_faults_come_first),
      cmocka_unit_test(a_residual_is_that_of_the_case),
      cmocka_unit_test(a_bound_is_that_of_the_precision),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
