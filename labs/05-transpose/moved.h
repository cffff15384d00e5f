/* moved.h: recognizes mistakes in moving entries to their columns, by which entries arrived.
 * Included by rules.h alone. */
#ifndef LAB_05_MOVED_H
#define LAB_05_MOVED_H

#include "columns.h"
#include "scans.h"

#include "judge/compare.h"
#include "judge/findings.h"

static bool is_answer(const char *array) {
  return strcmp(array, "row_idx") == 0 || strcmp(array, "csc_values") == 0;
}

static bool is_of_answer(const sl_finding *f) {
  return is_answer(f->array);
}

static const int *columns_of(const sl_evidence *evidence) {
  return sl_problem_find(evidence->problem, "col_idx")->ints;
}

/* ---- entries that did not arrive ------------------------------------------------------------- */

/* One entry of the right answer. */
typedef struct moved_entry {
  const sl_csr *a;
  const int *col_idx;
  int col, row;
  double value;
} moved_entry;

/* Whether a mistake loses it. */
typedef bool lost_rule(const moved_entry *entry, int first_lost_row);

/* Whether a neighbour of entry k in the right order is equal, so that the answer does not show
 * which of the two is there. */
static bool has_twin(const transposed *t, int k) {
  for (int other = k - 1; other <= k + 1; other += 2) {
    if (other < 0 || other >= t->nnz || t->right_rows[other] != t->right_rows[k]) continue;
    if (is_same(t->right_values[other], t->right_values[k])) return true;
  }
  return false;
}

/* Compares a column as it came back with the right one, both in order. False: it has an entry that
 * does not belong there. `first_lost_row` is −1 until one is found. */
static bool column_lacks(const transposed *t, moved_entry *entry, lost_rule *lost,
                         int *first_lost_row, int *count) {
  int i = (int)t->col_ptr[entry->col], end = (int)t->col_ptr[entry->col + 1];
  for (int k = i; k < end; k++) {
    entry->row = (int)t->right_rows[k];
    entry->value = t->right_values[k];
    bool there =
        i < end && t->rows[i] == t->right_rows[k] && is_same(t->values[i], t->right_values[k]);
    if (there) i++;
    if (!there && (*first_lost_row < 0 || entry->row < *first_lost_row)) {
      *first_lost_row = lost ? *first_lost_row : entry->row;
    }
    if (lost && lost(entry, *first_lost_row) == there && !has_twin(t, k)) return false;
    *count += !there;
  }
  for (; i < end; i++) {
    if (t->rows[i] != unwritten) return false;
  }
  return true;
}

/* Each slot holds an entry of its column or was not written, and exactly the entries of the rule
 * are lost. Columns are in the order of `arrange`. */
static sl_judgement explains_lost(const sl_evidence *evidence, lost_rule *lost) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  int first_lost_row = -1;
  for (int pass = 0; pass < 2; pass++) {
    int count = 0;
    for (int col = 0; col < t.num_cols; col++) {
      moved_entry entry = {&evidence->given->matrix, columns_of(evidence), col, 0, 0};
      if (!column_lacks(&t, &entry, pass ? lost : NULL, &first_lost_row, &count)) {
        return SL_CONTRADICTS;
      }
    }
    if (count == 0) return SL_NEUTRAL;
    if (count == t.nnz) return SL_NEUTRAL; /* nothing came */
  }
  return SL_EXPLAINS;
}

static bool is_zero(const moved_entry *entry, int first_lost_row) {
  (void)first_lost_row;
  return entry->value == 0;
}

/* Whether it is entry k of its row, or an equal entry. */
static bool is_entry(const moved_entry *entry, int k) {
  return entry->col_idx[k] == entry->col && is_same(entry->a->values[k], entry->value);
}

static bool is_first_of_row(const moved_entry *entry, int first_lost_row) {
  (void)first_lost_row;
  return is_entry(entry, entry->a->row_ptr[entry->row]);
}

static bool is_last_of_row(const moved_entry *entry, int first_lost_row) {
  (void)first_lost_row;
  return is_entry(entry, entry->a->row_ptr[entry->row + 1] - 1);
}

static bool is_from_row_on(const moved_entry *entry, int first_lost_row) {
  return entry->row >= first_lost_row;
}

static sl_judgement explains_zeros_dropped(const sl_evidence *evidence) {
  return explains_lost(evidence, is_zero);
}

static sl_judgement explains_first_entry_missed(const sl_evidence *evidence) {
  return explains_lost(evidence, is_first_of_row);
}

