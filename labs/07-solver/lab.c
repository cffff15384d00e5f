/* lab.c: what lab 07 asks and how it is judged. The judge's side: never linked into a worker. */
#include "judge/findings.h"
#include "judge/spmv.h"

#include "simulate.h"
#include "solver.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- the system ------------------------------------------------------------------------------ */

/* Cases of whole numbers have a matrix of their own, because theirs is not symmetric: any
 * symmetric numbers beside the diagonal, and a diagonal that makes it positive definite. */
static void fill_whole(const sl_csr *a, double *values) {
  enum { MOST = 7, STEP = 5 };
  for (int row = 0; row < a->num_rows; row++) {
    double sum = 1;
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      int between = abs(a->col_idx[k] - row), both = a->col_idx[k] + row;
      values[k] = 1 + (both + STEP * between) % MOST;
      if (both % 3 == 0) values[k] = -values[k];
      if (between > 0) sum += fabs(values[k]);
    }
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (a->col_idx[k] == row) values[k] = sum;
    }
  }
}

/* The case with a matrix that the contract allows. Refuses others. `fill`: what makes the values in
 * cases of whole numbers. */
static sl_status system_of(const sl_case *given, void (*fill)(const sl_csr *a, double *values),
                           sl_problem *out, sl_case *system) {
  *system = *given;
  if (!sl_csr_is_sorted(&given->matrix)) {
    return sl_fail(SL_ERR_SIZE, "the matrix has unsorted rows or several entries in one place");
  }
  if (given->exact) {
    double *values;
    SL_TRY(sl_problem_own(out, (size_t)given->matrix.nnz, sizeof *values, &values));
    fill(&given->matrix, values);
    system->matrix.values = values;
    out->values = values;
  }
  return sl_spmv_check_symmetric(system);
}

static double rounded(const sl_case *given, double value) {
  return given->precision == SL_F32 ? (double)(float)value : value;
}

/* 1 over the diagonal, rounded. */
static sl_status inverse_of(const sl_case *system, sl_problem *out, double **inverse_out) {
  const sl_csr *a = &system->matrix;
  SL_TRY(sl_problem_own(out, system->n, sizeof **inverse_out, inverse_out));
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (a->col_idx[k] == row) (*inverse_out)[row] = rounded(system, 1 / a->values[k]);
    }
  }
  return SL_OK;
}

static bool is_called(const sl_case *given, const char *name) {
  return strcmp(given->name, name) == 0;
}

#define NOTHING_LEFT "already solved"
#define GIVE_UP      "too few iterations allowed"

/* ---- dot, update and spmv -------------------------------------------------------------------- */

static sl_status pose_dot(const sl_case *given, sl_problem *out) {
  double *expected, *bound, sum = 0, magnitudes = 0;
  size_t n = given->n;
  SL_TRY(sl_problem_int(out, "num_rows", (int)n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, n));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_IN, given->y, n));
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL));
  SL_TRY(sl_problem_reals(out, "sum", SL_DEVICE, SL_OUT, NULL, 1));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  for (size_t i = 0; i < n; i++) {
    sum += given->x[i] * given->y[i];
    magnitudes += fabs(given->x[i] * given->y[i]);
  }
  expected[0] = sum;
  bound[0] = sl_check_sum_bound(given, n, magnitudes);
  out->read_bytes = 2.0 * (double)n * (double)sl_spmv_precision_bytes(given->precision);
  out->traffic_bytes = out->read_bytes;
  out->operations = 2.0 * (double)n;
  return SL_OK;
}

/* Vectors and scalars before the update: those of the case, and whole numbers in exact cases. */
typedef struct update_before {
  double *inverse, *r, *q, scalars[CG_SCALARS];
} update_before;

static sl_status before_update(const sl_case *given, sl_problem *out, update_before *b) {
  static const double powers[] = {1, 0.5, 2, 0.25};
  size_t n = given->n;
  SL_TRY(sl_problem_own(out, n, sizeof(double), &b->inverse));
  SL_TRY(sl_problem_own(out, n, sizeof(double), &b->r));
  SL_TRY(sl_problem_own(out, n, sizeof(double), &b->q));
  for (size_t i = 0; i < n; i++) {
    size_t other = n - 1 - i;
    b->r[i] = given->y[other];
    b->q[i] = given->x[other];
    b->inverse[i] = given->exact ? powers[i % SL_COUNT(powers)] : fabs(given->y[i]);
  }
  for (int i = 0; i < CG_SCALARS; i++) b->scalars[i] = 3 + i;
  b->scalars[CG_ALPHA] = given->exact ? 2 : 0.4375;
  return SL_OK;
}

