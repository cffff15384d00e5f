/* moved.c: mistakes in moving entries to their columns, recognised by the entries that arrived. */
#include "base/memory.h"
#include "columns.h"
#include "judge/account.h"
#include "judge/effects.h"
#include "judge/findings.h"

#include <string.h>

/* ---- entries that did not arrive ------------------------------------------------------------- */

/* One entry of the right answer. */
typedef struct moved_entry {
  const sl_csr *a;
  const int *col_idx;
  int col, row;
  double value;
  int first_lost_row; /* first row of the matrix that has lost an entry; -1: none was found yet */
} moved_entry;

/* Whether a mistake loses this entry. */
typedef bool lost_rule(const moved_entry *entry);

/* Whether a neighbour of entry k in the right order is equal, so that the answer does not show
 * which of the two is there. */
static bool has_twin(const transposed *t, int k) {
  for (int other = k - 1; other <= k + 1; other += 2) {
    if (other < 0 || other >= t->nnz || t->right_rows[other] != t->right_rows[k]) continue;
    if (sl_transpose_same(t->right_values[other], t->right_values[k])) return true;
  }
  return false;
}

/* Compares a column of the answer with the right one, both in order. False: the column has an entry
 * that does not belong there. */
static bool column_lacks(const transposed *t, moved_entry *entry, lost_rule *lost, int *count) {
  int i = (int)t->col_ptr[entry->col], end = (int)t->col_ptr[entry->col + 1];
  for (int k = i; k < end; k++) {
    entry->row = (int)t->right_rows[k];
    entry->value = t->right_values[k];
    bool there = i < end && sl_transpose_has(t, i, k);
    if (there) i++;
    bool is_first = entry->first_lost_row < 0 || entry->row < entry->first_lost_row;
    if (!there && !lost && is_first) entry->first_lost_row = entry->row;
    if (lost && lost(entry) == there && !has_twin(t, k)) return false;
    *count += !there;
  }
  for (; i < end; i++) {
    if (t->rows[i] != SL_TRANSPOSE_UNWRITTEN) return false;
  }
  return true;
}

/* Explains that each slot holds an entry of its column or was not written, and that exactly the
 * entries of the rule are lost. Columns are in the order of `arrange`. */
static sl_judgement explains_lost(const sl_evidence *evidence, lost_rule *lost) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  moved_entry entry = {&evidence->given->matrix, t.col_idx, 0, 0, 0, -1};
  for (int pass = 0; pass < 2; pass++) {
    int count = 0;
    for (entry.col = 0; entry.col < t.num_cols; entry.col++) {
      if (!column_lacks(&t, &entry, pass ? lost : NULL, &count)) return SL_CONTRADICTS;
    }
    if (count == 0) return SL_NEUTRAL;
    if (count == t.nnz) return SL_NEUTRAL; /* no entry arrived */
  }
  return SL_EXPLAINS;
}

static bool is_zero(const moved_entry *entry) {
  return entry->value == 0;
}

/* Whether the entry is entry k of its row, or an equal one. */
static bool is_entry(const moved_entry *entry, int k) {
  return entry->col_idx[k] == entry->col && sl_transpose_same(entry->a->values[k], entry->value);
}

static bool is_first_of_row(const moved_entry *entry) {
  return is_entry(entry, entry->a->row_ptr[entry->row]);
}

static bool is_last_of_row(const moved_entry *entry) {
  return is_entry(entry, entry->a->row_ptr[entry->row + 1] - 1);
}

static bool is_from_row_on(const moved_entry *entry) {
  return entry->row >= entry->first_lost_row;
}

SL_RULE_BY(explains_zeros_dropped, explains_lost, is_zero)
SL_RULE_BY(explains_first_entry_missed, explains_lost, is_first_of_row)

static sl_judgement explains_last_entry_missed(const sl_evidence *evidence) {
  sl_judgement judgement = explains_lost(evidence, is_last_of_row);
  return judgement == SL_EXPLAINS ? SL_EXPLAINS : SL_FITS;
}

/* With a single row, or if only the last row is missing, other mistakes leave the same answer. */
SL_RULE_BY(explains_rows_not_reached, explains_lost, is_from_row_on)

/* ---- entries that arrived with another row --------------------------------------------------- */

/* Entry k of CSR. */
typedef struct csr_entry {
  const sl_csr *a;
  int k, row, col;
} csr_entry;

/* Returns the row that a mistake gives to an entry. */
typedef int row_model(const csr_entry *entry);

