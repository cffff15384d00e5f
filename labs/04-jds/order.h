/* order.h: rules that recognize mistakes of lab 04: rows are sorted in reverse or only partly, rows
 * of equal length have lost their order, or a row occurs twice. A sort can make each of these
 * mistakes in many ways. Included by lab.c alone. */
#ifndef LAB_04_ORDER_H
#define LAB_04_ORDER_H

#include "base/memory.h"
#include "judge/lab.h"

/* The matrix of the question, which differs from the case's if the last row is longer. */
static int length_of(const sl_evidence *evidence, double row) {
  const int *begin = sl_problem_find(evidence->problem, "row_ptr")->ints + (int)row;
  return begin[1] - begin[0];
}

/* Each row is at exactly one place, in any order. False without memory, so that no mistake is named
 * then. */
static bool is_permutation(const double *perm, int count) {
  bool *seen;
  if (sl_alloc((size_t)count, sizeof *seen, "a look at a permutation", &seen) != SL_OK)
    return false;
  int place = 0;
  for (; place < count; place++) {
    double row = perm[place];
    if (!(row >= 0 && row < count) || seen[(int)row]) break;
    seen[(int)row] = true;
  }
  sl_free(seen);
  return place == count;
}

/* Each row once, in an order that is neither descending, nor ascending, nor the original one. */
static sl_judgement explains_sorted_in_part(const sl_evidence *evidence) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  int count = evidence->given->matrix.num_rows;
  if (!perm || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  if (!is_permutation(perm, count)) return SL_CONTRADICTS;
  for (int place = 1; place < count; place++) {
    if (length_of(evidence, perm[place - 1]) < length_of(evidence, perm[place])) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

/* Each element is a row, and some rows are missing. */
static sl_judgement explains_rows_repeated(const sl_evidence *evidence) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  int count = evidence->given->matrix.num_rows;
  if (!perm || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  for (int place = 0; place < count; place++) {
    if (!(perm[place] >= 0 && perm[place] < count)) return SL_CONTRADICTS;
  }
  return is_permutation(perm, count) ? SL_CONTRADICTS : SL_EXPLAINS;
}

/* The lengths are in the right order, or in the reverse one; the latter decides nothing if all rows
 * have one length. */
static sl_judgement explains_order(const sl_evidence *evidence, bool rising) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  const double *right = sl_problem_find(evidence->problem, "perm")->expected;
  int last = evidence->given->matrix.num_rows - 1;
  if (!perm || last < 0) return SL_NEUTRAL;
  if (!is_permutation(perm, last + 1)) return SL_CONTRADICTS;
  int longest = length_of(evidence, right[0]), shortest = length_of(evidence, right[last]);
  if (rising && longest == shortest) return SL_NEUTRAL;
  for (int place = 0; place <= last; place++) {
    int wanted = length_of(evidence, right[rising ? last - place : place]);
    if (length_of(evidence, perm[place]) != wanted) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

static sl_judgement explains_rising(const sl_evidence *evidence) {
  return explains_order(evidence, true);
}

static sl_judgement explains_unstable(const sl_evidence *evidence) {
  return explains_order(evidence, false);
}

#endif
