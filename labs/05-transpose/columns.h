/* columns.h: what students get wrong in moving entries to their columns, as models; and what those
 * of the task `sorted` share with them. Included by lab.c and sorted.h alone. */
#ifndef LAB_05_COLUMNS_H
#define LAB_05_COLUMNS_H

#include "models.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- entries of a column in order ------------------------------------------------------------ */

/* Numbers before NaN, so that whatever came back can be ordered. */
static bool is_less(double a, double b) {
  return a < b || (isnan(b) && !isnan(a));
}

static bool is_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

/* By row, and entries of one row by value. */
static bool precedes(const double *rows, const double *values, size_t a, size_t b) {
  if (rows[a] != rows[b]) return rows[a] < rows[b];
  return is_less(values[a], values[b]);
}

static void swap(double *a, double *b) {
  double kept = *a;
  *a = *b;
  *b = kept;
}

static void sink(double *rows, double *values, size_t top, size_t count) {
  for (size_t child; (child = 2 * top + 1) < count; top = child) {
    if (child + 1 < count && precedes(rows, values, child, child + 1)) child++;
    if (!precedes(rows, values, top, child)) return;
    swap(&rows[top], &rows[child]);
    swap(&values[top], &values[child]);
  }
}

/* Heapsort: needs no memory of its own, which could fail, and no column is too long for it. */
static void sort_entries(double *rows, double *values, size_t count) {
  for (size_t top = count / 2; top-- > 0;) sink(rows, values, top, count);
  for (size_t end = count; end-- > 1;) {
    swap(&rows[0], &rows[end]);
    swap(&values[0], &values[end]);
    sink(rows, values, 0, end);
  }
}

static void sort_columns(const double *col_ptr, int num_cols, double *rows, double *values) {
  for (int col = 0; col < num_cols; col++) {
    size_t begin = (size_t)col_ptr[col], end = (size_t)col_ptr[col + 1];
    sort_entries(rows + begin, values + begin, end - begin);
  }
}

/* ---- models that both tasks share ------------------------------------------------------------ */

/* The pointers have moved to the ends of their columns. */
static void predict_col_ptr_at_ends(const sl_evidence *evidence, double *const *answers) {
  double *col_ptr = sl_predicted(evidence, answers, "col_ptr");
  predict_right(evidence, answers);
  for (int col = 0; col < evidence->given->matrix.num_cols; col++) col_ptr[col] = col_ptr[col + 1];
}

/* The number of the entry instead of its row. */
static void predict_row_is_entry(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  const double *begin = right_answer(evidence, "col_ptr");
  double *row_idx = sl_predicted(evidence, answers, "row_idx");
  double *values = sl_predicted(evidence, answers, "csc_values");
  int *used;
  predict_right(evidence, answers);
  if (sl_alloc((size_t)a->num_cols, sizeof *used, "a model of a mistake", &used) != SL_OK) return;
  for (int k = 0; k < a->nnz; k++) {
    size_t slot = (size_t)begin[a->col_idx[k]] + (size_t)used[a->col_idx[k]]++;
    row_idx[slot] = k;
    values[slot] = a->values[k];
  }
  sl_free(used);
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* In an answer put in order the entries of the last row are the last of their columns. */
static void predict_last_row_missed(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = sl_predicted(evidence, answers, "row_idx");
  double *values = sl_predicted(evidence, answers, "csc_values");
  predict_right(evidence, answers);
  for (int slot = 0; slot < a->nnz; slot++) {
    if (row_idx[slot] != a->num_rows - 1) continue;
    row_idx[slot] = unwritten;
    values[slot] = (double)NAN;
  }
}

/* A transpose as it came back: rows and values by column, put in order. */
typedef struct transposed {
  int num_cols, nnz;
  const double *col_ptr, *right_rows, *right_values;
  const double *rows, *values;
} transposed;

static bool look_at_columns(const sl_evidence *evidence, transposed *view) {
  *view = (transposed){.num_cols = evidence->given->matrix.num_cols,
                       .nnz = evidence->given->matrix.nnz,
                       .col_ptr = right_answer(evidence, "col_ptr"),
                       .right_rows = right_answer(evidence, "row_idx"),
                       .right_values = right_answer(evidence, "csc_values"),
                       .rows = sl_evidence_answer(evidence, "row_idx"),
                       .values = sl_evidence_answer(evidence, "csc_values")};
  const double *col_ptr = sl_evidence_answer(evidence, "col_ptr");
  if (!view->rows || !view->values || !col_ptr) return false;
  for (int col = 0; col <= view->num_cols; col++) {
    if (col_ptr[col] != view->col_ptr[col]) return false;
  }
  return true;
}

static bool equal(const double *got, const double *wanted, int count) {
  for (int i = 0; i < count; i++) {
    if (!is_same(got[i], wanted[i])) return false;
  }
  return true;
}

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return is_less(b, a) - is_less(a, b);
}

static sl_status copy_doubles(const double *from, int count, double **out) {
  SL_TRY(sl_alloc((size_t)count, sizeof **out, "a model of a mistake", out));
  if (count) memcpy(*out, from, (size_t)count * sizeof **out);
  return SL_OK;
}