/* Explains that the values are in their columns, each with the row that the model gives. */
static sl_judgement explains_rows(const sl_evidence *evidence, row_model *model) {
  const sl_csr *a = &evidence->given->matrix;
  transposed t;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
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
      int slot = (int)next[t.col_idx[k]]++;
      rows[slot] = model(&(csr_entry){a, k, row, t.col_idx[k]});
      values[slot] = a->values[k];
    }
  }
  bool same = sl_transpose_same_by_column(&t, t.rows, t.values, rows, values);
  sl_free(rows);
  return sl_finding_explains_if(same);
}

static int number_of_entry(const csr_entry *entry) {
  return entry->k;
}

static int number_of_column(const csr_entry *entry) {
  return entry->col;
}

static int next_row(const csr_entry *entry) {
  return entry->row + 1;
}

static int row_before(const csr_entry *entry) {
  return entry->row - 1;
}

/* Returns the last row that begins before entry k, or else the first row. So the first entry of a
 * row is assigned to the row before. */
static int row_of_lower_bound(const csr_entry *entry) {
  int row = entry->row;
  while (row > 0 && entry->a->row_ptr[row] == entry->k) row--;
  return row;
}

static sl_judgement explains_row_is_entry(const sl_evidence *evidence) {
  sl_judgement judgement = explains_rows(evidence, number_of_entry);
  return judgement == SL_EXPLAINS ? SL_EXPLAINS : SL_FITS;
}

SL_RULE_BY(explains_row_is_column, explains_rows, number_of_column)

static sl_judgement explains_row_off_by_one(const sl_evidence *evidence) {
  sl_judgement next = explains_rows(evidence, next_row);
  return next == SL_CONTRADICTS ? explains_rows(evidence, row_before) : next;
}

SL_RULE_BY(explains_lower_bound, explains_rows, row_of_lower_bound)

/* Explains that the values are in their columns, and slot k has the row of entry k. */
static sl_judgement explains_rows_left_behind(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  transposed t;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  if (!sl_transpose_same_values(&t, t.right_values)) return SL_CONTRADICTS;
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
      if (t.rows[k] != row) return SL_CONTRADICTS;
    }
  }
  return t.rows_right ? SL_NEUTRAL : SL_EXPLAINS;
}

/* Explains that the rows are in their columns, and the k-th value is still the k-th. */
static sl_judgement explains_values_left_behind(const sl_evidence *evidence) {
  transposed t;
  bool fits = sl_transpose_look(evidence, &t) && t.rows_right &&
              sl_transpose_same_values(&t, evidence->given->matrix.values);
  return fits ? sl_transpose_explains_unless(t.values_right) : SL_CONTRADICTS;
}