/* x, r, z and both sums, with their bounds. */
typedef struct update_after {
  double *x, *x_bound, *r, *r_bound, *z, *z_bound, *scalars, *scalars_bound;
} update_after;

static void expect_update(const sl_case *given, const update_before *b, update_after *to) {
  double alpha = b->scalars[CG_ALPHA], rz = 0, rr = 0, rz_error = 0, rr_error = 0;
  double rz_size = 0, rr_size = 0;
  for (size_t i = 0; i < given->n; i++) {
    double r, z, er, ez, step_x = alpha * given->y[i], step_r = alpha * b->q[i];
    to->x[i] = given->x[i] + step_x;
    to->x_bound[i] = sl_check_sum_bound(given, 2, fabs(given->x[i]) + fabs(step_x));
    to->r[i] = r = b->r[i] - step_r;
    to->r_bound[i] = er = sl_check_sum_bound(given, 2, fabs(b->r[i]) + fabs(step_r));
    to->z[i] = z = b->inverse[i] * r;
    to->z_bound[i] = ez = b->inverse[i] * er + sl_check_sum_bound(given, 1, fabs(z));
    rz += r * z;
    rr += r * r;
    rz_error += fabs(r) * ez + fabs(z) * er + er * ez;
    rr_error += 2 * fabs(r) * er + er * er;
    rz_size += (fabs(r) + er) * (fabs(z) + ez);
    rr_size += (fabs(r) + er) * (fabs(r) + er);
  }
  for (int i = 0; i < CG_SCALARS; i++) to->scalars[i] = b->scalars[i];
  to->scalars[CG_NEW_RZ] = rz;
  to->scalars[CG_RR] = rr;
  to->scalars_bound[CG_NEW_RZ] = rz_error + sl_check_sum_bound(given, given->n, rz_size);
  to->scalars_bound[CG_RR] = rr_error + sl_check_sum_bound(given, given->n, rr_size);
}

static sl_status pose_update(const sl_case *given, sl_problem *out) {
  enum { PASSES_READ = 5, PASSES = 8, OPERATIONS = 9 };
  size_t n = given->n;
  double value_bytes = (double)sl_spmv_precision_bytes(given->precision);
  update_before b;
  update_after to;
  SL_TRY(before_update(given, out, &b));
  SL_TRY(sl_problem_int(out, "num_rows", (int)n));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, b.inverse, n));
  SL_TRY(sl_problem_reals(out, "p", SL_DEVICE, SL_IN, given->y, n));
  SL_TRY(sl_problem_reals(out, "q", SL_DEVICE, SL_IN, b.q, n));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_INOUT, given->x, n));
  SL_TRY(sl_problem_expect(out, &to.x, &to.x_bound));
  SL_TRY(sl_problem_reals(out, "r", SL_DEVICE, SL_INOUT, b.r, n));
  SL_TRY(sl_problem_expect(out, &to.r, &to.r_bound));
  SL_TRY(sl_problem_reals(out, "z", SL_DEVICE, SL_OUT, NULL, n));
  SL_TRY(sl_problem_expect(out, &to.z, &to.z_bound));
  double *scalars;
  SL_TRY(sl_problem_own(out, CG_SCALARS, sizeof *scalars, &scalars));
  memcpy(scalars, b.scalars, sizeof b.scalars);
  SL_TRY(sl_problem_reals(out, "scalars", SL_DEVICE, SL_INOUT, scalars, CG_SCALARS));
  SL_TRY(sl_problem_expect(out, &to.scalars, &to.scalars_bound));
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL));
  expect_update(given, &b, &to);
  out->read_bytes = PASSES_READ * (double)n * value_bytes;
  out->traffic_bytes = PASSES * (double)n * value_bytes;
  out->operations = OPERATIONS * (double)n;
  return SL_OK;
}

static sl_status pose_matrix(const sl_case *system, enum sl_wire_place place, sl_problem *out) {
  SL_TRY(sl_problem_int(out, "num_rows", system->matrix.num_rows));
  return sl_spmv_pose_csr(&system->matrix, place, out);
}

static sl_status pose_spmv(const sl_case *given, sl_problem *out) {
  sl_case system;
  double *expected, *bound, *zeros;
  SL_TRY(system_of(given, fill_whole, out, &system));
  size_t n = given->n;
  SL_TRY(pose_matrix(&system, SL_HOST, out));
  SL_TRY(sl_problem_int(out, "nnz", system.matrix.nnz));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_IN, given->x, n));
  SL_TRY(sl_problem_reals(out, "y", SL_DEVICE, SL_OUT, NULL, n));
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  SL_TRY(sl_problem_own(out, n, sizeof *zeros, &zeros));
  sl_reference_spmv(&system.matrix, given->x, zeros, given->precision, expected, bound);
  for (size_t i = 0; i < n && given->exact; i++) bound[i] = 0;
  return SL_OK;
}