/* Whether each column has the values that `wanted` has between its pointers, in any order. */
static bool same_values_by_column(const transposed *view, const double *wanted) {
  double *got = NULL, *sorted = NULL;
  bool same = copy_doubles(view->values, view->nnz, &got) == SL_OK &&
              copy_doubles(wanted, view->nnz, &sorted) == SL_OK;
  for (int col = 0; same && col < view->num_cols; col++) {
    size_t begin = (size_t)view->col_ptr[col], length = (size_t)view->col_ptr[col + 1] - begin;
    qsort(got + begin, length, sizeof *got, by_value);
    qsort(sorted + begin, length, sizeof *sorted, by_value);
    same = equal(got + begin, sorted + begin, (int)length);
  }
  sl_free(got);
  sl_free(sorted);
  return same;
}

/* Rows came to their columns, and the k-th value stayed the k-th. */
static sl_judgement explains_values_left_behind(const sl_evidence *evidence) {
  transposed view;
  if (!look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  bool rows_right = equal(view.rows, view.right_rows, view.nnz);
  if (!rows_right || !same_values_by_column(&view, evidence->given->matrix.values)) {
    return SL_CONTRADICTS;
  }
  return equal(view.values, view.right_values, view.nnz) ? SL_NEUTRAL : SL_EXPLAINS;
}

/* Slots are handed out from 0 on in every column: none is used beyond the longest column's length.
 */
static sl_judgement explains_begins_at_zero(const sl_evidence *evidence) {
  transposed view;
  if (!look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  int longest = 0;
  for (int col = 0; col < view.num_cols; col++) {
    int length = (int)(view.col_ptr[col + 1] - view.col_ptr[col]);
    longest = length > longest ? length : longest;
  }
  for (int col = 0; col < view.num_cols; col++) {
    int begin = (int)view.col_ptr[col], end = (int)view.col_ptr[col + 1];
    int used = longest < begin ? 0 : (longest < end ? longest : end) - begin;
    for (int i = begin; i < end; i++) {
      if ((view.rows[i] != unwritten) != (i - begin < used)) return SL_CONTRADICTS;
    }
  }
  return longest < view.nnz ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Rows of one column, got and right, both in order: those that were got and are not right. */
static int count_strangers(const transposed *view, int col, double *stranger_out) {
  int i = (int)view->col_ptr[col], k = i, end = (int)view->col_ptr[col + 1], strangers = 0;
  while (i < end) {
    if (k < end && view->right_rows[k] < view->rows[i]) {
      k++;
    } else if (k < end && view->right_rows[k] == view->rows[i]) {
      i++;
      k++;
    } else {
      *stranger_out = view->rows[i++];
      strangers++;
    }
  }
  return strangers;
}

static bool has_row(const transposed *view, int col, double row) {
  for (int i = (int)view->col_ptr[col]; i < (int)view->col_ptr[col + 1]; i++) {
    if (view->right_rows[i] == row) return true;
  }
  return false;
}

static bool is_of_answer(const sl_finding *f) {
  return strcmp(f->array, "row_idx") == 0 || strcmp(f->array, "csc_values") == 0;
}

/* A step to the element behind the last. */
static bool is_one_step_past(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_WRITE && is_of_answer(f) && f->index == f->length;
}

/* Each column holds all its entries but one, and one of the column in front of it. The lens ends
 * the thread that steps past the end, and what it would have written later is missing. */
static sl_judgement explains_one_slot_too_far(const sl_evidence *evidence) {
  transposed view;
  if (sl_all_findings(evidence, is_one_step_past)) return SL_EXPLAINS;
  if (!look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  int before = -1; /* the last column in front that has entries */
  for (int col = 0; col < view.num_cols; col++) {
    double stranger = 0;
    int strangers = count_strangers(&view, col, &stranger);
    if (strangers > 1) return SL_CONTRADICTS;
    bool known = before < 0 ? stranger == unwritten : has_row(&view, before, stranger);
    if (strangers == 1 && !known) return SL_CONTRADICTS;
    if (before < 0 && strangers == 0 && view.col_ptr[col + 1] > 0) return SL_CONTRADICTS;
    if (view.col_ptr[col + 1] > view.col_ptr[col]) before = col;
  }
  return view.nnz > 0 ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_race_on_counters(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_RACE && !is_of_answer(f);
}

/* What the lens does not see, a GPU leaves: slots that nobody got, because two threads got one. */
static sl_judgement explains_lost_entries(const sl_evidence *evidence) {
  transposed view;
  if (sl_first_finding(evidence, is_race_on_counters)) return SL_EXPLAINS;
  if (evidence->num_findings > 0 || !look_at_columns(evidence, &view)) return SL_CONTRADICTS;
  int lost = 0;
  for (int col = 0; col < view.num_cols; col++) {
    double stranger = unwritten;
    int strangers = count_strangers(&view, col, &stranger), end = (int)view.col_ptr[col + 1];
    int empty = 0;
    for (int i = (int)view.col_ptr[col]; i < end; i++) empty += view.rows[i] == unwritten;
    bool all_empty = empty > 0 && view.rows[(int)view.col_ptr[col]] == unwritten;
    if (strangers != empty || all_empty) return SL_CONTRADICTS;
    lost += empty;
  }
  return lost > 0 ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
