/* rows.c: how lab 06 launches, and which rows of y are right. */
#include "rows.h"
#include "judge/compare.h"
#include "judge/findings.h"

#include <math.h>
#include <string.h>

/* the number of vectors of two lanes that fit on the lens's GPU at once */
enum { MOST_VECTORS = 16384 };

/* If nearly all rows are empty the width is 32. It does not suit the matrix, but then there are
 * more rows than the lens's GPU has vectors at once, so that each has to take more than one. A
 * larger matrix has more rows than that with any width.
 * If A has more rows than columns β is 0. */
setting sl_warp_setting_of(const sl_case *given) {
  const sl_csr *a = &given->matrix;
  bool nearly_empty = 2LL * a->nnz < a->num_rows && a->num_rows <= MOST_VECTORS;
  int width = nearly_empty ? WARP : sl_warp_right_width(a->num_rows, a->nnz);
  double beta = a->num_rows > a->num_cols ? 0 : -0.5;
  return (setting){given, a, width, WARP / width, 1.5, beta};
}

/* ---- which rows were processed --------------------------------------------------------------- */

row_state sl_warp_state_of(const look *l, int row) {
  double initial = sl_compare_initial_value(l->y, (size_t)row), right = l->y->expected[row];
  bool untouched = isnan(initial) ? isnan(l->got[row]) : l->got[row] == initial;
  if (initial == right) return TELLS_NOTHING;
  if (untouched) return LEFT_OUT;
  return sl_within(l->got[row], right, l->y->bound[row]) ? RIGHT : SPOILT;
}

look sl_warp_look(const sl_evidence *evidence) {
  look l = {.evidence = evidence,
            .s = sl_warp_setting_of(evidence->given),
            .y = sl_problem_find(evidence->problem, "y"),
            .got = sl_evidence_answer(evidence, "y"),
            .first_left_out = -1,
            .last_done = -1};
  l.rows = l.got ? l.s.a->num_rows : 0;
  for (int row = 0; row < l.rows; row++) {
    row_state state = sl_warp_state_of(&l, row);
    l.count[state]++;
    if (state == LEFT_OUT && l.first_left_out < 0) l.first_left_out = row;
    if (state >= RIGHT) l.last_done = row;
  }
  return l;
}

bool sl_warp_each_row(const look *l, row_rule *fits) {
  for (int row = 0; row < l->rows; row++) {
    if (!fits(l, row)) return false;
  }
  return true;
}

bool sl_warp_nothing_spoilt(const look *l) {
  return l->got && l->evidence->seen.num_findings == 0 && l->count[SPOILT] == 0;
}

sl_judgement sl_warp_only_rows_of(const look *l, row_rule *rule) {
  for (int row = 0; row < l->rows; row++) {
    row_state state = sl_warp_state_of(l, row);
    if (state != TELLS_NOTHING && (state == LEFT_OUT) == rule(l, row)) return SL_CONTRADICTS;
  }
  return l->count[LEFT_OUT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

bool sl_warp_has_value(const look *l, int row, double value, double slack) {
  double bound =
      slack * l->y->bound[row] + 1e-6 * fabs(value); /* exact sums are rounded here too */
  return sl_within(l->got[row], value, bound);
}

/* ---- what the lens found --------------------------------------------------------------------- */

bool sl_warp_is_race_at_y(const sl_finding *f) {
  return f->kind == LENS_RACE && strcmp(f->array, "y") == 0;
}

bool sl_warp_only_raced(const look *l) {
  return l->got && sl_findings_only(l->evidence, LENS_RACE, "y");
}

bool sl_warp_is_within_vector(const sl_evidence *evidence, const sl_finding *f) {
  unsigned width = (unsigned)sl_warp_setting_of(evidence->given).width;
  return f->other.same_block &&
         sl_finding_thread_number(evidence, f) / width == f->other.thread / width;
}
