/* rules.h: how the mistakes of loop and solve are recognised: the simulation makes them, and what
 * came back is compared with what it leaves. */
#ifndef SL_LAB_07_RULES_H
#define SL_LAB_07_RULES_H

#include "simulate.h"

/* ---- loop ------------------------------------------------------------------------------------ */

static bool agrees(const double *got, numbers with, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!sl_within(got[i], with.value[i], with.error[i])) return false;
  }
  return true;
}

/* The vectors that came back are those that a loop with this mistake leaves, and not the right
 * ones. Of many iterations this cannot be said. */
static sl_judgement judge_variant(const sl_evidence *evidence, variant is) {
  static const char *const names[] = {"x", "r", "p"};
  const double *got[SL_COUNT(names)];
  posed p = posed_of(evidence->problem, evidence->given);
  double u = sl_spmv_unit_roundoff(evidence->given->precision); /* whole numbers or not */
  cg s;
  bool all = true;
  if (evidence->seen.num_findings > 0 || evidence->fault_signal) return SL_CONTRADICTS;
  for (size_t i = 0; i < SL_COUNT(names); i++) {
    got[i] = sl_evidence_answer(evidence, names[i]);
    if (!got[i]) return SL_CONTRADICTS;
  }
  if (p.count > FEW) return SL_NEUTRAL;
  if (cg_make(p.a, p.values, p.inverse, u, &s) != SL_OK) return SL_NEUTRAL;
  begin_loop(evidence->given, &s);
  iterate_often(&s, is, p.count);
  const numbers vectors[] = {s.x, s.r, s.p};
  for (size_t i = 0; i < SL_COUNT(names); i++) all = all && agrees(got[i], vectors[i], s.n);
  bool sharp = is_sharp(&s);
  cg_free(&s);
  if (!all) return SL_CONTRADICTS;
  return sharp ? SL_EXPLAINS : SL_NEUTRAL;
}

#define LOOP_RULE(FUNCTION, VARIANT)                                                               \
  static sl_judgement FUNCTION(const sl_evidence *evidence) {                                      \
    return judge_variant(evidence, VARIANT);                                                       \
  }

LOOP_RULE(beta_one, BETA_ONE)
LOOP_RULE(beta_zero, BETA_ZERO)
LOOP_RULE(beta_last, BETA_LAST)
LOOP_RULE(from_r, FROM_R)
LOOP_RULE(product_of_z, PRODUCT_OF_Z)
LOOP_RULE(one_more, ONE_MORE)
LOOP_RULE(one_less, ONE_LESS)

static const sl_rule loop_rules[] = {
    {"iterations-one-less", one_less}, {"iterations-one-more", one_more},
    {"old-rz-overwritten", beta_one},  {"beta-of-the-last-iteration", beta_last},
    {"beta-left-out", beta_zero},      {"direction-of-r", from_r},
    {"product-of-z", product_of_z}};

/* ---- solve ----------------------------------------------------------------------------------- */

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
  out->p = posed_of(evidence->problem, evidence->given);
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

#define SOLVE_RULE(FUNCTION, TEST)                                                                 \
  static sl_judgement FUNCTION(const sl_evidence *evidence) {                                      \
    return judge_solve(evidence, TEST);                                                            \
  }

SOLVE_RULE(explains_return, returns_another)
SOLVE_RULE(explains_squares, compares_squares)
SOLVE_RULE(explains_no_b, forgets_b)
SOLVE_RULE(explains_never, never_stops)

static const sl_rule solve_rules[] = {{"another-number-returned", explains_return},
                                      {"squares-compared", explains_squares},
                                      {"tolerance-without-b", explains_no_b},
                                      {"residual-not-read-again", explains_never}};

#endif
