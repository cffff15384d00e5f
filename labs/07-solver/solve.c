/* solve.c: the task solve of lab 07. */
#include "base/memory.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "simulate.h"
#include "solver.h"
#include "system.h"

#include <math.h>

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
  sl_status status = sl_cg_make(p->a, p->values, p->inverse, 0, &s);
  if (status != SL_OK) {
    sl_free(out->r);
    return status;
  }
  sl_cg_begin_from(&s, p->b);
  for (int i = 0; i <= count; i++) {
    out->r[i] = sqrt(s.rr.value);
    if (i < count) sl_cg_iterate(&s, RIGHT);
  }
  sl_cg_free(&s);
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
  SL_TRY(sl_cg_make(&system->matrix, system->matrix.values, inverse, 0, &s));
  sl_cg_begin_from(&s, b);
  double limit = tolerance * sqrt(s.rr.value);
  int i = 0;
  for (; i < MOST_ITERATIONS && sqrt(s.rr.value) > limit; i++) sl_cg_iterate(&s, RIGHT);
  sl_cg_free(&s);
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
    b[i] = sl_cg_is_called(given, NOTHING_LEFT) ? 0 : ldexp(b[i], exponent);
  }
}

sl_status sl_cg_pose_solve(const sl_case *given, sl_problem *out) {
  enum { GIVEN_UP_AFTER = 7, MORE = 20 };
  static const char *const scratch[] = {"r", "z", "p", "q"};
  static const double unwritten[NUM_RETURNED] = {-1, 0, 0};
  sl_case system;
  double *inverse, *b;
  int needed, *returned;
  SL_TRY(sl_cg_system_of(given, sl_cg_fill_diagonal, out, &system));
  SL_TRY(sl_cg_inverse_of(&system, out, &inverse));
  SL_TRY(sl_cg_copy_of(given->y, given->n, out, &b));
  scale_right_side(given, b);
  double tolerance = sl_cg_rounded(given, given->precision == SL_F32 ? 1e-4 : 1e-8);
  SL_TRY(iterations_needed(&system, inverse, b, tolerance, &needed));
  SL_TRY(sl_cg_pose_matrix(&system, SL_DEVICE, out));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, inverse, given->n));
  SL_TRY(sl_problem_reals(out, "b", SL_DEVICE, SL_IN, b, given->n));
  SL_TRY(sl_problem_real(out, "tolerance", tolerance));
  SL_TRY(sl_problem_int(out, "most",
                        sl_cg_is_called(given, GIVE_UP) ? GIVEN_UP_AFTER : 2 * needed + MORE));
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
  double drift = sl_cg_drift_of(p, x, p->b, u, iterations), limit = p->tolerance * h->r[0];
  bool given_up = iterations == p->most && h->r[p->most] > limit / 2;
  if (given_up) limit = fmax(limit, 2 * h->r[p->most]);
  if (sqrt(sum) <= limit + drift) return;
  sl_check_report(check, "x", 0,
                  "‖b − A x‖ is %.3g after %d iterations. It must be at most %.3g, and rounding "
                  "explains %.3g more",
                  sqrt(sum), iterations, limit, drift);
}

sl_status sl_cg_check_solve(sl_check *check) {
  posed p = sl_cg_posed_of(check->problem, check->given);
  history h;
  SL_TRY(history_make(&p, &h));
  check_iterations(check, &p, &h);
  check_residual(check, &p, &h);
  sl_free(h.r);
  return SL_OK;
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* What a program that was wrong has done. */
typedef struct solved {
  posed p;
  history h;
  span right;
  int returned, done;
} solved;

/* False if the lens found something, or if nothing came back. Free the history. */
static bool look_at_solve(const sl_evidence *evidence, solved *out) {
  const double *got = sl_evidence_answer(evidence, "solve_cg");
  if (!got || evidence->seen.num_findings > 0 || evidence->fault_signal) return false;
  out->p = sl_cg_posed_of(evidence->problem, evidence->given);
  out->returned = (int)got[RETURNED];
  out->done = (int)got[DONE];
  if (history_make(&out->p, &out->h) != SL_OK) {
    return false;
  }
  out->right = right_span(&out->p, &out->h);
  return true;
}

static bool within(span right, int iterations) {
  return iterations >= right.least && iterations <= right.most;
}

typedef bool solve_test(const solved *s);

static sl_judgement judge_solve(const sl_evidence *evidence, solve_test *fits) {
  solved s;
  if (!look_at_solve(evidence, &s)) return SL_CONTRADICTS;
  bool yes = fits(&s);
  sl_free(s.h.r);
  return sl_finding_explains_if(yes);
}

static bool returns_another(const solved *s) {
  return s->done > 0 && s->returned != s->done && within(s->right, s->done);
}

/* Whether a program that looks every `step` iterations, one to five, does as many as were done. If
 * the norm never gets so small, it does all that it may do. */
static bool would_do(const solved *s, double limit) {
  for (int step = 1; step <= CG_LOOK_EVERY; step++) {
    int end = first_below(s->h.r, s->h.count, step, limit);
    if ((end < 0 ? s->p.most : end) == s->done) return true;
  }
  return false;
}

/* It ends when the norm is at most `limit`, and not when it should. */
static bool ends_below(const solved *s, double limit) {
  if (s->returned != s->done) return false;
  return would_do(s, limit) && !would_do(s, s->p.tolerance * s->h.r[0]);
}

/* r · r against a tolerance that is not squared. */
static bool compares_squares(const solved *s) {
  double b = s->h.r[0], tolerance = s->p.tolerance;
  return ends_below(s, sqrt(tolerance) * b) || ends_below(s, sqrt(tolerance * b));
}

static bool forgets_b(const solved *s) {
  return ends_below(s, s->p.tolerance);
}

static bool never_stops(const solved *s) {
  return s->done == s->p.most && s->returned == s->done && s->done > s->right.most;
}

SL_RULE_BY(explains_return, judge_solve, returns_another)
SL_RULE_BY(explains_squares, judge_solve, compares_squares)
SL_RULE_BY(explains_no_b, judge_solve, forgets_b)
SL_RULE_BY(explains_never, judge_solve, never_stops)

static const sl_rule solve_rules[] = {{"another-number-returned", explains_return},
                                      {"squares-compared", explains_squares},
                                      {"tolerance-without-b", explains_no_b},
                                      {"residual-not-read-again", explains_never}};

const sl_rule_list sl_cg_solve_rules = SL_RULE_LIST(solve_rules);