/* ---- loop ------------------------------------------------------------------------------------ */

enum { LARGE = 1000, FEW = 3, MANY = 20 };

/* Cases of whole numbers have a diagonal matrix of powers of two, with zeros beside its diagonal.
 * One iteration solves these systems, and rounds nothing. */
static void fill_diagonal(const sl_csr *a, double *values) {
  enum { POWERS = 3 };
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      values[k] = a->col_idx[k] == row ? 1 << row % POWERS : 0;
    }
  }
}

static double unit_of(const sl_case *given) {
  return given->exact ? 0 : sl_spmv_unit_roundoff(given->precision);
}

/* The state between two iterations, rounded to the precision of the case: x, r, z, p. */
static void settle(const sl_case *system, cg *s) {
  numbers vectors[] = {s->x, s->r, s->z, s->p};
  for (size_t i = 0; i < s->n; i++) {
    for (size_t v = 0; v < SL_COUNT(vectors); v++) {
      put(vectors[v], i, (number){rounded(system, vectors[v].value[i]), 0});
    }
    put(s->z, i, times(s, (number){s->inverse[i], 0}, at(s->r, i)));
    s->z.value[i] = rounded(system, s->z.value[i]);
  }
  s->rz = dot_of(s, s->r, s->z);
  s->rr = dot_of(s, s->r, s->r);
  number *scalars[] = {&s->rz, &s->rr, &s->pq, &s->alpha, &s->beta, &s->new_rz};
  s->new_rz = s->rz;
  for (size_t i = 0; i < SL_COUNT(scalars); i++) {
    scalars[i]->value = rounded(system, scalars[i]->value);
  }
  s->pq.error = s->alpha.error = s->beta.error = 0;
}

/* The state after one iteration; after none if one solves the system; or one in which nothing is
 * left to be done. */
static void begin_loop(const sl_case *system, cg *s) {
  begin_from(s, system->y);
  double rr = s->rr.value;
  iterate(s, RIGHT);
  if (s->rr.value < rr * 1e-6) {
    begin_from(s, system->y);
    s->pq = s->alpha = (number){1, 0};
    s->beta = (number){0, 0};
  }
  settle(system, s);
  if (!is_called(system, NOTHING_LEFT)) return;
  for (size_t i = 0; i < s->n; i++) {
    put(s->r, i, (number){0, 0});
    put(s->z, i, (number){0, 0});
    put(s->p, i, (number){0, 0});
  }
  s->rz = s->rr = s->new_rz = (number){0, 0};
}

/* At most three iterations, and so many that each number of the result is known to most of its
 * digits. On large systems it is not asked for each number. */
static sl_status choose_count(const sl_case *system, const double *inverse, int *count_out) {
  cg s;
  SL_TRY(cg_make(&system->matrix, system->matrix.values, inverse, unit_of(system), &s));
  *count_out = system->n > LARGE ? MANY : 1;
  begin_loop(system, &s);
  iterate(&s, RIGHT);
  while (*count_out < 1 + (int)system->n % FEW) {
    iterate(&s, RIGHT);
    if (!is_sharp(&s)) break;
    ++*count_out;
  }
  cg_free(&s);
  return SL_OK;
}

static sl_status copy_of(const double *values, size_t n, sl_problem *out, double **copy_out) {
  SL_TRY(sl_problem_own(out, n, sizeof *values, copy_out));
  if (n) memcpy(*copy_out, values, n * sizeof *values);
  return SL_OK;
}

/* An array that is changed. `right`: NULL if its elements have no right values. */
static sl_status pose_changed(const char *name, numbers before, const numbers *right, size_t n,
                              sl_problem *out) {
  double *copy, *expected, *bound;
  SL_TRY(copy_of(before.value, n, out, &copy));
  SL_TRY(sl_problem_reals(out, name, SL_DEVICE, SL_INOUT, copy, n));
  if (!right) return SL_OK;
  SL_TRY(sl_problem_expect(out, &expected, &bound));
  for (size_t i = 0; i < n; i++) {
    expected[i] = right->value[i];
    bound[i] = right->error[i];
  }
  return SL_OK;
}

