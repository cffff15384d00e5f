/* sorted.h: what students get wrong in the sorted transpose, as models. Included by lab.c alone. */
#ifndef LAB_05_SORTED_H
#define LAB_05_SORTED_H

#include "columns.h"

/* The rows' lengths have been summed up, not the columns'. */
static void predict_rows_counted(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *col_ptr = sl_predicted(evidence, answers, "col_ptr");
  for (int i = 0; i < a->nnz; i++) {
    sl_predicted(evidence, answers, "row_idx")[i] = (double)NAN;
    sl_predicted(evidence, answers, "csc_values")[i] = (double)NAN;
  }
  for (int col = 0; col <= a->num_cols; col++) {
    col_ptr[col] = a->row_ptr[col < a->num_rows ? col : a->num_rows];
  }
}

static void predict_values_left_behind(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  predict_right(evidence, answers);
  if (a->nnz == 0) return;
  memcpy(sl_predicted(evidence, answers, "csc_values"), a->values, (size_t)a->nnz * sizeof(double));
}

static void predict_falling(const sl_evidence *evidence, double *const *answers) {
  const double *col_ptr = right_answer(evidence, "col_ptr");
  double *row_idx = sl_predicted(evidence, answers, "row_idx");
  double *values = sl_predicted(evidence, answers, "csc_values");
  predict_right(evidence, answers);
  for (int col = 0; col < evidence->given->matrix.num_cols; col++) {
    int first = (int)col_ptr[col], last = (int)col_ptr[col + 1] - 1;
    for (; first < last; first++, last--) {
      swap(&row_idx[first], &row_idx[last]);
      swap(&values[first], &values[last]);
    }
  }
}

/* Entries of the same row and column get the same slot; which of their values stays is anyone's
 * guess. */
static void predict_duplicates_share(const sl_evidence *evidence, double *const *answers) {
  const double *col_ptr = right_answer(evidence, "col_ptr");
  const double *right = right_answer(evidence, "row_idx");
  double *row_idx = sl_predicted(evidence, answers, "row_idx");
  double *values = sl_predicted(evidence, answers, "csc_values");
  predict_right(evidence, answers);
  for (int col = 0; col < evidence->given->matrix.num_cols; col++) {
    for (int i = (int)col_ptr[col] + 1; i < (int)col_ptr[col + 1]; i++) {
      if (right[i] != right[i - 1]) continue;
      row_idx[i] = unwritten;
      values[i] = values[i - 1] = (double)NAN;
    }
  }
}

/* Whether each column has the right entries, rows with their values, in any order. */
static bool same_entries_by_column(const transposed *view) {
  double *rows = NULL, *values = NULL, *right_rows = NULL, *right_values = NULL;
  bool same = copy_doubles(view->rows, view->nnz, &rows) == SL_OK &&
              copy_doubles(view->values, view->nnz, &values) == SL_OK &&
              copy_doubles(view->right_rows, view->nnz, &right_rows) == SL_OK &&
              copy_doubles(view->right_values, view->nnz, &right_values) == SL_OK;
  if (same) {
    sort_columns(view->col_ptr, view->num_cols, rows, values);
    sort_columns(view->col_ptr, view->num_cols, right_rows, right_values);
    same = equal(rows, right_rows, view->nnz) && equal(values, right_values, view->nnz);
  }
  sl_free(rows);
  sl_free(values);
  sl_free(right_rows);
  sl_free(right_values);
  return same;
}

static sl_judgement explains_unsorted(const sl_evidence *evidence) {
  transposed view;
  if (!look_at_columns(evidence, &view) || !same_entries_by_column(&view)) {
    return SL_CONTRADICTS;
  }
  return equal(view.rows, view.right_rows, view.nnz) ? SL_NEUTRAL : SL_EXPLAINS;
}

/* Entries in the order of the lowest `bits` bits of their columns, and among equals in that of CSR:
 * their rows and values. */
static sl_status sort_by_low_bits(const sl_csr *a, int bits, double *rows, double *values) {
  size_t keys = (size_t)1 << bits;
  int *next;
  SL_TRY(sl_alloc(keys + 1, sizeof *next, "a model of a mistake", &next));
  for (int k = 0; k < a->nnz; k++) next[((size_t)a->col_idx[k] & (keys - 1)) + 1]++;
  for (size_t key = 0; key < keys; key++) next[key + 1] += next[key];
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      int slot = next[(size_t)a->col_idx[k] & (keys - 1)]++;
      rows[slot] = row;
      values[slot] = a->values[k];
    }
  }
  sl_free(next);
  return SL_OK;
}

/* Bits of the largest column number. */
static int bits_of_columns(int num_cols) {
  int bits = 0;
  while ((num_cols - 1) >> bits > 0) bits++;
  return bits;
}

static sl_judgement explains_bits_missed(const sl_evidence *evidence) {
  transposed view;
  const sl_csr *a = &evidence->given->matrix;
  double *rows = NULL, *values = NULL;
  if (evidence->num_findings > 0 || !look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  bool fits = false;
  bool memory = sl_alloc((size_t)a->nnz, sizeof *rows, "a model of a mistake", &rows) == SL_OK &&
                sl_alloc((size_t)a->nnz, sizeof *values, "a model of a mistake", &values) == SL_OK;
  for (int bits = 0; memory && !fits && bits < bits_of_columns(a->num_cols); bits++) {
    fits = sort_by_low_bits(a, bits, rows, values) == SL_OK && equal(view.rows, rows, view.nnz) &&
           equal(view.values, values, view.nnz);
  }
  sl_free(rows);
  sl_free(values);
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Entries whose column has a 0 in the highest bit stand in front, those with a 1 behind them, and
 * within these two in any order. */
static sl_judgement explains_turns_not_stable(const sl_evidence *evidence) {
  transposed view;
  if (evidence->num_findings > 0 || !look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  if (view.num_cols < 2) return SL_CONTRADICTS;
  int first_with_one = 1 << (bits_of_columns(view.num_cols) - 1);
  const double ends[] = {0, view.col_ptr[first_with_one], view.nnz};
  transposed halves = view;
  halves.num_cols = 2;
  halves.col_ptr = ends;
  return same_entries_by_column(&halves) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* What is not cleared is seen where it is added to; without entries, where it is summed up. */
static sl_judgement explains_counts_not_cleared(const sl_evidence *evidence) {
  if (sl_explains_uninitialised(evidence) == SL_CONTRADICTS) return SL_CONTRADICTS;
  if (strcmp(evidence->findings[0].kernel, "count_columns") == 0) return SL_EXPLAINS;
  return evidence->given->matrix.nnz == 0 ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* Rows are in order, and so are all values but those of one row and one column. */
static sl_judgement explains_duplicates_reordered(const sl_evidence *evidence) {
  transposed view;
  if (!look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  bool rows_right = equal(view.rows, view.right_rows, view.nnz);
  bool values_right = equal(view.values, view.right_values, view.nnz);
  if (!rows_right || values_right) return SL_CONTRADICTS;
  return same_entries_by_column(&view) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Rows are in order, and the values of a column are its own, but go with other rows. */
static sl_judgement explains_values_not_sorted_along(const sl_evidence *evidence) {
  transposed view;
  if (!look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  bool own = equal(view.rows, view.right_rows, view.nnz) &&
             same_values_by_column(&view, view.right_values);
  if (!own) return SL_CONTRADICTS;
  return same_entries_by_column(&view) ? SL_NEUTRAL : SL_EXPLAINS;
}

#endif
