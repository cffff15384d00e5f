/* solve.c: the task solve of lab 07. */
#include "base/memory.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "reference/cpu_code.h"
#include "simulate.h"
#include "solver.h"
#include "system.h"

#include <math.h>

enum { FEW = 3, MOST_ITERATIONS = 1000, RETURNED = 0, DONE, LONGEST, NUM_RETURNED };

static const sl_cpu_code cpu_solve = {
    .arrays = "row_ptr col_idx values inverse b tolerance most x r z p q solve_cg",
    .part = sl_cpu_code_solve};

/* ‖r‖ after 0, 1, 2, … iterations of a right program, without rounding. */
typedef struct history {
  double *r;
  int count; /* iterations */
} history;

/* Computes the norms of a right program. `until`: it ends when the norm is at most this times the
 * first one. */
static sl_status history_make(const posed *p, double until, history *out) {
  cg s;
  *out = (history){.count = p->most};
  SL_TRY(sl_alloc((size_t)p->most + 1, sizeof *out->r, "residuals", &out->r));
  sl_status status = sl_cg_make(p->a, p->values, p->inverse, 0, &s);
  if (status != SL_OK) {
    sl_free(out->r);
    return status;
  }
  sl_cg_begin_from(&s, p->b);
  for (int i = 0; i <= out->count; i++) {
    out->r[i] = sqrt(s.rr.value);
    if (out->r[i] <= until * out->r[0]) out->count = i;
    if (i < out->count) sl_cg_iterate(&s, RIGHT);
  }
  sl_cg_free(&s);
  return SL_OK;
}

/* Returns the first number of iterations, a multiple of `step`, after which the norm is at most
 * `limit`; −1: there is none. */
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

/* Scales b so that ‖b‖ is far above or far below 1. Then the judge notices if a program forgets to
 * multiply the tolerance by ‖b‖. */
static void scale_right_side(const sl_case *given, double *b) {
  enum { EXPONENT = 6 };
  int exponent = given->n % 2 ? -EXPONENT : EXPONENT;
  if (given->exact) exponent = 0;
  for (size_t i = 0; i < given->n; i++) {
    b[i] = sl_cg_is_called(given, NOTHING_LEFT) ? 0 : ldexp(b[i], exponent);
  }
}

/* Computes the state after so many iterations of a loop with the mistake, with bounds on what
 * rounding can change in it. */
static sl_status simulate(const posed *p, double u, variant is, int iterations, cg *out) {
  SL_TRY(sl_cg_make(p->a, p->values, p->inverse, u, out));
  sl_cg_begin_as(out, p->b, is);
  sl_cg_iterate_often(out, is, iterations);
  return SL_OK;
}

/* Chooses how many iterations are allowed: at most three, and only as many as leave most digits of
 * x certain. */
static sl_status choose_few(const posed *p, double u, int *most_out) {
  cg s;
  SL_TRY(simulate(p, u, RIGHT, 1, &s));
  *most_out = 1;
  while (*most_out < FEW) {
    sl_cg_iterate(&s, RIGHT);
    if (!sl_cg_is_sharp(&s)) break;
    ++*most_out;
  }
  sl_cg_free(&s);
  return SL_OK;
}

/* Chooses how many iterations are allowed. After a few iterations we know what x must be, and a
 * solver that wastes one cannot make up for it. In cases of whole numbers no right solver needs
 * more than one. */
static sl_status choose_most(const sl_case *system, const posed *p, int needed, int *most_out) {
  enum { GIVEN_UP_AFTER = 7, MORE = 20 };
  *most_out = system->exact ? needed : 2 * needed + MORE;
  if (sl_cg_is_called(system, GIVE_UP)) *most_out = GIVEN_UP_AFTER;
  if (!sl_cg_is_called(system, GIVE_UP_SOON)) return SL_OK;
  return choose_few(p, sl_spmv_unit_roundoff(system->precision), most_out);
}