static void list_scalars(const cg *s, double *value, double *error) {
  const number all[CG_SCALARS] = {
      [CG_RZ] = s->rz,       [CG_RR] = s->rr,     [CG_PQ] = s->pq,
      [CG_ALPHA] = s->alpha, [CG_BETA] = s->beta, [CG_NEW_RZ] = s->new_rz};
  for (int i = 0; i < CG_SCALARS; i++) {
    bool matters = i == CG_RZ || i == CG_RR;
    value[i] = all[i].value;
    error[i] = matters ? all[i].error : INFINITY;
  }
}

static sl_status pose_state(const cg *from, const cg *to, sl_problem *out) {
  double before[2 * CG_SCALARS], after[2 * CG_SCALARS];
  const numbers scalars_before = {before, before + CG_SCALARS};
  const numbers scalars_after = {after, after + CG_SCALARS};
  list_scalars(from, before, before + CG_SCALARS);
  if (to) list_scalars(to, after, after + CG_SCALARS);
  SL_TRY(pose_changed("x", from->x, to ? &to->x : NULL, from->n, out));
  SL_TRY(pose_changed("r", from->r, to ? &to->r : NULL, from->n, out));
  SL_TRY(pose_changed("z", from->z, to ? &to->z : NULL, from->n, out));
  SL_TRY(pose_changed("p", from->p, to ? &to->p : NULL, from->n, out));
  SL_TRY(pose_changed("scalars", scalars_before, to ? &scalars_after : NULL, CG_SCALARS, out));
  SL_TRY(sl_problem_scratch(out, "q", SL_REAL, from->n));
  return sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL);
}

static sl_status pose_loop(const sl_case *given, sl_problem *out) {
  sl_case system;
  double *inverse;
  int count;
  cg from, to = {.memory = NULL};
  SL_TRY(system_of(given, fill_diagonal, out, &system));
  SL_TRY(inverse_of(&system, out, &inverse));
  SL_TRY(choose_count(&system, inverse, &count));
  SL_TRY(pose_matrix(&system, SL_DEVICE, out));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, inverse, given->n));
  SL_TRY(sl_problem_int(out, "count", count));
  (void)snprintf(out->given, sizeof out->given, "count = %d", count);
  SL_TRY(cg_make(&system.matrix, system.matrix.values, inverse, unit_of(given), &from));
  sl_status status = cg_make(&system.matrix, system.matrix.values, inverse, unit_of(given), &to);
  if (status == SL_OK) {
    begin_loop(&system, &from);
    begin_loop(&system, &to);
    iterate_often(&to, RIGHT, count <= FEW ? count : 0);
    status = pose_state(&from, count <= FEW ? &to : NULL, out);
  }
  cg_free(&from);
  cg_free(&to);
  return status;
}

/* What a case says, as the check functions and rules need it. */
typedef struct posed {
  const sl_csr *a;
  const double *values; /* of its entries */
  const double *inverse, *b;
  int count, most;
  double tolerance;
} posed;

static const double *reals_of(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  return array ? array->reals : NULL;
}

static int int_of(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  return array ? array->ints[0] : 0;
}

static posed posed_of(const sl_problem *problem, const sl_case *given) {
  const double *tolerance = reals_of(problem, "tolerance");
  return (posed){.a = &given->matrix,
                 .values = reals_of(problem, "values"),
                 .inverse = reals_of(problem, "inverse"),
                 .b = reals_of(problem, "b"),
                 .count = int_of(problem, "count"),
                 .most = int_of(problem, "most"),
                 .tolerance = tolerance ? tolerance[0] : 0};
}

static double norm(const double *values, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += values[i] * values[i];
  return sqrt(sum);
}

/* How far ‖b − A x‖ can be from the norm of the r that the iterations keep: each iteration rounds
 * x and r, and a product rounds each of its terms. A. Greenbaum, SIAM J. Matrix Anal. Appl. 18(3),
 * 1997, bounds it by a multiple of u ‖A‖ ‖x‖. */
static double drift_of(const posed *p, const double *x, const double *b, double u,
                       double iterations) {
  const sl_csr *a = p->a;
  double sum = 0;
  for (int row = 0; row < a->num_rows; row++) {
    double size = fabs(b[row]);
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      size += fabs(p->values[k] * x[a->col_idx[k]]);
    }
    size *= SL_BOUND_C * u * (iterations + sl_csr_row_length(a, row) + 2);
    sum += size * size;
  }
  return sqrt(sum);
}

/* The state that a loop begins with. */
static sl_status begin_posed(const sl_check *check, const posed *p, cg *out) {
  SL_TRY(cg_make(p->a, p->values, p->inverse, unit_of(check->given), out));
  begin_loop(check->given, out);
  return SL_OK;
}

