/* loop.c: the task loop of lab 07. The simulation can make each of its mistakes. A mistake is
 * recognised if the student's result equals that of the simulation. */
#include "judge/compare.h"
#include "judge/spmv.h"
#include "reference/cpu_code.h"
#include "simulate.h"
#include "solver.h"
#include "system.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LARGE = 1000, FEW = 3, MANY = 20 };

static const sl_cpu_code cpu_iterations = {
    .arrays = "row_ptr col_idx values inverse count x r z p scalars q",
    .part = sl_cpu_code_iterations,
    .once = true};
_Static_assert((int)CG_RZ == (int)SL_CPU_RZ && (int)CG_RR == (int)SL_CPU_RR,
               "the scalars are in the same places");

static double unit_of(const sl_case *given) {
  return given->exact ? 0 : sl_spmv_unit_roundoff(given->precision);
}

/* Rounds the state between two iterations to the precision of the case: x, r, z, p. */
static void settle(const sl_case *system, cg *s) {
  numbers vectors[] = {s->x, s->r, s->z, s->p};
  for (size_t i = 0; i < s->n; i++) {
    for (size_t v = 0; v < SL_COUNT(vectors); v++) {
      sl_cg_put(vectors[v], i, (number){sl_cg_rounded(system, vectors[v].value[i]), 0});
    }
    sl_cg_put(s->z, i, sl_cg_times(s, (number){s->inverse[i], 0}, sl_cg_at(s->r, i)));
    s->z.value[i] = sl_cg_rounded(system, s->z.value[i]);
  }
  s->rz = sl_cg_dot_of(s, s->r, s->z);
  s->rr = sl_cg_dot_of(s, s->r, s->r);
  number *scalars[] = {&s->rz, &s->rr, &s->pq, &s->alpha, &s->beta, &s->new_rz};
  s->new_rz = s->rz;
  for (size_t i = 0; i < SL_COUNT(scalars); i++) {
    scalars[i]->value = sl_cg_rounded(system, scalars[i]->value);
  }
  s->pq.error = s->alpha.error = s->beta.error = 0;
}

/* Computes the state after one iteration, after none if one would solve the system, or after the
 * system is solved. */
static void begin_loop(const sl_case *system, cg *s) {
  sl_cg_begin_from(s, system->y);
  double rr = s->rr.value;
  sl_cg_iterate(s, RIGHT);
  if (s->rr.value < rr * 1e-6) {
    sl_cg_begin_from(s, system->y);
    s->pq = s->alpha = (number){1, 0};
    s->beta = (number){0, 0};
  }
  settle(system, s);
  if (!sl_cg_is_called(system, NOTHING_LEFT)) return;
  for (size_t i = 0; i < s->n; i++) {
    sl_cg_put(s->r, i, (number){0, 0});
    sl_cg_put(s->z, i, (number){0, 0});
    sl_cg_put(s->p, i, (number){0, 0});
  }
  s->rz = s->rr = s->new_rz = (number){0, 0};
}

/* Chooses how many iterations to ask for: at most three, and only as many as leave most digits of
 * each number of the result certain. Large systems get MANY iterations, and skip this check of each
 * number. */
static sl_status choose_count(const sl_case *system, const double *inverse, int *count_out) {
  cg s;
  SL_TRY(sl_cg_make(&system->matrix, system->matrix.values, inverse, unit_of(system), &s));
  *count_out = system->n > LARGE ? MANY : 1;
  begin_loop(system, &s);
  sl_cg_iterate(&s, RIGHT);
  while (*count_out < 1 + (int)system->n % FEW) {
    sl_cg_iterate(&s, RIGHT);
    if (!sl_cg_is_sharp(&s)) break;
    ++*count_out;
  }
  sl_cg_free(&s);
  return SL_OK;
}

