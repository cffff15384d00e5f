/* lost.h: what additions without atomics leave on a GPU, where it differs from run to run and
 * nobody sees the race. Included by lab.c alone. */
#ifndef LAB_03_LOST_H
#define LAB_03_LOST_H

#include "judge/effects.h"
#include "judge/spmv.h"

#include <math.h>

/* Longer rows are not looked at: they have too many subsets. */
enum { MAX_ADDITIONS = 10 };

/* The entries of a row that threads add: those beyond the width; in the task kernel all. */
static int first_added(const sl_evidence *evidence, int row) {
  const sl_csr *a = &evidence->given->matrix;
  const sl_array *width = sl_problem_find(evidence->problem, "width");
  int taken = width ? width->ints[0] : 0, length = sl_csr_row_length(a, row);
  return a->row_ptr[row] + (length < taken ? length : taken);
}

/* Whether `got` is what was there before and some of the row's additions, but not none of them. */
static bool holds_a_subset(const sl_evidence *evidence, int row, double got) {
  const sl_case *given = evidence->given;
  int first = first_added(evidence, row), end = given->matrix.row_ptr[row + 1];
  double before = given->y[row], bound = sl_problem_find(evidence->problem, "y")->bound[row];
  for (int k = given->matrix.row_ptr[row]; k < first; k++) before += sl_spmv_row_product(given, k);
  for (int subset = 1; subset < 1 << (end - first); subset++) {
    double sum = before;
    for (int k = first; k < end; k++) {
      if (subset >> (k - first) & 1) sum += sl_spmv_row_product(given, k);
    }
    if (sl_within(got, sum, bound)) return true;
  }
  return false;
}

/* The lens sees the race, also where only one of the two adds without an atomic. */
static sl_judgement explains_lost_additions(const sl_evidence *evidence) {
  const sl_case *given = evidence->given;
  const double *y = sl_evidence_answer(evidence, "y");
  const sl_array *right = sl_problem_find(evidence->problem, "y");
  bool lost = false;
  if (!evidence->on_gpu) return sl_effect_shared_rows(evidence);
  if (!y) return SL_CONTRADICTS;
  for (int row = 0; row < given->matrix.num_rows; row++) {
    int added = given->matrix.row_ptr[row + 1] - first_added(evidence, row);
    if (sl_within(y[row], right->expected[row], right->bound[row])) continue;
    if (isnan(y[row]) || added < 2) return SL_CONTRADICTS;
    if (added > MAX_ADDITIONS) continue;
    if (!holds_a_subset(evidence, row, y[row])) return SL_CONTRADICTS;
    lost = true;
  }
  return lost ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Each row with entries holds the product of one of them; empty rows are as they were. Where the
 * lens sees the race, the fingerprint decides. */
static sl_judgement explains_overwritten_by_entry(const sl_evidence *evidence) {
  const sl_case *given = evidence->given;
  const double *y = sl_evidence_answer(evidence, "y");
  const double *bound = sl_problem_find(evidence->problem, "y")->bound;
  if (!evidence->on_gpu && evidence->seen.num_findings > 0) return SL_FITS;
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
