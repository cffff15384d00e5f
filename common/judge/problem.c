/* problem.c: the arrays of a task on a case. */
#include "judge/problem.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <stdio.h>
#include <string.h>

static sl_status add(sl_problem *problem, const char *name, const sl_array *array) {
  if (problem->num_arrays == SL_WIRE_MAX_ARRAYS) {
    return sl_fail(SL_ERR_INTERNAL, "a task has more than %d arrays; raise SL_WIRE_MAX_ARRAYS",
                   SL_WIRE_MAX_ARRAYS);
  }
  sl_array *added = &problem->arrays[problem->num_arrays++];
  *added = *array;
  (void)snprintf(added->name, sizeof added->name, "%s", name);
  return SL_OK;
}

sl_status sl_problem_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                          enum sl_wire_role role, const int *contents, size_t count) {
  sl_array array = {.type = SL_INT, .place = place, .role = role, .count = count, .ints = contents};
  return add(problem, name, &array);
}

sl_status sl_problem_reals(sl_problem *problem, const char *name, enum sl_wire_place place,
                           enum sl_wire_role role, const double *contents, size_t count) {
  sl_array array = {
      .type = SL_REAL, .place = place, .role = role, .count = count, .reals = contents};
  return add(problem, name, &array);
}

sl_status sl_problem_int(sl_problem *problem, const char *name, int value) {
  int *own;
  SL_TRY(sl_problem_own(problem, 1, sizeof *own, &own));
  *own = value;
  return sl_problem_ints(problem, name, SL_HOST, SL_IN, own, 1);
}

sl_status sl_problem_real(sl_problem *problem, const char *name, double value) {
  double *own;
  SL_TRY(sl_problem_own(problem, 1, sizeof *own, &own));
  *own = value;
  return sl_problem_reals(problem, name, SL_HOST, SL_IN, own, 1);
}

typedef struct widening {
  const int *from;
  double *to;
  long long count;
  int num_parts;
} widening;

static void widen_part(void *context, int part) {
  const widening *all = context;
  long long end = sl_part_begin(all->count, all->num_parts, part + 1);
  for (long long i = sl_part_begin(all->count, all->num_parts, part); i < end; i++) {
    all->to[i] = all->from[i];
  }
}

static sl_status expect(sl_problem *problem, const int *right) {
  double *expected;
  SL_TRY(sl_problem_expect(problem, &expected, NULL));
  long long count = (long long)problem->arrays[problem->num_arrays - 1].count;
  widening all = {right, expected, count, sl_parallel_parts(count)};
  sl_parallel_run_all(all.num_parts, widen_part, &all);
  return SL_OK;
}

sl_status sl_problem_expect_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                                 const int *right, size_t count) {
  SL_TRY(sl_problem_ints(problem, name, place, SL_OUT, NULL, count));
  return expect(problem, right);
}

sl_status sl_problem_change_ints(sl_problem *problem, const char *name, enum sl_wire_place place,
                                 const int *before, const int *right, size_t count) {
  int *own;
  SL_TRY(sl_problem_own(problem, count, sizeof *own, &own));
  if (before) sl_parallel_copy(own, before, count * sizeof *own);
  SL_TRY(sl_problem_ints(problem, name, place, SL_INOUT, own, count));
  return expect(problem, right);
}

sl_status sl_problem_expect_reals(sl_problem *problem, const char *name, enum sl_wire_place place,
                                  const double *right, size_t count) {
  double *expected;
  SL_TRY(sl_problem_reals(problem, name, place, SL_OUT, NULL, count));
  SL_TRY(sl_problem_expect(problem, &expected, NULL));
  sl_parallel_copy(expected, right, count * sizeof *expected);
  return SL_OK;
}

sl_status sl_problem_returned(sl_problem *problem, const char *function, int before, int expected) {
  SL_TRY(sl_problem_change_ints(problem, function, SL_HOST, &before, &expected, 1));
  problem->arrays[problem->num_arrays - 1].is_returned = true;
  return SL_OK;
}

/* Adds the host array `function` of one element, for the value that the student's function returns.
 * Until then its value is `before`. */
static sl_status hold(sl_problem *problem, const char *function, enum sl_wire_type type,
                      double before) {
  void *own;
  SL_TRY(sl_problem_own(problem, 1, type == SL_INT ? sizeof(int) : sizeof(double), &own));
  sl_array array = {
      .type = type, .place = SL_HOST, .role = SL_INOUT, .count = 1, .is_returned = true};
  if (type == SL_INT) {
    *(int *)own = (int)before;
    array.ints = own;
  } else {
    *(double *)own = before;
    array.reals = own;
  }
  return add(problem, function, &array);
}

sl_status sl_problem_returned_real(sl_problem *problem, const char *function, double before,
                                   double expected, double bound) {
  double *right, *allowed;
  SL_TRY(hold(problem, function, SL_REAL, before));
  SL_TRY(sl_problem_expect(problem, &right, &allowed));
  *right = expected;
  *allowed = bound;
  return SL_OK;
}

sl_status sl_problem_returned_any(sl_problem *problem, const char *function, enum sl_wire_type type,
                                  double before) {
  return hold(problem, function, type, before);
}

sl_status sl_problem_scratch(sl_problem *problem, const char *name, enum sl_wire_type type,
                             size_t count) {
  sl_array array = {.type = type, .place = SL_DEVICE, .role = SL_SCRATCH, .count = count};
  return add(problem, name, &array);
}

static sl_status own_too_many(void) {
  return sl_fail(SL_ERR_INTERNAL, "a problem owns more than %d blocks of memory",
                 SL_WIRE_MAX_ARRAYS);
}

sl_status sl_problem_own(sl_problem *problem, size_t count, size_t size, void *out) {
  if (problem->num_owned == SL_WIRE_MAX_ARRAYS) return own_too_many();
  SL_TRY(sl_alloc(count, size, "the contents of a problem", out));
  memcpy(&problem->owned[problem->num_owned++], out, sizeof(void *));
  return SL_OK;
}

sl_status sl_problem_keep(sl_problem *problem, void *const *pieces, int count) {
  bool fits = problem->num_owned + count <= SL_WIRE_MAX_ARRAYS;
  for (int i = 0; i < count; i++) {
    if (fits) problem->owned[problem->num_owned++] = pieces[i];
    if (!fits) sl_free(pieces[i]);
  }
  return fits ? SL_OK : own_too_many();
}

sl_status sl_problem_expect(sl_problem *problem, double **expected_out, double **bound_out) {
  sl_array *array = &problem->arrays[problem->num_arrays - 1];
  SL_TRY(sl_alloc(array->count, sizeof(double), "the expected answer", &array->expected));
  *expected_out = array->expected;
  if (!bound_out) return SL_OK;
  SL_TRY(sl_alloc(array->count, sizeof(double), "the error bound", &array->bound));
  *bound_out = array->bound;
  return SL_OK;
}

void sl_problem_free(sl_problem *problem) {
  for (int i = 0; i < problem->num_arrays; i++) {
    sl_free(problem->arrays[i].expected);
    sl_free(problem->arrays[i].bound);
  }
  for (int i = 0; i < problem->num_owned; i++) sl_free(problem->owned[i]);
  memset(problem, 0, sizeof *problem);
}

const sl_array *sl_problem_find(const sl_problem *problem, const char *name) {
  for (int i = 0; i < problem->num_arrays; i++) {
    if (strcmp(problem->arrays[i].name, name) == 0) return &problem->arrays[i];
  }
  return NULL;
}