/* Adds an array that the task changes. `right`: NULL if its elements are not compared. */
static sl_status pose_changed(const char *name, numbers before, const numbers *right, size_t n,
                              sl_problem *out) {
  double *copy, *expected, *bound;
  SL_TRY(sl_cg_copy_of(before.value, n, out, &copy));
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

sl_status sl_cg_pose_loop(const sl_case *given, sl_problem *out) {
  sl_case system;
  double *inverse;
  int count;
  cg from, to = {.memory = NULL};
  SL_TRY(sl_cg_system_of(given, sl_cg_fill_diagonal, out, &system));
  SL_TRY(sl_cg_inverse_of(&system, out, &inverse));
  SL_TRY(choose_count(&system, inverse, &count));
  SL_TRY(sl_cg_pose_matrix(&system, SL_DEVICE, out));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, inverse, given->n));
  SL_TRY(sl_problem_int(out, "count", count));
  (void)snprintf(out->given, sizeof out->given, "count = %d", count);
  out->cpu = &cpu_iterations;
  SL_TRY(sl_cg_make(&system.matrix, system.matrix.values, inverse, unit_of(given), &from));
  sl_status status = sl_cg_make(&system.matrix, system.matrix.values, inverse, unit_of(given), &to);
  if (status == SL_OK) {
    begin_loop(&system, &from);
    begin_loop(&system, &to);
    sl_cg_iterate_often(&to, RIGHT, count <= FEW ? count : 0);
    status = pose_state(&from, count <= FEW ? &to : NULL, out);
  }
  sl_cg_free(&from);
  sl_cg_free(&to);
  return status;
}

/* ---- many iterations ------------------------------------------------------------------------- */

static double norm(const double *values, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += values[i] * values[i];
  return sqrt(sum);
}

/* Computes the state with which a loop begins. */
static sl_status begin_posed(const sl_check *check, const posed *p, cg *out) {
  SL_TRY(sl_cg_make(p->a, p->values, p->inverse, unit_of(check->given), out));
  begin_loop(check->given, out);
  return SL_OK;
}

static void check_scalar(sl_check *check, int index, const char *what, number right) {
  double got = sl_check_answer(check, "scalars")[index];
  if (fabs(got - right.value) <= right.error) return;
  sl_check_report(check, "scalars", (size_t)index,
                  "scalars[%s] is %.6g, but computed from your r and z it is %.6g", what, got,
                  right.value);
}

/* Checks that r is b − A x, that z is D⁻¹ r, and that the scalars are their products. */
static sl_status check_consistency(sl_check *check, const posed *p) {
  const double *x = sl_check_answer(check, "x"), *r = sl_check_answer(check, "r");
  const double *z = sl_check_answer(check, "z");
  size_t n = check->given->n;
  cg s;
  SL_TRY(sl_cg_make(p->a, p->values, p->inverse, unit_of(check->given), &s));
  double u = s.u, difference = 0, *product = s.q.value;
  memcpy(s.x.value, x, n * sizeof *x);
  sl_cg_multiply(&s, s.x, s.q);
  for (size_t i = 0; i < n; i++) {
    double apart = check->given->y[i] - product[i] - r[i];
    difference += apart * apart;
    sl_cg_put(s.r, i, (number){r[i], 0});
    sl_cg_put(s.z, i, (number){z[i], 0});
  }
  double limit = sl_cg_drift_of(p, x, check->given->y, u, p->count + 2);
  if (!(sqrt(difference) <= limit)) {
    sl_check_report(check, "r", 0,
                    "r is not b − A x: the norm of the difference is %.3g, and rounding explains "
                    "%.3g",
                    sqrt(difference), limit);
  }
  for (size_t i = 0; i < n; i++) {
    number right = sl_cg_times(&s, (number){p->inverse[i], 0}, sl_cg_at(s.r, i));
    if (fabs(right.value - z[i]) <= right.error) continue;
    sl_check_report(check, "z", i, "z[%zu] is %.6g, but r[%zu] / D[%zu] is %.6g", i, z[i], i, i,
                    right.value);
    break;
  }
  check_scalar(check, CG_RZ, "CG_RZ", sl_cg_dot_of(&s, s.r, s.z));
  check_scalar(check, CG_RR, "CG_RR", sl_cg_dot_of(&s, s.r, s.r));
  sl_cg_free(&s);
  return SL_OK;
}

/* In many iterations rounding may change each number, but not how fast they converge: in floating
 * point, conjugate gradients need only a few iterations more. */