sl_status sl_cg_pose_solve(const sl_case *given, sl_problem *out) {
  static const char *const scratch[] = {"r", "z", "p", "q"};
  static const double unwritten[NUM_RETURNED] = {-1, 0, 0};
  sl_case system;
  double *inverse, *b;
  int needed, most, *returned;
  SL_TRY(sl_cg_system_of(given, sl_cg_fill_diagonal, out, &system));
  SL_TRY(sl_cg_inverse_of(&system, out, &inverse));
  SL_TRY(sl_cg_copy_of(given->y, given->n, out, &b));
  scale_right_side(given, b);
  double tolerance = sl_cg_rounded(given, given->precision == SL_F32 ? 1e-4 : 1e-8);
  SL_TRY(iterations_needed(&system, inverse, b, tolerance, &needed));
  const posed p = {.a = &system.matrix, .values = system.matrix.values, .inverse = inverse, .b = b};
  SL_TRY(choose_most(&system, &p, needed, &most));
  SL_TRY(sl_cg_pose_matrix(&system, SL_DEVICE, out));
  SL_TRY(sl_problem_reals(out, "inverse", SL_DEVICE, SL_IN, inverse, given->n));
  SL_TRY(sl_problem_reals(out, "b", SL_DEVICE, SL_IN, b, given->n));
  SL_TRY(sl_problem_real(out, "tolerance", tolerance));
  SL_TRY(sl_problem_int(out, "most", most));
  SL_TRY(sl_problem_reals(out, "x", SL_DEVICE, SL_OUT, NULL, given->n));
  for (size_t i = 0; i < SL_COUNT(scratch); i++) {
    SL_TRY(sl_problem_scratch(out, scratch[i], SL_REAL, given->n));
  }
  SL_TRY(sl_problem_scratch(out, "partial", SL_REAL, CG_PARTIAL));
  SL_TRY(sl_problem_scratch(out, "scalars", SL_REAL, CG_SCALARS));
  out->cpu = &cpu_solve;
  SL_TRY(sl_problem_own(out, NUM_RETURNED, sizeof *returned, &returned));
  for (int i = 0; i < NUM_RETURNED; i++) returned[i] = (int)unwritten[i];
  return sl_problem_ints(out, "solve_cg", SL_HOST, SL_INOUT, returned, NUM_RETURNED);
}

/* How many iterations a program does that stops when the norm is at most `limit`. Rounding may
 * change the residual by a factor of two and delay this a little. The program may check the
 * residual only every CG_LOOK_EVERY iterations. */
typedef struct span {
  int least, most;
} span;

static span span_of(const posed *p, const history *h, double limit) {
  enum { DELAY = 8 };
  int least = first_below(h->r, h->count, 1, 2 * limit);
  int most = first_below(h->r, h->count, 1, limit / 2);
  if (h->r[0] == 0) return (span){0, 0};
  most = most < 0 ? p->most : most + CG_LOOK_EVERY + most / DELAY;
  if (most > p->most) most = p->most;
  if (least < 0) return (span){p->most, most};
  return (span){least > 0 ? least - 1 : 0, most};
}

static span right_span(const posed *p, const history *h) {
  return span_of(p, h, p->tolerance * h->r[0]);
}

static void check_iterations(sl_check *check, const posed *p, const history *h) {
  const double *got = sl_check_answer(check, "solve_cg");
  span right = right_span(p, h);
  int returned = (int)got[RETURNED], done = (int)got[DONE];
  if (done > 0 && returned != done) {
    sl_check_report(check, "solve_cg", 0, "solve_cg returned %d, but it did %d iterations",
                    returned, done);
  } else if (returned > p->most || done > p->most) {
    sl_check_report(check, "solve_cg", 0, "solve_cg did %d iterations, but at most %d are allowed",
                    returned, p->most);
  } else if (got[LONGEST] > CG_LOOK_EVERY) {
    sl_check_report(
        check, "solve_cg", 0,
        "solve_cg requested %.0f iterations at once, but it must check the residual after %d",
        got[LONGEST], CG_LOOK_EVERY);
  } else if (returned < right.least) {
    sl_check_report(check, "solve_cg", 0,
                    "solve_cg stopped after %d iterations, but the residual is small enough only "
                    "after about %d",
                    returned, right.least + 1);
  } else if (returned > right.most) {
    sl_check_report(check, "solve_cg", 0,
                    "solve_cg did %d iterations, but the residual was small enough long before: a "
                    "solver that checks it every %d iterations does at most %d",
                    returned, CG_LOOK_EVERY, right.most);
  }
}