static sl_judgement explains_last_entry_missed(const sl_evidence *evidence) {
  sl_judgement judgement = explains_lost(evidence, is_last_of_row);
  return judgement == SL_EXPLAINS ? SL_EXPLAINS : SL_FITS;
}

/* With a single row, or if only the last row is missing, other mistakes leave the same answer. */
static sl_judgement explains_rows_not_reached(const sl_evidence *evidence) {
  return explains_lost(evidence, is_from_row_on);
}

/* The sorted transpose does not count dropped entries either, so the others move up. */
static sl_judgement explains_zeros_dropped_sorted(const sl_evidence *evidence) {
  const double *col_ptr = sl_evidence_answer(evidence, "col_ptr");
  transposed t;
  (void)look_at_columns(evidence, &t);
  if (!col_ptr || !t.rows || !t.values || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  int place = 0;
  for (int col = 0; col < t.num_cols; col++) {
    if (col_ptr[col] != place) return SL_CONTRADICTS;
    for (int k = (int)t.col_ptr[col]; k < (int)t.col_ptr[col + 1]; k++) {
      if (t.right_values[k] == 0) continue;
      if (t.rows[place] != t.right_rows[k] || !is_same(t.values[place], t.right_values[k])) {
        return SL_CONTRADICTS;
      }
      place++;
    }
  }
  return place < t.nnz && col_ptr[t.num_cols] == place ? SL_EXPLAINS : SL_NEUTRAL;
}

/* The first slots are right, and the others were neither written nor reached. */
static sl_judgement explains_slots_not_reached(const sl_evidence *evidence) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  int reached = 0;
  while (reached < t.nnz && t.rows[reached] == t.right_rows[reached] &&
         is_same(t.values[reached], t.right_values[reached])) {
    reached++;
  }
  for (int i = reached; i < t.nnz; i++) {
    if (t.rows[i] != unwritten) return SL_CONTRADICTS;
  }
  return reached > 0 && reached < t.nnz ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- entries that arrived with another row --------------------------------------------------- */

/* The row that a mistake gives to entry k, whose place is `row` and `col`. */
typedef int row_model(const sl_csr *a, int k, int row, int col);

/* Values are in their columns, each with the row of the model. */
static sl_judgement explains_rows(const sl_evidence *evidence, row_model *model) {
  const sl_csr *a = &evidence->given->matrix;
  const int *col_idx = columns_of(evidence);
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  if (t.rows_right || t.nnz == 0) return SL_NEUTRAL;
  double *rows, *values, *next;
  size_t nnz = (size_t)t.nnz, cols = (size_t)t.num_cols;
  if (sl_alloc(2 * nnz + cols, sizeof *rows, "a model of a mistake", &rows) != SL_OK) {
    return SL_CONTRADICTS;
  }
  values = rows + nnz;
  next = values + nnz;
  memcpy(next, t.col_ptr, cols * sizeof *next);
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      int slot = (int)next[col_idx[k]]++;
      rows[slot] = model(a, k, row, col_idx[k]);
      values[slot] = a->values[k];
    }
  }
  bool same = same_by_column(&t, t.rows, t.values, rows, values);
  sl_free(rows);
  return sl_finding_explains_if(same);
}

static int number_of_entry(const sl_csr *a, int k, int row, int col) {
  (void)a;
  (void)row;
  (void)col;
  return k;
}

static int number_of_column(const sl_csr *a, int k, int row, int col) {
  (void)a;
  (void)k;
  (void)row;
  return col;
}

static int row_behind(const sl_csr *a, int k, int row, int col) {
  (void)a;
  (void)k;
  (void)col;
  return row + 1;
}

static int row_in_front(const sl_csr *a, int k, int row, int col) {
  (void)a;
  (void)k;
  (void)col;
  return row - 1;
}

/* The last row that begins before entry k, or else the first row: the first entry of a row is
 * assigned to the row before. */
static int row_of_lower_bound(const sl_csr *a, int k, int row, int col) {
  (void)col;
  if (k > a->row_ptr[row]) return row;
  while (row > 0 && a->row_ptr[row] == k) row--;
  return row;
}

static sl_judgement explains_row_is_entry(const sl_evidence *evidence) {
  sl_judgement judgement = explains_rows(evidence, number_of_entry);
  return judgement == SL_EXPLAINS ? SL_EXPLAINS : SL_FITS;
}

static sl_judgement explains_row_is_column(const sl_evidence *evidence) {
  return explains_rows(evidence, number_of_column);
}

