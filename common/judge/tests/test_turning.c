/* test_turning.c: which inputs follow the vectors of a case. */
#include "base/test.h"

#include "judge/question.h"
#include "judge/turning.h"

#include <math.h>

static sl_status add_keys(const sl_case *given, enum sl_wire_place place, sl_problem *out) {
  int *keys;
  SL_TRY(sl_problem_own(out, given->n, sizeof *keys, &keys));
  for (size_t i = 0; i < given->n; i++) keys[i] = (int)floor(given->x[i] * 1000);
  return sl_problem_ints(out, "keys", place, SL_IN, keys, given->n);
}

/* Poses integers that are made from x, and x itself under another name. */
static sl_status pose_keys(const sl_case *given, sl_problem *out) {
  double *expected;
  SL_TRY(sl_problem_int(out, "n", (int)given->n));
  SL_TRY(add_keys(given, SL_DEVICE, out));
  SL_TRY(sl_problem_reals(out, "weights", SL_DEVICE, SL_IN, given->x, given->n));
  SL_TRY(sl_problem_reals(out, "out", SL_DEVICE, SL_OUT, NULL, 1));
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (size_t i = 0; i < given->n; i++) *expected += (double)(i + 1) * given->x[i];
  return SL_OK;
}

/* Poses an input that the host also sees, so that it would know the rotation. */
static sl_status pose_with_host(const sl_case *given, sl_problem *out) {
  SL_TRY(add_keys(given, SL_HOST, out));
  return sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, given->n);
}

/* Poses a system with a right-hand side. */
static sl_status pose_system(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  SL_TRY(sl_problem_reals(out, "values", SL_DEVICE, SL_IN, a->values, (size_t)a->nnz));
  SL_TRY(sl_problem_reals(out, "b", SL_DEVICE, SL_IN, given->y, given->n));
  return sl_problem_reals(out, "x", SL_DEVICE, SL_OUT, NULL, given->n);
}

static sl_status pose_values(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  SL_TRY(sl_problem_ints(out, "col_idx", SL_DEVICE, SL_IN, a->col_idx, (size_t)a->nnz));
  return sl_problem_reals(out, "values", SL_DEVICE, SL_IN, a->values, (size_t)a->nnz);
}

static sl_status pose_structure(const sl_case *given, sl_problem *out) {
  const sl_csr *a = &given->matrix;
  return sl_problem_ints(out, "col_idx", SL_DEVICE, SL_IN, a->col_idx, (size_t)a->nnz);
}

typedef struct example {
  sl_case given;
  sl_task task;
  sl_problem problem;
  sl_turning turning;
} example;

static void find(const char *spec, sl_status (*pose)(const sl_case *given, sl_problem *out),
                 example *e) {
  *e = (example){.task = {.name = "task", .pose = pose}};
  assert_ok(sl_case_make(spec, NULL, SL_F32, false, NULL, &e->given));
  assert_ok(pose(&e->given, &e->problem));
  assert_ok(sl_turning_find(&e->task, &e->given, &e->problem, &e->turning));
  sl_turning_mark(&e->turning, &e->problem);
}

static void forget(example *e) {
  sl_problem_free(&e->problem);
  sl_case_free(&e->given);
}

static bool turns(const example *e, const char *name) {
  return sl_problem_find(&e->problem, name)->turns;
}

static void inputs_follow_by_what_they_hold(void **state) {
  (void)state;
  example e;
  find("size:50", pose_keys, &e);
  assert_true(e.turning.array == SL_CASE_X && turns(&e, "keys") && turns(&e, "weights"));
  assert_false(turns(&e, "n") || turns(&e, "out"));
  forget(&e);
  find("laplace2d5:6", pose_system, &e);
  assert_true(e.turning.array == SL_CASE_Y && turns(&e, "b"));
  assert_false(turns(&e, "values")); /* another matrix might have no solution */
  forget(&e);
  find("uniform:30x20", pose_values, &e);
  assert_true(e.turning.array == SL_CASE_VALUES && turns(&e, "values"));
  forget(&e);
}

static void nothing_turns_that_shows_elsewhere(void **state) {
  (void)state;
  example e;
  find("size:50", pose_with_host, &e);
  assert_false(e.turning.any || turns(&e, "x"));
  forget(&e);
  find("uniform:30x20", pose_structure, &e);
  assert_false(e.turning.any);
  forget(&e);
  find("size:1", pose_keys, &e);
  assert_false(e.turning.any);
  forget(&e);
}

/* The expected answer is that of the rotated inputs; the redzone is unchanged. */
static void a_turned_problem_has_its_own_answer(void **state) {
  (void)state;
  example e;
  sl_case turned;
  sl_problem answered = {.num_arrays = 0};
  find("size:50", pose_keys, &e);
  assert_ok(sl_turning_pose(&e.turning, &e.task, &e.given, &e.problem, 7, &turned, &answered));
  const sl_array *keys = sl_problem_find(&answered, "keys");
  const sl_array *asked = sl_problem_find(&e.problem, "keys");
  for (size_t i = 0; i < keys->count; i++) {
    assert_int_equal(keys->ints[i], asked->ints[(i + 7) % keys->count]);
  }
  assert_int_equal(sl_question_last_int(keys), asked->ints[keys->count - 1]);
  double before = *sl_problem_find(&e.problem, "out")->expected;
  assert_true(*sl_problem_find(&answered, "out")->expected != before);
  sl_problem_free(&answered);
  sl_case_free_turned(&e.given, &turned);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inputs_follow_by_what_they_hold),
      cmocka_unit_test(nothing_turns_that_shows_elsewhere),
      cmocka_unit_test(a_turned_problem_has_its_own_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
