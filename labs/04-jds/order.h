/* order.h: two mistakes of lab 04 that are told by rules: rows are sorted the wrong way round, or
 * rows of one length have lost their order. A sort may do either in many ways. Included by lab.c
 * alone. */
#ifndef LAB_04_ORDER_H
#define LAB_04_ORDER_H

#include "base/memory.h"
#include "judge/lab.h"

/* Of the row that should stand there. */
static int length_at(const sl_evidence *evidence, int place) {
  const double *right = sl_problem_find(evidence->problem, "perm")->expected;
  return sl_csr_row_length(&evidence->given->matrix, (int)right[place]);
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

/* The lengths at the places are those of the right order, or of the right order read from its end:
 * which tells nothing where all rows have one length. */
static sl_judgement explains_order(const sl_evidence *evidence, bool rising) {
  const sl_csr *a = &evidence->given->matrix;
  const double *perm = sl_evidence_answer(evidence, "perm");
  int last = a->num_rows - 1;
  if (!perm || last < 0) return SL_NEUTRAL;
  if (!is_permutation(perm, a->num_rows)) return SL_CONTRADICTS;
  if (rising && length_at(evidence, 0) == length_at(evidence, last)) return SL_NEUTRAL;
  for (int place = 0; place <= last; place++) {
    int right = length_at(evidence, rising ? last - place : place);
    if (sl_csr_row_length(a, (int)perm[place]) != right) return SL_CONTRADICTS;
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