static void check_scalar(sl_check *check, int index, const char *what, number right) {
  double got = sl_check_answer(check, "scalars")[index];
  if (fabs(got - right.value) <= right.error) return;
  sl_check_report(check, "scalars", (size_t)index,
                  "scalars[%s] is %.6g, but of your r and z it is %.6g", what, got, right.value);
}

/* r is b − A x, z is D⁻¹ r, and the scalars are their products. */
static sl_status check_consistency(sl_check *check, const posed *p) {
  const double *x = sl_check_answer(check, "x"), *r = sl_check_answer(check, "r");
  const double *z = sl_check_answer(check, "z");
  size_t n = check->given->n;
  cg s;
  SL_TRY(cg_make(p->a, p->values, p->inverse, unit_of(check->given), &s));
  double u = s.u, difference = 0, *product = s.q.value;
  memcpy(s.x.value, x, n * sizeof *x);
  multiply(&s, s.x, s.q);
  for (size_t i = 0; i < n; i++) {
    double apart = check->given->y[i] - product[i] - r[i];
    difference += apart * apart;
    put(s.r, i, (number){r[i], 0});
    put(s.z, i, (number){z[i], 0});
  }
  double limit = drift_of(p, x, check->given->y, u, p->count + 2);
  if (!(sqrt(difference) <= limit)) {
    sl_check_report(check, "r", 0,
                    "r is not b − A x: the norm of the difference is %.3g, and rounding explains "
                    "%.3g",
                    sqrt(difference), limit);
  }
  for (size_t i = 0; i < n; i++) {
    number right = times(&s, (number){p->inverse[i], 0}, at(s.r, i));
    if (fabs(right.value - z[i]) <= right.error) continue;
    sl_check_report(check, "z", i, "z[%zu] is %.6g, and r[%zu] / D[%zu] is %.6g", i, z[i], i, i,
                    right.value);
    break;
  }
  check_scalar(check, CG_RZ, "CG_RZ", dot_of(&s, s.r, s.z));
  check_scalar(check, CG_RR, "CG_RR", dot_of(&s, s.r, s.r));
  cg_free(&s);
  return SL_OK;
}

/* Of many iterations rounding may change each number, but not how fast they converge: in floating
 * point conjugate gradients are at most a little late. */
static sl_status check_loop(sl_check *check) {
  enum { LATE = 2, TIMES = 2 };
  posed p = posed_of(check->problem, check->given);
  cg s;
  double slowest = 0;
  if (p.count <= FEW) return SL_OK;
  SL_TRY(check_consistency(check, &p));
  SL_TRY(begin_posed(check, &p, &s));
  for (int i = 0; i <= p.count; i++) {
    if (i >= p.count - LATE) slowest = fmax(slowest, sqrt(s.rr.value));
    iterate(&s, RIGHT);
  }
  const double *r = sl_check_answer(check, "r");
  double limit =
      TIMES * slowest + drift_of(&p, sl_check_answer(check, "x"), check->given->y, s.u, p.count);
  double got = norm(r, s.n);
  cg_free(&s);
  if (!(got <= limit)) {
    sl_check_report(check, "r", 0, "after %d iterations ‖r‖ is %.3g, and at most %.3g is right",
                    p.count, got, limit);
  }
  return SL_OK;
}

/* ---- solve ----------------------------------------------------------------------------------- */

enum { MOST_ITERATIONS = 1000, RETURNED = 0, DONE, LONGEST, NUM_RETURNED };

/* ‖r‖ after 0, 1, 2, … iterations of a right program, without rounding. */
typedef struct history {
  double *r;
  int count; /* iterations */
} history;

static sl_status history_make(const posed *p, history *out) {
  cg s;
  int count = p->most;
  *out = (history){.count = count};
  SL_TRY(sl_alloc((size_t)count + 1, sizeof *out->r, "residuals", &out->r));
  sl_status status = cg_make(p->a, p->values, p->inverse, 0, &s);
  if (status != SL_OK) {
    sl_free(out->r);
    return status;
  }
  begin_from(&s, p->b);
  for (int i = 0; i <= count; i++) {
    out->r[i] = sqrt(s.rr.value);
    if (i < count) iterate(&s, RIGHT);
  }
  cg_free(&s);
  return SL_OK;
}

/* The first number of iterations, a multiple of `step`, after which the norm is at most `limit`;
 * -1: none. */
static int first_below(const double *norms, int count, int step, double limit) {
  for (int i = 0; i <= count; i += step) {
    if (norms[i] <= limit) return i;
  }
  return -1;
}

