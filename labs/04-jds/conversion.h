/* conversion.h: what students get wrong in lab 04 on the CPU, as models: sorting rows, and filling
 * jagged diagonals. Included by lab.c alone. */
#ifndef LAB_04_CONVERSION_H
#define LAB_04_CONVERSION_H

#include "base/memory.h"
#include "judge/spmv.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double poison = (int32_t)SL_WIRE_POISON; /* an answer of integers before the call */

/* ---- sort ------------------------------------------------------------------------------------ */

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

/* ---- diagonals ------------------------------------------------------------------------------- */

/* The answers of the task, to be written by a model. */
typedef struct diagonals {
  const sl_csr *a;
  const int *perm;
  const double *right_ptr;
  int num_diags;
  double *diag_ptr, *col_idx, *values;
} diagonals;

/* Everything as it should be, for a model to spoil. */
static diagonals right_diagonals(const sl_evidence *evidence, double *const *answers) {
  const sl_problem *problem = evidence->problem;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (array->role == SL_IN || array->count == 0) continue;
    memcpy(answers[i], array->expected, array->count * sizeof(double));
  }
  return (diagonals){.a = &evidence->given->matrix,
                     .perm = sl_problem_find(problem, "perm")->ints,
                     .right_ptr = sl_problem_find(problem, "diag_ptr")->expected,
                     .num_diags = sl_csr_longest_row(&evidence->given->matrix),
                     .diag_ptr = sl_predicted(evidence, answers, "diag_ptr"),
                     .col_idx = sl_predicted(evidence, answers, "jds_col_idx"),
                     .values = sl_predicted(evidence, answers, "jds_values")};
}

/* With wrong pointers entries may have gone anywhere. */
static void forget_entries(diagonals *to) {
  for (int k = 0; k < to->a->nnz; k++) to->col_idx[k] = to->values[k] = (double)NAN;
}

static void put(diagonals *to, int at, int entry) {
  to->col_idx[at] = to->a->col_idx[entry];
  to->values[at] = to->a->values[entry];
}

static void predict_ptr_not_ended(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  to.diag_ptr[to.num_diags] = poison;
}

static void predict_ptr_of_lengths(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  forget_entries(&to);
  for (int d = 0; d < to.num_diags; d++) to.diag_ptr[d] = to.right_ptr[d + 1] - to.right_ptr[d];
  to.diag_ptr[to.num_diags] = (double)NAN;
}

static void predict_ptr_of_ends(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  forget_entries(&to);
  for (int d = 0; d < to.num_diags; d++) to.diag_ptr[d] = to.right_ptr[d + 1];
  to.diag_ptr[to.num_diags] = (double)NAN;
}

static void predict_row_by_row(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  for (int place = 0, at = 0; place < to.a->num_rows; place++) {
    int row = to.perm[place];
    for (int k = to.a->row_ptr[row]; k < to.a->row_ptr[row + 1]; k++) put(&to, at++, k);
  }
}

static void predict_order_ignored(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  for (int d = 0, at = 0; d < to.num_diags; d++) {
    for (int row = 0; row < to.a->num_rows; row++) {
      if (sl_csr_row_length(to.a, row) > d) put(&to, at++, to.a->row_ptr[row] + d);
    }
  }
}

/* Whoever stops at the first row that has ended, as the task says, finds too few entries. What
 * follows the last one found is as it was. */
static void predict_order_cut_short(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  int taken = 0;
  for (int d = 0; d < to.num_diags; d++) {
    to.diag_ptr[d] = taken;
    for (int row = 0; row < to.a->num_rows && sl_csr_row_length(to.a, row) > d; row++) {
      put(&to, taken++, to.a->row_ptr[row] + d);
    }
  }
  to.diag_ptr[to.num_diags] = taken;
  for (int k = taken; k < to.a->nnz; k++) {
    to.col_idx[k] = poison;
    to.values[k] = (double)NAN;
  }
}

static void predict_values_copied(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  if (to.a->nnz) memcpy(to.values, to.a->values, (size_t)to.a->nnz * sizeof *to.values);
}

static void predict_last_diagonal_unfilled(const sl_evidence *evidence, double *const *answers) {
  diagonals to = right_diagonals(evidence, answers);
  if (to.num_diags == 0) return;
  for (int k = (int)to.right_ptr[to.num_diags - 1]; k < to.a->nnz; k++) {
    to.col_idx[k] = poison;
    to.values[k] = (double)NAN;
  }
  to.diag_ptr[to.num_diags] = (double)NAN; /* some end the array all the same */
}

/* A row that has ended has no d-th entry: those of others are taken, and sooner or later one behind
 * the last. */
static sl_judgement explains_all_places(const sl_evidence *evidence) {
  static const char *const arrays[] = {"col_idx", "values", "jds_col_idx", "jds_values"};
  for (size_t i = 0; evidence->fault_array && i < sizeof arrays / sizeof *arrays; i++) {
    if (strcmp(evidence->fault_array, arrays[i]) != 0) continue;
    return evidence->fault_index >= evidence->given->matrix.nnz ? SL_EXPLAINS : SL_CONTRADICTS;
  }
  return SL_CONTRADICTS;
}

#endif
