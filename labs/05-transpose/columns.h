/* columns.h: entries of a column in order, and a transpose as it came back. Included by lab.c and
 * rules.h alone. */
#ifndef LAB_05_COLUMNS_H
#define LAB_05_COLUMNS_H

#include "base/memory.h"
#include "judge/lab.h"
#include "judge/reply.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An element that nobody wrote, as it comes back. */
static const double unwritten = (int32_t)SL_WIRE_POISON;

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

/* ---- a transpose as it came back ------------------------------------------------------------- */

/* A transpose as it came back: rows and values by column, put in order. */
typedef struct transposed {
  int num_cols, nnz;
  const double *col_ptr, *right_rows, *right_values;
  const double *rows, *values;
} transposed;

static const double *expected_of(const sl_evidence *evidence, const char *name) {
  return sl_problem_find(evidence->problem, name)->expected;
}

static bool look_at_columns(const sl_evidence *evidence, transposed *view) {
  *view = (transposed){.num_cols = evidence->given->matrix.num_cols,
                       .nnz = evidence->given->matrix.nnz,
                       .col_ptr = expected_of(evidence, "col_ptr"),
                       .right_rows = expected_of(evidence, "row_idx"),
                       .right_values = expected_of(evidence, "csc_values"),
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

#endif