static int iterations_needed(const sl_case *system, const double *inverse, const double *b,
                             double tolerance, int *needed_out) {
  cg s;
  SL_TRY(cg_make(&system->matrix, system->matrix.values, inverse, 0, &s));
  begin_from(&s, b);
  double limit = tolerance * sqrt(s.rr.value);
  int i = 0;
  for (; i < MOST_ITERATIONS && sqrt(s.rr.value) > limit; i++) iterate(&s, RIGHT);
  cg_free(&s);
  *needed_out = i;
  if (i < MOST_ITERATIONS) return SL_OK;
  return sl_fail(SL_ERR_SIZE, "it takes more than %d iterations", MOST_ITERATIONS);
}

/* ‖b‖ is far above 1 or far below, so that a tolerance which forgets it shows. */
static void scale_right_side(const sl_case *given, double *b) {
  enum { EXPONENT = 6 };
  int exponent = given->n % 2 ? -EXPONENT : EXPONENT;
  if (given->exact) exponent = 0;
  for (size_t i = 0; i < given->n; i++) {
    b[i] = is_called(given, NOTHING_LEFT) ? 0 : ldexp(b[i], exponent);
  }
}

static sl_status pose_solve(const sl_case *given, sl_problem *out) {
  enum { GIVEN_UP_AFTER = 7, MORE = 20 };
  static const char *const scratch[] = {"r", "z", "p", "q"};
  static const double unwritten[NUM_RETURNED] = {-1, 0, 0};
  sl_case system;
  double *inverse, *b;
  int needed, *returned;
  SL_TRY(system_of(given, fill_diagonal, out, &system));
  SL_TRY(inverse_of(&system, out, &inverse));
  SL_TRY(copy_of(given->y, given->n, out, &b));
  scale_right_side(given, b);
  double tolerance = rounded(given, given->precision == SL_F32 ? 1e-4 : 1e-8);
  SL_TRY(iterations_needed(&system, inverse, b, tolerance, &needed));
  SL_TRY(pose_matrix(&system, SL_DEVICE, out));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, inverse, given->n));
  SL_TRY(sl_problem_reals(out, "b", SL_DEVICE, SL_IN, b, given->n));
  SL_TRY(sl_problem_real(out, "tolerance", tolerance));
  SL_TRY(
      sl_problem_int(out, "most", is_called(given, GIVE_UP) ? GIVEN_UP_AFTER : 2 * needed + MORE));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_OUT, NULL, given->n));
  for (size_t i = 0; i < SL_COUNT(scratch); i++) {
    SL_TRY(sl_problem_scratch(out, scratch[i], SL_REAL, given->n));
  }
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL));
  SL_TRY(sl_problem_scratch(out, "scalars", SL_REAL, CG_SCALARS));
  SL_TRY(sl_problem_own(out, NUM_RETURNED, sizeof *returned, &returned));
  for (int i = 0; i < NUM_RETURNED; i++) returned[i] = (int)unwritten[i];
  return sl_problem_ints(out, "solve_cg", SL_HOST, SL_INOUT, returned, NUM_RETURNED);
}

/* How many iterations a right program does: rounding may change the residual by a factor of two
 * and delay it a little, and it may look only every CG_LOOK_EVERY iterations. */
typedef struct span {
  int least, most;
} span;

static span right_span(const posed *p, const history *h) {
  enum { DELAY = 8 };
  double limit = p->tolerance * h->r[0];
  int least = first_below(h->r, h->count, 1, 2 * limit);
  int most = first_below(h->r, h->count, 1, limit / 2);
  if (h->r[0] == 0) return (span){0, 0};
  if (least < 0) least = p->most;
  most = most < 0 ? p->most : most + CG_LOOK_EVERY + most / DELAY;
  return (span){least > 0 ? least - 1 : 0, most < p->most ? most : p->most};
}

static void check_iterations(sl_check *check, const posed *p, const history *h) {
  const double *got = sl_check_answer(check, "solve_cg");
  span right = right_span(p, h);
  int returned = (int)got[RETURNED], done = (int)got[DONE];
  if (done > 0 && returned != done) {
    sl_check_report(check, "solve_cg", 0, "solve_cg returned %d, but has done %d iterations",
                    returned, done);
  } else if (returned > p->most || done > p->most) {
    sl_check_report(check, "solve_cg", 0, "solve_cg has done %d iterations, and may do %d",
                    returned, p->most);
  } else if (got[LONGEST] > CG_LOOK_EVERY) {
    sl_check_report(check, "solve_cg", 0,
                    "solve_cg asked for %.0f iterations at once, and must look after %d",
                    got[LONGEST], CG_LOOK_EVERY);
  } else if (returned < right.least) {
    sl_check_report(check, "solve_cg", 0,
                    "solve_cg stopped after %d iterations. The residual is small enough after "
                    "about %d",
                    returned, right.least + 1);
  } else if (returned > right.most) {
    sl_check_report(check, "solve_cg", 0,
                    "solve_cg did %d iterations. The residual is small enough long before: a "
                    "solver that looks every %d iterations does %d at most",
                    returned, CG_LOOK_EVERY, right.most);
  }
}