/* Checks the residual ‖b − A x‖, recomputed from x. */
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
  bool given_up = iterations == p->most && h->count == p->most && h->r[p->most] > limit / 2;
  if (given_up) limit = fmax(limit, 2 * h->r[p->most]);
  if (sqrt(sum) <= limit + drift) return;
  sl_check_report(check, "x", 0,
                  "‖b − A x‖ is %.3g after %d iteration%s. It must be at most %.3g, and rounding "
                  "explains %.3g more",
                  sqrt(sum), iterations, iterations == 1 ? "" : "s", limit, drift);
}

/* Returns the first element of x that is not within its bound; n if there is none. */
static size_t find_difference(const double *x, const cg *s) {
  size_t i = 0;
  while (i < s->n && sl_within(x[i], s->x.value[i], s->x.error[i])) i++;
  return i;
}

/* Checks x after a few iterations: then it does not depend on the order of the sums. */
static sl_status check_few(sl_check *check, const posed *p) {
  const double *x = sl_check_answer(check, "x");
  int returned = (int)sl_check_returned(check, "solve_cg");
  cg s;
  if (returned < 1 || returned > FEW) return SL_OK;
  SL_TRY(simulate(p, sl_spmv_unit_roundoff(check->given->precision), RIGHT, returned, &s));
  size_t at = sl_cg_is_sharp(&s) ? find_difference(x, &s) : s.n;
  if (at < s.n) {
    sl_check_report(
        check, "x", at,
        "x[%zu] is %.6g after %d iteration%s, but with the right initial values it is %.6g", at,
        x[at], returned, returned == 1 ? "" : "s", s.x.value[at]);
  }
  sl_cg_free(&s);
  return SL_OK;
}

