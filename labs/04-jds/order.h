/* order.h: two mistakes of lab 04 that are told by rules: rows are sorted the wrong way round, or
 * rows of one length have lost their order. A sort may do either in many ways. Included by lab.c
 * alone. */
#ifndef LAB_04_ORDER_H
#define LAB_04_ORDER_H

#include "base/memory.h"
#include "judge/lab.h"

/* The row at each place, as it should be. */
static const double *right_order(const sl_evidence *evidence) {
  return sl_problem_find(evidence->problem, "perm")->expected;
}

static int length_at(const sl_evidence *evidence, int place) {
  return sl_csr_row_length(&evidence->given->matrix, (int)right_order(evidence)[place]);
}

/* Each row stands at one place, whatever the order. False without memory: nothing is said then. */
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

/* Whether the lengths at the places are those of the right order, or of the right order read from
 * its end. */
static bool has_lengths_in_order(const sl_evidence *evidence, const double *perm, bool rising) {
  const sl_csr *a = &evidence->given->matrix;
  for (int place = 0; place < a->num_rows; place++) {
    int right = length_at(evidence, rising ? a->num_rows - 1 - place : place);
    if (sl_csr_row_length(a, (int)perm[place]) != right) return false;
  }
  return true;
}

static sl_judgement explains_rising(const sl_evidence *evidence) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  int rows = evidence->given->matrix.num_rows;
  if (!perm || rows == 0) return SL_NEUTRAL;
  if (!is_permutation(perm, rows)) return SL_CONTRADICTS;
  if (length_at(evidence, 0) == length_at(evidence, rows - 1)) return SL_NEUTRAL;
  return has_lengths_in_order(evidence, perm, true) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_unstable(const sl_evidence *evidence) {
  const double *perm = sl_evidence_answer(evidence, "perm");
  int rows = evidence->given->matrix.num_rows;
  if (!perm || rows == 0) return SL_NEUTRAL;
  bool falling = is_permutation(perm, rows) && has_lengths_in_order(evidence, perm, false);
  return falling ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
