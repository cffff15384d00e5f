/* order.h: two mistakes of lab 04 that are told by rules: rows are sorted the wrong way round, or
 * rows of one length have lost their order. A sort may do either in many ways. Included by lab.c
 * alone. */
#ifndef LAB_04_ORDER_H
#define LAB_04_ORDER_H

#include "base/memory.h"
#include "judge/lab.h"

/* What was asked, which is not the case's matrix where the last row is longer. */
static int length_of(const sl_evidence *evidence, double row) {
  const int *begin = sl_problem_find(evidence->problem, "row_ptr")->ints + (int)row;
  return begin[1] - begin[0];
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
