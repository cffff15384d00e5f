/* models_host.h: what students get wrong in the tasks coo and width of lab 03, as models; and what
 * the width is. Included by lab.c alone. */
#ifndef LAB_03_MODELS_HOST_H
#define LAB_03_MODELS_HOST_H

#include "judge/spmv.h"

#include <stdint.h>
#include <string.h>

/* Bytes of entries in COO. */
static double coo_bytes(double entries, sl_precision precision) {
  return entries * ((double)sl_precision_bytes(precision) + 2 * sizeof(int));
}

/* ---- coo ------------------------------------------------------------------------------------- */

static const double poison = (int32_t)SL_WIRE_POISON; /* an answer of integers before the call */

/* The right answer, for a model to spoil. */
static double *right_rows(const sl_evidence *evidence, double *const *answers) {
  const sl_array *right = sl_problem_find(evidence->problem, "row_idx");
  double *row_idx = sl_predicted(evidence, answers, "row_idx");
  if (right->count) memcpy(row_idx, right->expected, right->count * sizeof *row_idx);
  return row_idx;
}

static void predict_next_row(const sl_evidence *evidence, double *const *answers) {
  double *row_idx = right_rows(evidence, answers);
  for (int k = 0; k < evidence->given->matrix.nnz; k++) row_idx[k] += 1;
}

/* A loop over entries that goes on to the next row at most once an entry. `late`: when an entry is
 * at or behind the row's end, else at the very end only. */
static void step_through(const sl_csr *a, bool late, double *row_idx) {
  for (int k = 0, row = 0; k < a->nnz; k++) {
    int end = a->row_ptr[row + 1];
    row += row + 1 < a->num_rows && (late ? k >= end : k == end);
    row_idx[k] = row;
  }
}

static void predict_one_step(const sl_evidence *evidence, double *const *answers) {
  step_through(&evidence->given->matrix, true, sl_predicted(evidence, answers, "row_idx"));
}

static void predict_one_step_at_the_end(const sl_evidence *evidence, double *const *answers) {
  step_through(&evidence->given->matrix, false, sl_predicted(evidence, answers, "row_idx"));
}

static void predict_first_entries(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = right_rows(evidence, answers);
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row] + 1; k < a->row_ptr[row + 1]; k++) row_idx[k] = poison;
  }
}

static void predict_all_but_last_entries(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = right_rows(evidence, answers);
  for (int row = 0; row < a->num_rows; row++) {
    if (sl_csr_row_length(a, row) > 0) row_idx[a->row_ptr[row + 1] - 1] = poison;
  }
}

static void predict_all_but_last_row(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = right_rows(evidence, answers);
  if (a->num_rows == 0) return;
  for (int k = a->row_ptr[a->num_rows - 1]; k < a->nnz; k++) row_idx[k] = poison;
}

/* A crash at the element behind the last. */
static bool crashed_behind_the_end(const sl_evidence *evidence) {
  const char *array = evidence->fault_array ? evidence->fault_array : "";
  return strcmp(array, "row_idx") == 0 && evidence->fault_index == evidence->given->matrix.nnz;
}

static bool last_row_is_empty(const sl_csr *a) {
  return a->num_rows > 0 && sl_csr_row_length(a, a->num_rows - 1) == 0;
}

/* With an empty last row a loop that writes first entries alone crashes there too. */
static sl_judgement explains_one_entry_too_many(const sl_evidence *evidence) {
  if (!crashed_behind_the_end(evidence)) return SL_CONTRADICTS;
  return last_row_is_empty(&evidence->given->matrix) ? SL_NEUTRAL : SL_EXPLAINS;
}

static sl_judgement explains_first_entries(const sl_evidence *evidence) {
  if (evidence->answers) return SL_NEUTRAL;
  bool fits = last_row_is_empty(&evidence->given->matrix) && crashed_behind_the_end(evidence);
  return fits ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* ---- width ----------------------------------------------------------------------------------- */

static int rows_that_fill(const sl_csr *a, int width) {
  int rows = 0;
  for (int row = 0; row < a->num_rows; row++) rows += sl_csr_row_length(a, row) >= width;
  return rows;
}

static int rows_as_long_as(const sl_csr *a, int length) {
  return rows_that_fill(a, length) - rows_that_fill(a, length + 1);
}

static int right_width(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_that_fill(a, width) < a->num_rows) width--;
  return width;
}

/* Entries beyond the first `width` of their rows. */
static double entries_beyond(const sl_csr *a, int width) {
  double rest = 0;
  for (int row = 0; row < a->num_rows; row++) {
    int length = sl_csr_row_length(a, row);
    rest += length > width ? length - width : 0;
  }
  return rest;
}

static int width_of_two_thirds(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_that_fill(a, width) < 2LL * a->num_rows) width--;
  return width;
}

static int width_of_half(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 2LL * rows_that_fill(a, width) < a->num_rows) width--;
  return width;
}

static int width_of_third_rounded_down(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && rows_that_fill(a, width) < a->num_rows / 3) width--;
  return width;
}

/* A third as a decimal number that is cut off is less than a third. */
static int width_of_share(const sl_csr *a, double share) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && rows_that_fill(a, width) < share * a->num_rows) width--;
  return width;
}

static int width_of_two_digits(const sl_csr *a) {
  return width_of_share(a, 0.33);
}

static int width_of_three_digits(const sl_csr *a) {
  return width_of_share(a, 0.333);
}

static int width_of_more_than_third(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_that_fill(a, width) <= a->num_rows) width--;
  return width;
}

/* A third of the rows are of this very length. */
static int width_of_one_length(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_as_long_as(a, width) < a->num_rows) width--;
  return width;
}

static int width_of_mean(const sl_csr *a) {
  return a->num_rows ? a->nnz / a->num_rows : 0;
}

static int width_one_too_large(const sl_csr *a) {
  return a->num_rows ? right_width(a) + 1 : 0;
}

/* What every sum of counts comes to that begin below 0: memory that was not cleared holds such
 * numbers on the lens. A loop that ends too late leaves it too. */
static int width_of_none(const sl_csr *a) {
  (void)a;
  return 0;
}

#define PREDICTS_WIDTH(rule)                                                                       \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    *sl_predicted(evidence, answers, "hyb_width") = rule(&evidence->given->matrix);                \
  }
PREDICTS_WIDTH(sl_csr_longest_row)
PREDICTS_WIDTH(width_of_none)
PREDICTS_WIDTH(width_of_mean)
PREDICTS_WIDTH(width_of_two_thirds)
PREDICTS_WIDTH(width_of_half)
PREDICTS_WIDTH(width_of_third_rounded_down)
PREDICTS_WIDTH(width_of_two_digits)
PREDICTS_WIDTH(width_of_three_digits)
PREDICTS_WIDTH(width_of_more_than_third)
PREDICTS_WIDTH(width_of_one_length)
PREDICTS_WIDTH(width_one_too_large)

#endif
