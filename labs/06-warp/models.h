/* models.h: what students get wrong in lab 06, as models. Included by lab.c alone. */
#ifndef LAB_06_MODELS_H
#define LAB_06_MODELS_H

#include "judge/spmv.h"
#include "lens/lens.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WARP = 32 };

/* ---- what the launches are given ------------------------------------------------------------- */

/* The widths of LightSpMV, by the mean length of a row. */
static int right_width(int num_rows, int nnz) {
  long long rows = num_rows;
  if (nnz < 2 * rows || rows == 0) return 2;
  return nnz < 4 * rows ? 4 : nnz < 64 * rows ? 8 : 32;
}

typedef struct setting {
  const sl_case *given;
  const sl_csr *a;
  int width;
  double alpha, beta;
} setting;

/* Where nearly all rows are empty the width is 32. It does not suit the matrix, but there are then
 * more rows than the lens's GPU has vectors at once, so that each has to take more than one.
 * Where A has more rows than columns β is 0. */
static setting setting_of(const sl_case *given) {
  const sl_csr *a = &given->matrix;
  bool nearly_empty = 2LL * a->nnz < a->num_rows;
  return (setting){.given = given,
                   .a = a,
                   .width = nearly_empty ? WARP : right_width(a->num_rows, a->nnz),
                   .alpha = 1.5,
                   .beta = a->num_rows > a->num_cols ? 0 : -0.5};
}

/* ---- y, where something is wrong with the sum or with α and β -------------------------------- */

/* How often entry `j` of a row comes into its sum. */
typedef int weight_rule(const setting *s, int row, int j);

static int weigh_once(const setting *s, int row, int j) {
  (void)s;
  (void)row;
  (void)j;
  return 1;
}

/* Lane 0 writes its own part. */
static int weigh_lane_0(const setting *s, int row, int j) {
  (void)row;
  return j % s->width == 0;
}

/* The last turn of the reduction, over a distance of one lane, is left out. */
static int weigh_even_lanes(const setting *s, int row, int j) {
  (void)row;
  return j % s->width % 2 == 0;
}

/* The reduction begins with half a warp: distances that leave the vector add a lane to itself. */
static int weigh_reduced_too_often(const setting *s, int row, int j) {
  (void)row;
  (void)j;
  return WARP / s->width;
}

/* Each lane steps a whole warp ahead. */
static int weigh_steps_of_warp(const setting *s, int row, int j) {
  (void)row;
  return j % WARP < s->width;
}

/* Each lane steps one entry ahead, and so walks through the rest of the row. */
static int weigh_steps_of_one(const setting *s, int row, int j) {
  (void)row;
  return (j < s->width ? j : s->width - 1) + 1;
}

/* Lane 0's entries count for all lanes, as all have read the same ones. */
static int weigh_lane_0_for_all(const setting *s, int row, int j) {
  (void)row;
  return j % s->width == 0 ? s->width : 0;
}

/* The reduction goes one step on, over the whole width or over no distance: each lane is given its
 * own part. */
static int weigh_twice(const setting *s, int row, int j) {
  (void)s;
  (void)row;
  (void)j;
  return 2;
}

/* Each lane keeps its last product. */
static int weigh_last_turn(const setting *s, int row, int j) {
  return j >= sl_csr_row_length(s->a, row) - s->width;
}

static int weigh_all_but_last(const setting *s, int row, int j) {
  return j < sl_csr_row_length(s->a, row) - 1;
}

/* A sum of products, and what its rounding depends on. */
typedef struct row_sum {
  double sum, magnitude, terms;
} row_sum;

static void add_row(const setting *s, int row, weight_rule *rule, row_sum *to) {
  for (int j = 0; j < sl_csr_row_length(s->a, row); j++) {
    double product = rule(s, row, j) * sl_row_product(s->given, s->a->row_ptr[row] + j);
    to->sum += product;
    to->magnitude += fabs(product);
    to->terms += rule(s, row, j);
  }
}

/* α · sum + β · y, NaN where rounding may come to more than the judge's bound. */
static double scaled(const setting *s, const row_sum *of, double alpha, double beta, double y,
                     double bound) {
  if (beta == 0) y = 0; /* it may be NaN */
  double rounding = (of->terms + 2) * sl_precision_unit_roundoff(s->given->precision) *
                    (fabs(alpha) * of->magnitude + fabs(beta * y));
  return s->given->exact || rounding <= bound ? alpha * of->sum + beta * y : (double)NAN;
}

/* All rows are handed out, as they should be. */
static void predict_counter(const sl_evidence *evidence, double *const *answers) {
  double *next_row = sl_predicted(evidence, answers, "next_row");
  if (next_row) *next_row = evidence->given->matrix.num_rows;
}

