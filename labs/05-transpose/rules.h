/* rules.h: mistakes of lab 05 that are told by rules: what differs from run to run, where one
 * program cannot stand for all, and what only the lens sees. All others are programs, in
 * mistakes.txt. Included by lab.c alone. */
#ifndef LAB_05_RULES_H
#define LAB_05_RULES_H

#include "columns.h"

#include "judge/compare.h"
#include "judge/findings.h"
#include "lens/lens.h"

/* ---- count ----------------------------------------------------------------------------------- */

/* The lens sees the race, whatever comes of it. A GPU leaves columns that have too few. Threads
 * that write a 1, instead of adding it, cannot be told from those whose additions got lost. */
static sl_judgement explains_lost_counts(const sl_evidence *evidence) {
  const double *count = sl_evidence_answer(evidence, "count");
  const double *right = sl_problem_find(evidence->problem, "count")->expected;
  bool lost = false;
  if (!sl_found_only(evidence, LENS_RACE, "count")) return SL_CONTRADICTS;
  if (evidence->seen.num_findings > 0) return SL_EXPLAINS;
  if (!evidence->on_gpu) return SL_CONTRADICTS;
  for (int col = 0; count && col < evidence->given->matrix.num_cols; col++) {
    if (count[col] > right[col] || (right[col] > 0 && count[col] < 1)) return SL_CONTRADICTS;
    lost = lost || count[col] < right[col];
  }
  return lost ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* On a GPU this cannot be told from lost counts, and is not named there. */
static sl_judgement explains_counted_once(const sl_evidence *evidence) {
  return evidence->on_gpu ? SL_CONTRADICTS : SL_FITS;
}

/* ---- scan ------------------------------------------------------------------------------------ */

/* Threads a request, on average: 1 where one thread works alone, and a little more where others
 * have cleared memory for it. A scan in which each block has a piece, and a single thread for it,
 * is at 2: where pieces are joined, whole warps add. Few numbers may be left to one thread. */
static const double threads_of_serial = 1.5;
enum { LENGTH_WORTH_A_WARP = 1024 };

static bool is_serial(const sl_evidence *evidence) {
  double requests = 0, threads = 0;
  for (size_t i = 0; i < evidence->seen.num_counters; i++) {
    requests += (double)evidence->seen.counters[i].requests;
    threads += (double)evidence->seen.counters[i].threads;
  }
  return sl_problem_find(evidence->problem, "in")->count >= LENGTH_WORTH_A_WARP &&
         threads < threads_of_serial * requests;
}

static const char *inspect_scan(const sl_evidence *evidence) {
  return is_serial(evidence)
             ? "the sums are right, but in an average request fewer than 1.5 of the "
               "32 threads of a warp take part"
             : NULL;
}

/* `inspect_scan` is asked about right sums alone. */
static sl_judgement explains_serial(const sl_evidence *evidence) {
  bool wrong = !evidence->difference || evidence->difference->wrong;
  return !wrong && evidence->seen.num_findings == 0 && is_serial(evidence) ? SL_EXPLAINS
                                                                           : SL_CONTRADICTS;
}

/* ---- scatter --------------------------------------------------------------------------------- */

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
  if (sl_found(evidence, LENS_UNINITIALISED_READ, NULL)) return SL_CONTRADICTS;
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

static bool is_of_answer(const sl_finding *f) {
  return strcmp(f->array, "row_idx") == 0 || strcmp(f->array, "csc_values") == 0;
}

static bool has_row(const transposed *view, int col, double row) {
  for (int i = (int)view->col_ptr[col]; i < (int)view->col_ptr[col + 1]; i++) {
    if (view->right_rows[i] == row) return true;
  }
  return false;
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
  if (!evidence->on_gpu || !look_at_columns(evidence, &view)) return SL_CONTRADICTS;
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

/* ---- sorted ---------------------------------------------------------------------------------- */

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

/* Bits of the largest column number. */
static int bits_of_columns(int num_cols) {
  int bits = 0;
  while ((num_cols - 1) >> bits > 0) bits++;
  return bits;
}

/* Entries whose column has a 0 in the highest bit stand in front, those with a 1 behind them, and
 * within these two in any order. */
static sl_judgement explains_turns_not_stable(const sl_evidence *evidence) {
  transposed view;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &view)) return SL_CONTRADICTS;
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
  if (strcmp(evidence->seen.findings[0].kernel, "count_columns") == 0) return SL_EXPLAINS;
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