/* ‖b − A x‖, recomputed. */
static void check_residual(sl_check *check, const posed *p, const history *h) {
  const double *x = sl_check_answer(check, "x");
  int iterations = (int)sl_check_returned(check, "solve_cg");
  double u = sl_spmv_unit_roundoff(check->given->precision), sum = 0;
  for (int row = 0; row < p->a->num_rows; row++) {
    double r = p->b[row];
    for (int k = p->a->row_ptr[row]; k < p->a->row_ptr[row + 1]; k++) {
      r -= p->values[k] * x[p->a->col_idx[k]];
    }
    sum += r * r;
  }
  double drift = drift_of(p, x, p->b, u, iterations), limit = p->tolerance * h->r[0];
  bool given_up = iterations == p->most && h->r[p->most] > limit / 2;
  if (given_up) limit = fmax(limit, 2 * h->r[p->most]);
  if (sqrt(sum) <= limit + drift) return;
  sl_check_report(check, "x", 0,
                  "‖b − A x‖ is %.3g after %d iterations. It must be at most %.3g, and rounding "
                  "explains %.3g more",
                  sqrt(sum), iterations, limit, drift);
}

static sl_status check_solve(sl_check *check) {
  posed p = posed_of(check->problem, check->given);
  history h;
  SL_TRY(history_make(&p, &h));
  check_iterations(check, &p, &h);
  check_residual(check, &p, &h);
  sl_free(h.r);
  return SL_OK;
}

/* ---- how it came about ----------------------------------------------------------------------- */

static unsigned long long threads_at(const sl_evidence *evidence, int operation,
                                     const char *array) {
  return sl_finding_counter_sum(&evidence->seen, LENS_GLOBAL, operation, array).threads;
}

static const char *inspect_sums(const sl_evidence *evidence) {
  static const char *const sums[] = {"partial", "sum", "scalars"};
  for (size_t i = 0; i < SL_COUNT(sums); i++) {
    if (threads_at(evidence, LENS_ATOMIC, sums[i]) == 0) continue;
    return "the sum must have the same bits on every run, and atomic additions come in any order: "
           "write a sum per block, and let a second kernel add these up";
  }
  return NULL;
}

static const char *inspect_update(const sl_evidence *evidence) {
  static const char *const vectors[] = {"inverse", "p", "q", "x", "r", "z"};
  for (size_t i = 0; i < SL_COUNT(vectors); i++) {
    if (threads_at(evidence, LENS_LOAD, vectors[i]) <= evidence->given->n &&
        threads_at(evidence, LENS_STORE, vectors[i]) <= evidence->given->n) {
      continue;
    }
    return "the update must be one pass, but elements of a vector were read or written more than "
           "once: keep them in registers until all that needs them is computed";
  }
  return inspect_sums(evidence);
}

#include "rules.h"

/* ---- questions ------------------------------------------------------------------------------- */

/* Of an iteration with CSR and a call of a library for each operation. */
static double percent_of_vectors(const sl_quiz_view *view) {
  enum { PASSES = 21 };
  double vectors = PASSES * (double)view->matrix->num_rows;
  vectors *= (double)sl_spmv_precision_bytes(view->precision);
  return 100 * vectors / (vectors + sl_spmv_csr_bytes(view->matrix, view->precision));
}