static void predict_scaled(const sl_evidence *evidence, weight_rule *rule, double alpha,
                           double beta, double *const *answers) {
  setting s = setting_of(evidence->given);
  const double *bound = sl_problem_find(evidence->problem, "y")->bound;
  double *y = sl_predicted(evidence, answers, "y");
  predict_counter(evidence, answers);
  for (int row = 0; row < s.a->num_rows; row++) {
    row_sum sum = {0, 0, 0};
    add_row(&s, row, rule, &sum);
    y[row] = scaled(&s, &sum, alpha, beta, y[row], bound[row]);
  }
}

#define PREDICTS_SCALED(name, rule, alpha_of, beta_of)                                             \
  static void predict_##name(const sl_evidence *evidence, double *const *answers) {                \
    setting s = setting_of(evidence->given);                                                       \
    predict_scaled(evidence, rule, alpha_of, beta_of, answers);                                    \
  }
PREDICTS_SCALED(without_alpha, weigh_once, 1, s.beta)
PREDICTS_SCALED(without_beta, weigh_once, s.alpha, 0)
PREDICTS_SCALED(y_unscaled, weigh_once, s.alpha, 1)
PREDICTS_SCALED(alpha_on_all, weigh_once, s.alpha, s.alpha *s.beta)
PREDICTS_SCALED(lane_0, weigh_lane_0, s.alpha, s.beta)
PREDICTS_SCALED(even_lanes, weigh_even_lanes, s.alpha, s.beta)
PREDICTS_SCALED(reduced_too_often, weigh_reduced_too_often, s.alpha, s.beta)
PREDICTS_SCALED(steps_of_warp, weigh_steps_of_warp, s.alpha, s.beta)
PREDICTS_SCALED(steps_of_one, weigh_steps_of_one, s.alpha, s.beta)
PREDICTS_SCALED(lane_0_for_all, weigh_lane_0_for_all, s.alpha, s.beta)
PREDICTS_SCALED(twice, weigh_twice, s.alpha, s.beta)
PREDICTS_SCALED(last_turn, weigh_last_turn, s.alpha, s.beta)
PREDICTS_SCALED(all_but_last, weigh_all_but_last, s.alpha, s.beta)

/* ---- y, where rows are missed ---------------------------------------------------------------- */

typedef bool row_rule(const setting *s, int row);

static bool is_not_last(const setting *s, int row) {
  return row < s->a->num_rows - 1;
}

static bool is_of_first_vector(const setting *s, int row) {
  return row % (WARP / s->width) == 0;
}

/* The last vectors of the matrix do not fill a warp. */
static bool fills_a_warp(const setting *s, int row) {
  int vectors = WARP / s->width;
  return row < s->a->num_rows / vectors * vectors;
}

/* The counter moves on by a warp's lanes, and the warp works on as many rows as it has vectors. */
static bool is_at_multiple_of_warp(const setting *s, int row) {
  return row % WARP < WARP / s->width;
}

/* The counter moves on by a vector's lanes, which are more than the warp has vectors. */
static bool is_at_multiple_of_width(const setting *s, int row) {
  return row % s->width < WARP / s->width;
}

/* 32 / V lanes are given a row, which makes V rows of the 32 / V that were taken. */
static bool is_of_first_rows(const setting *s, int row) {
  return row % (WARP / s->width) < s->width;
}

/* The rows of the rule come out right, the others stay as they were. */
static void predict_rows(const sl_evidence *evidence, row_rule *rule, double *const *answers) {
  setting s = setting_of(evidence->given);
  const double *expected = sl_problem_find(evidence->problem, "y")->expected;
  double *y = sl_predicted(evidence, answers, "y");
  predict_counter(evidence, answers);
  for (int row = 0; row < s.a->num_rows; row++) {
    if (rule(&s, row)) y[row] = expected[row];
  }
}

/* NaN says of a poisoned row that nothing is foretold. That a row was left as it was explains
 * something only where y had contents: a case in which all of y is poisoned tells nothing. */
#define PREDICTS_ROWS(name, rule)                                                                  \
  static void predict_##name(const sl_evidence *evidence, double *const *answers) {                \
    predict_rows(evidence, rule, answers);                                                         \
  }
PREDICTS_ROWS(last_row_missed, is_not_last)
PREDICTS_ROWS(last_rows_missed, fills_a_warp)
PREDICTS_ROWS(counter_by_warp, is_at_multiple_of_warp)

/* y is right, and the counter was never asked. */
static void predict_counter_unused(const sl_evidence *evidence, double *const *answers) {
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  if (y->count) {
    memcpy(sl_predicted(evidence, answers, "y"), y->expected, y->count * sizeof(double));
  }
  *sl_predicted(evidence, answers, "next_row") = 0;
}

#endif
