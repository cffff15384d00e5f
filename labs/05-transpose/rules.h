/* rules.h: rules that recognize mistakes of lab 05: those whose answer differs from run to run, so
 * that one program cannot represent all, and those that only the lens sees. All others are
 * programs, in mistakes.txt. Included by lab.c alone. */
#ifndef LAB_05_RULES_H
#define LAB_05_RULES_H

#include "columns.h"
#include "joins.h"
#include "moved.h"

#include "judge/compare.h"
#include "judge/effects.h"
#include "judge/findings.h"

#include <stdint.h>

/* ---- count ----------------------------------------------------------------------------------- */

/* The lens sees the race, whatever comes of it. Threads that write a 1, instead of adding it,
 * cannot be told from those whose additions got lost. */
static sl_judgement explains_lost_counts(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_only(evidence, LENS_RACE, "count") &&
                                evidence->seen.num_findings > 0);
}

/* Where a column is counted right by chance, its program passes. */
static sl_judgement explains_counted_once(const sl_evidence *evidence) {
  (void)evidence;
  return SL_FITS;
}

/* All columns are right except that of one entry, which has `more` than it should. */
static bool all_but_one(const sl_evidence *evidence, int k, bool more) {
  const double *count = sl_evidence_answer(evidence, "count");
  const sl_array *right = sl_problem_find(evidence->problem, "count");
  const int *col_idx = sl_problem_find(evidence->problem, "col_idx")->ints;
  if (!count || evidence->seen.num_findings > 0) return false;
  for (int col = 0; col < (int)right->count; col++) {
    double difference = count[col] - right->expected[col];
    if (difference != 0 && col != col_idx[k]) return false;
    if (col == col_idx[k] && (more ? difference < 1 : difference != -1)) return false;
  }
  return true;
}