static const sl_answer_function quiz_numbers[] = {{"percent-of-vectors", percent_of_vectors}};

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_case_row cases[] = {
    {"no rows at all", "empty:0x0", NULL, true, false, NULL},
    {"one unknown", "laplace2d5:1", NULL, true, false, NULL},
    {"31 rows", "banded:31", NULL, true, false, NULL},
    {"32 rows", "banded:32", NULL, true, false, NULL},
    {"33 rows", "banded:33", NULL, true, false, NULL},
    {"255 rows", "banded:255", NULL, true, false, NULL},
    {"256 rows", "banded:256", NULL, true, false, NULL},
    {"257 rows", "banded:257", NULL, true, false, NULL},
    {"1025 rows", "banded:1025,half=2", NULL, true, false, NULL},
    {"one unknown, any number", "laplace2d5:1", NULL, false, false, NULL},
    {"a small grid", "laplace2d5:8", NULL, false, false, NULL},
    {"a grid", "laplace2d5:9x15", NULL, false, false, NULL},
    {"small finite elements", "fem:3,spd=1", NULL, false, false, NULL},
    {"a small circuit", "circuit:301,spd=1", NULL, false, false, NULL},
    {"a small HPCG", "hpcg:6", NULL, false, false, NULL},
    {NOTHING_LEFT, "laplace2d5:7", NULL, false, false, NULL},
    {GIVE_UP, "laplace2d5:20", NULL, false, false, NULL},
    {"2-D stencil, 5 points", "laplace2d5:48", "laplace2d5:256", false, true, "laplace2d5:36"},
    {"3-D stencil, 27 points (HPCG)", "hpcg:16", "hpcg:64", false, true, "hpcg:11"},
    {"finite elements", "fem:7,spd=1", "fem:40,spd=1", false, true, NULL},
    {"circuit, dense rows and columns", "circuit:3000,spd=1", "circuit:150000,spd=1", false, true,
     NULL},
    {"very many rows", "laplace2d5:550", "circuit:1500000,spd=1", false, true, "laplace2d5:40"},
};

static const sl_task tasks[] = {
    {.name = "dot",
     .title = "a dot product in two levels",
     .function = "launch_dot",
     .points = 3,
     .measured = true,
     .pose = pose_dot,
     .launch_reads = "x y",
     .inspect = inspect_sums,
     .hints =
         {"No block can wait for another within a kernel. What can each block do alone, and what "
          "is left for a second kernel?",
          "Each thread adds up several products, a whole grid apart. The block adds up the sums of "
          "its threads, and writes one number to d_partial.",
          "The second kernel is one block: its threads add up the numbers in d_partial in the "
          "same way, and thread 0 writes *d_sum. It must know how many blocks there were."}},
    {.name = "update",
     .title = "all vector updates in one pass",
     .function = "launch_update",
     .points = 4,
     .measured = true,
     .pose = pose_update,
     .launch_reads = "inverse p q x r",
     .inspect = inspect_update,
     .hints =
         {"One thread does everything for an element. What it needs twice it keeps in a variable.",
          "Compute the new r first, in a variable. z and both sums need it.",
          "Write x, r and z, add r * z and r * r to two sums of the thread, and add both up in the "
          "block as in dot. The second kernel adds up two lists of numbers."}},
    {.name = "spmv",
     .title = "SpMV in a format of your choice",
     .function = "launch_spmv",
     .points = 4,
     .measured = true,
     .pose = pose_spmv,
     .launch_reads = "x",
     .hints =
         {"CSR is a format, too: copy its three arrays to the device.",
          "make_matrix returns a pointer to a struct on the host. It holds the device pointers.",
          "Unlike in the other labs y is not added to: y[row] = sum, also for empty rows."}},
    {.name = "loop",
     .title = "iterations with their scalars on the device",
     .function = "launch_iterations",
     .points = 4,
     .measured = true,
     .takes_long = true,
     .pose = pose_loop,
     .check = check_loop,
     .builds_on = "dot update spmv",
     .launch_reads = "z",
     .hints = {"The six lines of an iteration come in the order of the comment on top of solver.h. "
               "Three of them are functions in parts.",
               "Two kernels of one thread compute α and β from scalars. A third one makes p.",
               "spmv from p to q; dot of p and q into scalars + CG_PQ; α; update; β, and then RZ "
               "becomes NEW_RZ; p ← z + β p."},
     SL_RULES(loop_rules)},
    {.name = "solve",
     .title = "the beginning, the test of the residual, the end",
     .function = "solve_cg",
     .points = 4,
     .measured = true,
     .takes_long = true,
     .pose = pose_solve,
     .check = check_solve,
     .builds_on = "dot update spmv loop",
     .launch_reads = "b",
     .hints =
         {"What do x, r, z and p, and the scalars RZ and RR, have to be before the first "
          "iteration?",
          "‖b‖ is the root of r · r at the beginning. Copy CG_RR to the host, and compare its root "
          "with tolerance · ‖b‖ before the first iteration and after every five.",
          "while (done < most and the residual is too large): ask parts->iterations for 5 "
          "iterations, or for most - done if these are fewer, and add them to done."},
     SL_RULES(solve_rules)},
};

const sl_lab sl_lab_07_solver = {.id = "07-solver",
                                 .title = "Solving A x = b by conjugate gradients",
                                 SL_TASKS(tasks),
                                 SL_CASES(cases),
                                 SL_ANSWERS(quiz_numbers)};
