/* lost.h: what assignments leave in place of additions. Included by lab.c alone. */
#ifndef LAB_03_LOST_H
#define LAB_03_LOST_H

#include "judge/effects.h"
#include "judge/spmv.h"

#include <math.h>

/* Each row with entries holds the product of one of them; empty rows are unchanged. If the lens
 * sees the race, the fingerprint decides. */
static sl_judgement explains_overwritten_by_entry(const sl_evidence *evidence) {
  const sl_case *given = evidence->given;
  const double *y = sl_evidence_answer(evidence, "y");
  const double *bound = sl_problem_find(evidence->problem, "y")->bound;
  if (evidence->seen.num_findings > 0) return SL_FITS;
  if (!y) return SL_CONTRADICTS;
  for (int row = 0; row < given->matrix.num_rows; row++) {
    int k = given->matrix.row_ptr[row], end = given->matrix.row_ptr[row + 1];
    bool found = k == end && sl_within(y[row], given->y[row], bound[row]);
    for (; k < end && !found; k++) {
      found = sl_within(y[row], sl_spmv_row_product(given, k), bound[row]);
    }
    if (!found) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

/* Only the row of the last entry of the arrays is wrong, by one or more times its product. */
static sl_judgement explains_last_entry_again(const sl_evidence *evidence) {
  enum { MOST_TIMES = 4096 };
  const sl_problem *problem = evidence->problem;
  bool of_part = sl_problem_find(problem, "coo_values") != NULL;
  const sl_array *rows = sl_problem_find(problem, of_part ? "coo_row_idx" : "row_idx");
  const sl_array *columns = sl_problem_find(problem, of_part ? "coo_col_idx" : "col_idx");
  const sl_array *values = sl_problem_find(problem, of_part ? "coo_values" : "values");
  const sl_array *right = sl_problem_find(problem, "y");
  const double *y = sl_evidence_answer(evidence, "y");
  if (!y || evidence->seen.num_findings > 0 || values->count == 0) return SL_CONTRADICTS;
  size_t last = values->count - 1, row_of_last = (size_t)rows->ints[last];
  for (size_t row = 0; row < right->count; row++) {
    if (row == row_of_last || sl_within(y[row], right->expected[row], right->bound[row])) continue;
    return SL_CONTRADICTS;
  }
  double product = values->reals[last] * evidence->given->x[columns->ints[last]];
  double times = round((y[row_of_last] - right->expected[row_of_last]) / product);
  double again = right->expected[row_of_last] + times * product;
  bool fits = times >= 1 && times <= MOST_TIMES &&
              sl_within(y[row_of_last], again, (times + 1) * right->bound[row_of_last]);
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