sl_status sl_cg_check_loop(sl_check *check) {
  enum { LATE = 2, TIMES = 2 };
  posed p = sl_cg_posed_of(check->problem, check->given);
  cg s;
  double slowest = 0;
  if (p.count <= FEW) return SL_OK;
  SL_TRY(check_consistency(check, &p));
  SL_TRY(begin_posed(check, &p, &s));
  for (int i = 0; i <= p.count; i++) {
    if (i >= p.count - LATE) slowest = fmax(slowest, sqrt(s.rr.value));
    sl_cg_iterate(&s, RIGHT);
  }
  const double *r = sl_check_answer(check, "r");
  double limit = TIMES * slowest +
                 sl_cg_drift_of(&p, sl_check_answer(check, "x"), check->given->y, s.u, p.count);
  double got = norm(r, s.n);
  sl_cg_free(&s);
  if (!(got <= limit)) {
    sl_check_report(check, "r", 0, "after %d iterations ‖r‖ is %.3g, but it must be at most %.3g",
                    p.count, got, limit);
  }
  return SL_OK;
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static bool agrees(const double *got, numbers with, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!sl_within(got[i], with.value[i], with.error[i])) return false;
  }
  return true;
}

/* Whether the returned vectors and rz equal those of a loop with this mistake. After many
 * iterations this cannot be decided. */
static sl_judgement judge_variant(const sl_evidence *evidence, variant is) {
  static const char *const names[] = {"x", "r", "p"};
  const double *got[SL_COUNT(names)], *scalars = sl_evidence_answer(evidence, "scalars");
  posed p = sl_cg_posed_of(evidence->problem, evidence->given);
  double u = sl_spmv_unit_roundoff(evidence->given->precision); /* also if the numbers are whole */
  cg s;
  if (evidence->seen.num_findings > 0 || evidence->fault_signal || !scalars) return SL_CONTRADICTS;
  for (size_t i = 0; i < SL_COUNT(names); i++) {
    got[i] = sl_evidence_answer(evidence, names[i]);
    if (!got[i]) return SL_CONTRADICTS;
  }
  if (p.count > FEW) return SL_NEUTRAL;
  if (sl_cg_make(p.a, p.values, p.inverse, u, &s) != SL_OK) return SL_NEUTRAL;
  begin_loop(evidence->given, &s);
  sl_cg_iterate_often(&s, is, p.count);
  const numbers vectors[] = {s.x, s.r, s.p};
  bool all = sl_within(scalars[CG_RZ], s.rz.value, s.rz.error);
  for (size_t i = 0; i < SL_COUNT(names); i++) all = all && agrees(got[i], vectors[i], s.n);
  bool sharp = sl_cg_is_sharp(&s);
  sl_cg_free(&s);
  if (!all) return SL_CONTRADICTS;
  return sharp ? SL_EXPLAINS : SL_NEUTRAL;
}

SL_RULE_BY(beta_one, judge_variant, BETA_ONE)
SL_RULE_BY(beta_zero, judge_variant, BETA_ZERO)
SL_RULE_BY(beta_last, judge_variant, BETA_LAST)
SL_RULE_BY(from_r, judge_variant, FROM_R)
SL_RULE_BY(product_of_z, judge_variant, PRODUCT_OF_Z)
SL_RULE_BY(alpha_of_rr, judge_variant, ALPHA_OF_RR)
SL_RULE_BY(alpha_inverted, judge_variant, ALPHA_INVERTED)
SL_RULE_BY(beta_of_rr, judge_variant, BETA_OF_RR)
SL_RULE_BY(minus_p, judge_variant, MINUS_P)
SL_RULE_BY(dot_of_p, judge_variant, DOT_OF_P)
SL_RULE_BY(one_more, judge_variant, ONE_MORE)
SL_RULE_BY(one_less, judge_variant, ONE_LESS)

static const sl_rule loop_rules[] = {
    {"iterations-one-less", one_less},     {"iterations-one-more", one_more},
    {"old-rz-overwritten", beta_one},      {"beta-of-the-last-iteration", beta_last},
    {"beta-left-out", beta_zero},          {"direction-of-r", from_r},
    {"product-of-z", product_of_z},        {"alpha-of-rr", alpha_of_rr},
    {"alpha-upside-down", alpha_inverted}, {"beta-of-rr", beta_of_rr},
    {"direction-minus", minus_p},          {"dot-of-p-and-p", dot_of_p}};

const sl_rule_list sl_cg_loop_rules = SL_RULE_LIST(loop_rules);