static sl_judgement explains_row_off_by_one(const sl_evidence *evidence) {
  sl_judgement behind = explains_rows(evidence, row_behind);
  return behind == SL_CONTRADICTS ? explains_rows(evidence, row_in_front) : behind;
}

static sl_judgement explains_lower_bound(const sl_evidence *evidence) {
  return explains_rows(evidence, row_of_lower_bound);
}

/* Values are in their columns, and slot k has the row of entry k. */
static sl_judgement explains_rows_left_behind(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  transposed t;
  if (evidence->seen.num_findings > 0 || !look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  if (!same_values_by_column(&t, t.right_values)) return SL_CONTRADICTS;
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (t.rows[k] != row) return SL_CONTRADICTS;
    }
  }
  return t.rows_right ? SL_NEUTRAL : SL_EXPLAINS;
}

/* ---- slots ----------------------------------------------------------------------------------- */

/* No thread reads the column of any entry, nor was it copied for one: so the slot does not depend
 * on the column. If the answer is right, it may have been computed elsewhere. */
static sl_judgement explains_column_unused(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  const sl_difference *d = evidence->difference;
  bool stored = sl_finding_counter_sum(seen, LENS_GLOBAL, LENS_STORE, NULL).requests > 0;
  bool right = d && !d->wrong && seen->num_findings == 0;
  bool known = evidence->num_memories > 0;
  if (evidence->given->matrix.nnz == 0 || right || !known) return SL_NEUTRAL;
  return sl_finding_explains_if(stored && sl_evidence_unread(evidence, "col_idx"));
}

/* A kernel that writes entries takes more slots than there are entries. */
static bool takes_too_many_slots(const sl_lens_report *seen, const char *kernel, uint64_t nnz) {
  uint64_t taken = 0, written = 0;
  for (size_t i = 0; i < seen->num_counters; i++) {
    const sl_counter *c = &seen->counters[i];
    if (strcmp(c->kernel, kernel) != 0) continue;
    if (c->operation == LENS_ATOMIC && !is_answer(c->array)) taken += c->threads;
    if (c->operation == LENS_STORE && strcmp(c->array, "row_idx") == 0) written += c->threads;
  }
  return taken > nnz && written > 0;
}

static sl_judgement explains_moved_again(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  if (seen->num_counters == 0) return SL_NEUTRAL;
  for (size_t i = 0; i < seen->num_launches; i++) {
    uint64_t nnz = (uint64_t)evidence->given->matrix.nnz;
    if (takes_too_many_slots(seen, seen->launches[i].kernel, nnz)) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

/* Each pointer is where the next column begins. */
static bool points_to_ends(const sl_evidence *evidence) {
  const sl_array *col_ptr = sl_problem_find(evidence->problem, "col_ptr");
  const double *got = sl_evidence_answer(evidence, "col_ptr");
  bool moved = false;
  for (size_t col = 0; got && col + 1 < col_ptr->count; col++) {
    if (got[col] != col_ptr->expected[col + 1]) return false;
    moved = moved || got[col] != col_ptr->expected[col];
  }
  return moved;
}

static sl_judgement explains_pointers_at_ends(const sl_evidence *evidence) {
  return points_to_ends(evidence) ? SL_EXPLAINS : SL_FITS;
}

/* ---- entries of the same row and column ------------------------------------------------------ */

static bool is_race_at_answer(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_RACE && is_of_answer(f) && !sl_finding_is_between_streams(f);
}

/* All rows are right except for slots that were not written, each of a row that occurs several
 * times in the column: threads collide there. */
static sl_judgement explains_duplicates_met(const sl_evidence *evidence) {
  transposed t;
  if (!look_at_columns(evidence, &t)) return SL_CONTRADICTS;
  if (!sl_findings_all(evidence, is_race_at_answer)) return SL_FITS;
  for (int col = 0; col < t.num_cols; col++) {
    int first = (int)t.col_ptr[col], end = (int)t.col_ptr[col + 1];
    for (int i = first; i < end; i++) {
      if (t.rows[i] == t.right_rows[i] && is_same(t.values[i], t.right_values[i])) continue;
      bool again = (i > first && t.right_rows[i - 1] == t.right_rows[i]) ||
                   (i + 1 < end && t.right_rows[i + 1] == t.right_rows[i]);
      if (!again || (t.rows[i] != unwritten && t.rows[i] != t.right_rows[i])) return SL_CONTRADICTS;
    }
  }
  return SL_EXPLAINS;
}

#endif