sl_status sl_cg_check_solve(sl_check *check) {
  posed p = sl_cg_posed_of(check->problem, check->given);
  history h;
  SL_TRY(history_make(&p, p.tolerance / 2, &h)); /* as far as span_of and check_residual need it */
  check_iterations(check, &p, &h);
  sl_status status = check_few(check, &p);
  check_residual(check, &p, &h);
  sl_free(h.r);
  return status;
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* What a rejected program has done. */
typedef struct solved {
  posed p;
  history h;
  span right;
  int returned, done;
} solved;

/* Returns false if the lens has findings, or if nothing was returned. The caller frees the
 * history. */
static bool look_at_solve(const sl_evidence *evidence, solved *out) {
  const double *got = sl_evidence_answer(evidence, "solve_cg");
  if (!got || evidence->seen.num_findings > 0 || evidence->fault_signal) return false;
  out->p = sl_cg_posed_of(evidence->problem, evidence->given);
  out->returned = (int)got[RETURNED];
  out->done = (int)got[DONE];
  if (history_make(&out->p, 0, &out->h) != SL_OK) {
    return false;
  }
  out->right = right_span(&out->p, &out->h);
  return true;
}

static bool within(span right, int iterations) {
  return iterations >= right.least && iterations <= right.most;
}

typedef sl_judgement solve_test(const solved *s);

static sl_judgement judge_solve(const sl_evidence *evidence, solve_test *fits) {
  solved s;
  if (!look_at_solve(evidence, &s)) return SL_CONTRADICTS;
  sl_judgement judgement = fits(&s);
  sl_free(s.h.r);
  return judgement;
}

static sl_judgement returns_another(const solved *s) {
  return sl_finding_explains_if(s->done > 0 && s->returned != s->done && within(s->right, s->done));
}

/* Whether a program that checks every `step` iterations, one to five, does as many as were done. If
 * the norm never becomes small enough, it does all that are allowed. */
static bool would_do(const solved *s, double limit) {
  for (int step = 1; step <= CG_LOOK_EVERY; step++) {
    int end = first_below(s->h.r, s->h.count, step, limit);
    if ((end < 0 ? s->p.most : end) == s->done) return true;
  }
  return false;
}

/* Explains a program that stops when the norm is at most `limit`, which is not the right condition.
 * The number of iterations can rule this out even if the answer is right. */
static sl_judgement ends_below(const solved *s, double limit) {
  if (s->returned != s->done) return SL_CONTRADICTS;
  if (!within(span_of(&s->p, &s->h, limit), s->done)) return SL_NEVER;
  return sl_finding_explains_if(would_do(s, limit) && !would_do(s, s->p.tolerance * s->h.r[0]));
}

/* Whether the program compares r · r with a tolerance that it has not squared. */
static sl_judgement compares_squares(const solved *s) {
  double b = s->h.r[0], tolerance = s->p.tolerance;
  sl_judgement both = ends_below(s, sqrt(tolerance) * b);
  sl_judgement neither = ends_below(s, sqrt(tolerance * b));
  return both > neither ? both : neither;
}

static sl_judgement forgets_b(const solved *s) {
  return ends_below(s, s->p.tolerance);
}

static sl_judgement never_stops(const solved *s) {
  return sl_finding_explains_if(s->done == s->p.most && s->returned == s->done &&
                                s->done > s->right.most);
}

/* Whether the returned x is that of a loop that begins with this mistake. After many iterations
 * this cannot be decided. */
static sl_judgement judge_start(const sl_evidence *evidence, variant is) {
  const double *x = sl_evidence_answer(evidence, "x");
  solved s;
  cg with;
  if (!x || !look_at_solve(evidence, &s)) return SL_CONTRADICTS;
  sl_free(s.h.r);
  if (s.done < 1 || s.returned != s.done) return SL_CONTRADICTS;
  double u = sl_spmv_unit_roundoff(evidence->given->precision);
  if (s.done > FEW || simulate(&s.p, u, is, s.done, &with) != SL_OK) return SL_NEUTRAL;
  bool equal = find_difference(x, &with) == with.n, sharp = sl_cg_is_sharp(&with);
  sl_cg_free(&with);
  if (!equal) return SL_CONTRADICTS;
  return sharp ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_of_r(const sl_evidence *evidence) {
  sl_judgement alone = judge_start(evidence, FIRST_OF_R);
  return alone != SL_CONTRADICTS ? alone : judge_start(evidence, FIRST_ALL_OF_R);
}

SL_RULE_BY(explains_idle, judge_start, FIRST_IDLE)
SL_RULE_BY(explains_rz_of_rr, judge_start, FIRST_RZ_OF_RR)
SL_RULE_BY(explains_return, judge_solve, returns_another)
SL_RULE_BY(explains_squares, judge_solve, compares_squares)
SL_RULE_BY(explains_no_b, judge_solve, forgets_b)
SL_RULE_BY(explains_never, judge_solve, never_stops)

static const sl_rule solve_rules[] = {
    {"another-number-returned", explains_return}, {"squares-compared", explains_squares},
    {"tolerance-without-b", explains_no_b},       {"residual-not-read-again", explains_never},
    {"first-iteration-idle", explains_idle},      {"first-direction-of-r", explains_of_r},
    {"first-rz-of-rr", explains_rz_of_rr}};

const sl_rule_list sl_cg_solve_rules = SL_RULE_LIST(solve_rules);