/* With one column, other mistakes count too many there. */
static sl_judgement explains_last_counted_again(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  if (a->nnz == 0) return SL_NEUTRAL;
  if (!all_but_one(evidence, a->nnz - 1, true)) return SL_CONTRADICTS;
  return a->num_cols > 1 ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_first_uncounted(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  if (a->nnz == 0) return SL_CONTRADICTS;
  if (!all_but_one(evidence, 0, false)) return SL_CONTRADICTS;
  return a->nnz > 1 ? SL_EXPLAINS : SL_NEUTRAL;
}

static bool is_in_front_of_count(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_WRITE && strcmp(f->array, "count") == 0 && f->index == -1;
}

/* The entries of column 0 are counted before the array. If there are none, each column has the
 * count of the next one. */
static sl_judgement explains_column_before_counted(const sl_evidence *evidence) {
  const double *count = sl_evidence_answer(evidence, "count");
  const sl_array *right = sl_problem_find(evidence->problem, "count");
  if (evidence->seen.num_findings > 0) {
    return sl_finding_explains_if(sl_findings_all(evidence, is_in_front_of_count));
  }
  for (size_t col = 0; count && col + 1 < right->count; col++) {
    if (count[col] != right->expected[col + 1]) return SL_CONTRADICTS;
  }
  return count ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* ---- scan ------------------------------------------------------------------------------------ */

/* Threads per request, on average: 1 if one thread works alone, and a little more if others have
 * cleared memory for it. A scan with one thread per block and piece is at 2, because whole warps
 * join the pieces. One thread may handle a few numbers. */
static const double threads_of_serial = 1.5;
enum { LENGTH_WORTH_A_WARP = 1024 };

static bool is_serial(const sl_evidence *evidence) {
  sl_counter sum = sl_finding_counter_sum(&evidence->seen, SL_ANY, SL_ANY, NULL);
  return sl_problem_find(evidence->problem, "in")->count >= LENGTH_WORTH_A_WARP &&
         (double)sum.threads < threads_of_serial * (double)sum.requests;
}

static const char *inspect_scan(const sl_evidence *evidence) {
  return is_serial(evidence) ? "the sums are right, but in an average request fewer than 1.5 of "
                               "the 32 threads of a warp take part"
                             : NULL;
}

/* The judge calls `inspect_scan` only for right sums. */
static sl_judgement explains_serial(const sl_evidence *evidence) {
  bool right = evidence->difference && !evidence->difference->wrong;
  return sl_finding_explains_if(right && evidence->seen.num_findings == 0 && is_serial(evidence));
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* A mistake that leaves the right answer if the order of entries happens to be right. */
static sl_judgement explains_unless(bool right) {
  return right ? SL_NEUTRAL : SL_EXPLAINS;
}

/* Rows are in their columns, and the k-th value is still the k-th. */
static sl_judgement explains_values_left_behind(const sl_evidence *evidence) {
  transposed t;
  bool fits = look_at_columns(evidence, &t) && t.rows_right &&
              same_values_by_column(&t, evidence->given->matrix.values);
  return fits ? explains_unless(t.values_right) : SL_CONTRADICTS;
}

static sl_judgement explains_empty_row_found(const sl_evidence *evidence) {
  transposed t;
  if (!look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  return sl_effect_empty_rows(&evidence->given->matrix, t.rows, t.right_rows, (size_t)t.nnz);
}

/* Slots are handed out from 0 on in every column: none is used beyond the longest column's length.
 */
static sl_judgement explains_begins_at_zero(const sl_evidence *evidence) {
  transposed t;
  if (sl_finding_exists(evidence, LENS_UNINITIALISED_READ, NULL)) return SL_CONTRADICTS;
  if (!look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  int longest = 0;
  for (int col = 0; col < t.num_cols; col++) {
    if (length_of(&t, col) > longest) longest = length_of(&t, col);
  }
  for (int i = 0; i < t.nnz; i++) {
    if ((t.rows[i] != unwritten) != (i < longest)) return SL_CONTRADICTS;
  }
  return explains_unless(longest >= t.nnz);
}

/* Given the sorted rows of one column, from the answer and right ones: those of the answer that are
 * not right. */
static int count_strangers(const transposed *t, int col, double *stranger_out) {
  int i = (int)t->col_ptr[col], k = i, end = (int)t->col_ptr[col + 1], strangers = 0;
  while (i < end) {
    if (k < end && t->right_rows[k] < t->rows[i]) {
      k++;
    } else if (k < end && t->right_rows[k] == t->rows[i]) {
      i++;
      k++;
    } else {
      *stranger_out = t->rows[i++];
      strangers++;
    }
  }
  return strangers;
}

static int count_rows(const transposed *t, const double *rows, int col, double row) {
  int count = 0;
  for (int i = (int)t->col_ptr[col]; i < (int)t->col_ptr[col + 1]; i++) count += rows[i] == row;
  return count;
}

/* A step to the element after the last. */
static bool is_one_step_past(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_WRITE && is_of_answer(f) && f->index == f->length;
}

/* Each column holds all its entries except one, and one of the column before it. The lens ends the
 * thread that steps past the end, so its later writes are missing. */
static sl_judgement explains_one_slot_too_far(const sl_evidence *evidence) {
  transposed t;
  if (sl_findings_all(evidence, is_one_step_past)) return SL_EXPLAINS;
  if (!look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  int before = -1; /* the last earlier column that has entries */
  for (int col = 0; col < t.num_cols; col++) {
    double stranger = 0;
    int strangers = count_strangers(&t, col, &stranger);
    if (strangers > 1) return SL_CONTRADICTS;
    bool known =
        before < 0 ? stranger == unwritten : count_rows(&t, t.right_rows, before, stranger) > 0;
    if (strangers == 1 && !known) return SL_CONTRADICTS;
    if (before < 0 && strangers == 0 && t.col_ptr[col + 1] > 0) return SL_CONTRADICTS;
    if (length_of(&t, col) > 0) before = col;
  }
  return sl_finding_explains_if(t.nnz > 0);
}

/* The kernel that writes entries hands out slots; another kernel may race for other reasons. */
static bool writes_entries(const sl_lens_report *seen, const char *kernel) {
  for (size_t i = 0; i < seen->num_counters; i++) {
    const sl_counter *c = &seen->counters[i];
    bool written = c->operation != LENS_LOAD && is_answer(c->array);
    if (written && strcmp(c->kernel, kernel) == 0) return true;
  }
  return false;
}

/* If one side is atomic, the author knew that atomics are necessary. */
static bool is_race_on_counters(const sl_evidence *evidence, const sl_finding *f) {
  return f->kind == LENS_RACE && !sl_finding_is_between_streams(f) &&
         f->other.operation != LENS_ATOMIC && !is_of_answer(f) &&
         writes_entries(&evidence->seen, f->kernel);
}

static sl_judgement explains_lost_entries(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_first(evidence, is_race_on_counters) != NULL);
}

/* ---- sorted ---------------------------------------------------------------------------------- */

static sl_judgement explains_unsorted(const sl_evidence *evidence) {
  transposed t;
  bool fits = look_at_columns(evidence, &t) && same_entries_by_column(&t);
  return fits ? explains_unless(t.rows_right) : SL_CONTRADICTS;
}

/* Bits of the largest column number. */
static int bits_of_columns(int num_cols) {
  int bits = 0;
  while ((num_cols - 1) >> bits > 0) bits++;
  return bits;
}

/* Entries whose column has a 0 in the highest bit come first, then those with a 1, each in any
 * order. */
static sl_judgement explains_turns_not_stable(const sl_evidence *evidence) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  if (t.num_cols < 2) return SL_CONTRADICTS;
  int first_with_one = 1 << (bits_of_columns(t.num_cols) - 1);
  const double ends[] = {0, t.col_ptr[first_with_one], t.nnz};
  t.num_cols = 2;
  t.col_ptr = ends;
  return sl_finding_explains_if(same_entries_by_column(&t));
}

enum { WIDE_BITS = 17 }; /* of the columns that pose_sorted pulls apart */

/* Moves the entries that have a 1 in this bit of their column after the others. */
static void sort_by_bit(const int *cols, int nnz, int bit, const int *entries, int *out) {
  int place = 0;
  for (int one = 0; one < 2; one++) {
    for (int i = 0; i < nnz; i++) {
      if ((cols[entries[i]] >> bit & 1) == one) out[place++] = entries[i];
    }
  }
}

static bool are_in_this_order(const transposed *t, const sl_csr *a, const int *entries) {
  for (int i = 0; i < t->nnz; i++) {
    int row = (int)t->rows[i], k = entries[i];
    if (row < 0 || row >= a->num_rows || k < a->row_ptr[row] || k >= a->row_ptr[row + 1] ||
        !is_same(t->values[i], a->values[k])) {
      return false;
    }
  }
  return true;
}

/* Entries are sorted only by the lowest bits of their columns, and have changed their order. Other
 * mistakes leave the same result if only one bit is missed; but they also fail on smaller matrices,
 * so a single bit counts only on wide ones. */
static sl_judgement explains_bits_fixed(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  if (t.rows_right && t.values_right) return SL_NEUTRAL;
  const int *cols = sl_problem_find(evidence->problem, "col_idx")->ints;
  int *entries;
  if (sl_alloc(2 * (size_t)t.nnz, sizeof *entries, "a model of a mistake", &entries) != SL_OK) {
    return SL_CONTRADICTS;
  }
  int *from = entries, *to = entries + t.nnz;
  for (int k = 0; k < t.nnz; k++) from[k] = k;
  bool moved = false, fits = false;
  int bits = bits_of_columns(t.num_cols), most = bits - (bits < WIDE_BITS ? 2 : 1);
  for (int bit = 0; !fits && bit < most; bit++) {
    sort_by_bit(cols, t.nnz, bit, from, to);
    moved = moved || memcmp(from, to, (size_t)t.nnz * sizeof *to) != 0;
    fits = moved && are_in_this_order(&t, a, to);
    int *swapped = from;
    from = to;
    to = swapped;
  }
  sl_free(entries);
  return sl_finding_explains_if(fits);
}

/* Bits are used from the highest to the lowest, so the last pass orders by the lowest. */
static sl_judgement explains_bits_from_highest(const sl_evidence *evidence) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  if (t.rows_right && t.values_right) return SL_NEUTRAL;
  int *entries, bits = bits_of_columns(t.num_cols);
  if (sl_alloc(2 * (size_t)t.nnz, sizeof *entries, "a model of a mistake", &entries) != SL_OK) {
    return SL_CONTRADICTS;
  }
  int *from = entries, *to = entries + t.nnz;
  for (int k = 0; k < t.nnz; k++) from[k] = k;
  for (int bit = bits - 1; bit >= 0; bit--) {
    sort_by_bit(columns_of(evidence), t.nnz, bit, from, to);
    int *swapped = from;
    from = to;
    to = swapped;
  }
  bool fits = are_in_this_order(&t, &evidence->given->matrix, from);
  sl_free(entries);
  return sl_finding_explains_if(fits);
}

/* Memory that is not cleared is noticed by the addition to it, or without entries by the
 * summation. */
static sl_judgement explains_counts_not_cleared(const sl_evidence *evidence) {
  if (sl_finding_uninitialised(evidence) == SL_CONTRADICTS) return SL_CONTRADICTS;
  if (strcmp(evidence->seen.findings[0].kernel, "count_columns") == 0) return SL_EXPLAINS;
  return evidence->given->matrix.nnz == 0 ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* Rows are in order, and so are all values except those of one row and one column. */
static sl_judgement explains_duplicates_reordered(const sl_evidence *evidence) {
  transposed t;
  return sl_finding_explains_if(look_at_columns(evidence, &t) && t.rows_right && !t.values_right &&
                                same_entries_by_column(&t));
}

/* Rows are in order, and the values are in their columns, but with other rows. */
static sl_judgement explains_values_not_sorted_along(const sl_evidence *evidence) {
  transposed t;
  bool fits =
      look_at_columns(evidence, &t) && t.rows_right && same_values_by_column(&t, t.right_values);
  return fits ? explains_unless(same_entries_by_column(&t)) : SL_CONTRADICTS;
}

#endif