static sl_judgement explains_empty_row_found(const sl_evidence *evidence) {
  transposed t;
  if (!sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  return sl_effect_empty_rows(&evidence->given->matrix, t.rows, t.right_rows, (size_t)t.nnz);
}

/* ---- slots ----------------------------------------------------------------------------------- */

/* Explains that no thread reads the column of any entry, or a copy of it, so that the slots do not
 * depend on the columns. If the answer is right, it may have been computed elsewhere. */
static sl_judgement explains_column_unused(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  bool stored = sl_finding_counter_sum(seen, LENS_GLOBAL, LENS_STORE, NULL).requests > 0;
  bool known = evidence->num_memories > 0;
  if (evidence->given->matrix.nnz == 0 || sl_evidence_right(evidence) || !known) return SL_NEUTRAL;
  return sl_finding_explains_if(stored && sl_evidence_unread(evidence, "col_idx"));
}

/* Whether a kernel that writes entries takes more slots than there are entries. */
static bool takes_too_many_slots(const sl_lens_report *seen, const char *kernel, uint64_t nnz) {
  uint64_t taken = 0, written = 0;
  for (size_t i = 0; i < seen->num_counters; i++) {
    const sl_counter *c = &seen->counters[i];
    if (strcmp(c->kernel, kernel) != 0) continue;
    if (c->operation == LENS_ATOMIC && !sl_transpose_is_answer(c->array)) taken += c->threads;
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

/* Explains that each pointer is where the next column begins. */
static sl_judgement explains_pointers_at_ends(const sl_evidence *evidence) {
  const sl_array *col_ptr = sl_problem_find(evidence->problem, "col_ptr");
  const double *got = sl_evidence_answer(evidence, "col_ptr");
  bool moved = false;
  for (size_t col = 0; got && col + 1 < col_ptr->count; col++) {
    if (got[col] != col_ptr->expected[col + 1]) return SL_FITS;
    moved = moved || got[col] != col_ptr->expected[col];
  }
  return moved ? SL_EXPLAINS : SL_FITS;
}

static int length_of(const transposed *t, int col) {
  return (int)(t->col_ptr[col + 1] - t->col_ptr[col]);
}

/* Explains that slots are handed out from 0 on in every column: no slot beyond the length of the
 * longest column is used. */
static sl_judgement explains_begins_at_zero(const sl_evidence *evidence) {
  transposed t;
  if (sl_finding_exists(evidence, LENS_UNINITIALISED_READ, NULL)) return SL_CONTRADICTS;
  if (!sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  int longest = 0;
  for (int col = 0; col < t.num_cols; col++) {
    if (length_of(&t, col) > longest) longest = length_of(&t, col);
  }
  for (int i = 0; i < t.nnz; i++) {
    if ((t.rows[i] != SL_TRANSPOSE_UNWRITTEN) != (i < longest)) return SL_CONTRADICTS;
  }
  return sl_transpose_explains_unless(longest >= t.nnz);
}

/* Counts the rows in a column of the answer that do not belong there. The rows of both the answer
 * and the right column are sorted. `*stranger_out`: the last of these rows. */
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

/* Whether the finding is a write to the element after the end of an array of the answer. */
static bool is_one_step_past(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_WRITE && sl_transpose_is_answer(f->array) &&
         f->index == f->length;
}

/* Explains that each column holds all its entries except one, and one entry of the column before
 * it. The lens ends the thread that goes past the end, so its later writes are missing. */
static sl_judgement explains_one_slot_too_far(const sl_evidence *evidence) {
  transposed t;
  if (sl_findings_all(evidence, is_one_step_past)) return SL_EXPLAINS;
  if (!sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  int before = -1; /* the last earlier column that has entries */
  for (int col = 0; col < t.num_cols; col++) {
    double stranger = 0;
    int strangers = count_strangers(&t, col, &stranger);
    if (strangers > 1) return SL_CONTRADICTS;
    bool known = before < 0 ? stranger == SL_TRANSPOSE_UNWRITTEN
                            : count_rows(&t, t.right_rows, before, stranger) > 0;
    if (strangers == 1 && !known) return SL_CONTRADICTS;
    if (before < 0 && strangers == 0 && t.col_ptr[col + 1] > 0) return SL_CONTRADICTS;
    if (length_of(&t, col) > 0) before = col;
  }
  return sl_finding_explains_if(t.nnz > 0);
}

/* Whether the kernel writes entries, so that it also hands out slots. Another kernel may race for
 * other reasons. */
static bool writes_entries(const sl_lens_report *seen, const char *kernel) {
  for (size_t i = 0; i < seen->num_counters; i++) {
    const sl_counter *c = &seen->counters[i];
    bool written = c->operation != LENS_LOAD && sl_transpose_is_answer(c->array);
    if (written && strcmp(c->kernel, kernel) == 0) return true;
  }
  return false;
}

/* Whether threads race on counters without atomics. If one side is atomic, the author knew that
 * atomics are necessary. */
static bool is_race_on_counters(const sl_evidence *evidence, const sl_finding *f) {
  return f->kind == LENS_RACE && !sl_finding_is_between_streams(f) &&
         f->other.operation != LENS_ATOMIC && !sl_transpose_is_answer(f->array) &&
         writes_entries(&evidence->seen, f->kernel);
}

static sl_judgement explains_lost_entries(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_findings_first(evidence, is_race_on_counters) != NULL);
}

/* ---- the tables ------------------------------------------------------------------------------ */

static const sl_rule move_rules[] = {
    SL_RULES_OF_HOST,
    {"col-ptr-advanced", explains_pointers_at_ends},
    {"col-ptr-at-ends", explains_pointers_at_ends},
    {"row-is-entry", explains_row_is_entry},
    {"row-is-column", explains_row_is_column},
    {"row-off-by-one", explains_row_off_by_one},
    {"lower-bound", explains_lower_bound},
    {"rows-in-csr-order", explains_rows_left_behind},
    {"slot-too-far", explains_one_slot_too_far},
    {"empty-row-found", explains_empty_row_found},
    {"not-freed", sl_finding_not_freed},
};

const sl_rule_list sl_transpose_move_rules = SL_RULE_LIST(move_rules);

static const sl_rule scatter_rules[] = {
    {"second-dimension", sl_finding_second_dimension},
    {"column-unused", explains_column_unused},
    {"zeros-dropped", explains_zeros_dropped},
    {"first-entry-missed", explains_first_entry_missed},
    {"last-entry-missed", explains_last_entry_missed},
    {"rows-not-reached", explains_rows_not_reached},
    {"moved-again", explains_moved_again},
    {"values-in-csr-order", explains_values_left_behind},
    {"begins-at-zero", explains_begins_at_zero},
    {"no-atomics", explains_lost_entries},
    {"next-not-filled", sl_finding_uninitialised},
};

const sl_rule_list sl_transpose_scatter_rules = SL_RULE_LIST(scatter_rules);
