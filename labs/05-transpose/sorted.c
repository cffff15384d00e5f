/* sorted.c: mistakes in sorting the entries of a transpose. */
#include "base/memory.h"
#include "columns.h"
#include "judge/account.h"
#include "judge/findings.h"

#include <string.h>

static sl_judgement explains_unsorted(const sl_evidence *evidence) {
  transposed t;
  bool fits = sl_transpose_look(evidence, &t) && sl_transpose_same_entries(&t);
  return fits ? sl_transpose_explains_unless(t.rows_right) : SL_CONTRADICTS;
}

/* Explains that entries whose column has a 0 in the highest bit come first, then those with a 1,
 * each group in any order. */
static sl_judgement explains_turns_not_stable(const sl_evidence *evidence) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  if (t.num_cols < 2) return SL_CONTRADICTS;
  int first_with_one = 1 << (sl_transpose_bits(t.num_cols) - 1);
  const double ends[] = {0, t.col_ptr[first_with_one], t.nnz};
  t.num_cols = 2;
  t.col_ptr = ends;
  return sl_finding_explains_if(sl_transpose_same_entries(&t));
}

enum { WIDE_BITS = 17 }; /* bits of the columns that pose_sorted spreads */

/* The entries of CSR while they are sorted, a bit of their column per pass. */
typedef struct radix_sort {
  int *entries, *other, *memory;
} radix_sort;

/* Begins with the entries in the order of CSR. False if there is not enough memory. */
static bool begin_sort(const transposed *t, radix_sort *out) {
  size_t nnz = (size_t)t->nnz;
  if (sl_alloc(2 * nnz, sizeof *out->memory, "a model of a mistake", &out->memory) != SL_OK) {
    return false;
  }
  out->entries = out->memory;
  out->other = out->memory + nnz;
  for (int k = 0; k < t->nnz; k++) out->entries[k] = k;
  return true;
}

/* Moves the entries that have a 1 in this bit after the others. Returns whether the order changes.
 */
static bool sort_by_bit(const transposed *t, int bit, radix_sort *sort) {
  int place = 0, *from = sort->entries, *to = sort->other;
  for (int one = 0; one < 2; one++) {
    for (int i = 0; i < t->nnz; i++) {
      if ((t->col_idx[from[i]] >> bit & 1) == one) to[place++] = from[i];
    }
  }
  sort->entries = to;
  sort->other = from;
  return memcmp(from, to, (size_t)t->nnz * sizeof *to) != 0;
}

static bool are_in_this_order(const transposed *t, const sl_csr *a, const int *entries) {
  for (int i = 0; i < t->nnz; i++) {
    int row = (int)t->rows[i], k = entries[i];
    if (row < 0 || row >= a->num_rows || k < a->row_ptr[row] || k >= a->row_ptr[row + 1] ||
        !sl_transpose_same(t->values[i], a->values[k])) {
      return false;
    }
  }
  return true;
}

/* Explains that entries are sorted only by the lowest bits of their columns, and have changed their
 * order. If only one bit is missed, other mistakes leave the same result. But they also fail on
 * smaller matrices, so a single bit counts only on wide ones. */
static sl_judgement explains_bits_fixed(const sl_evidence *evidence) {
  transposed t;
  radix_sort sort;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  if (t.rows_right && t.values_right) return SL_NEUTRAL;
  if (!begin_sort(&t, &sort)) return SL_CONTRADICTS;
  bool moved = false, fits = false;
  int bits = sl_transpose_bits(t.num_cols), most = bits - (bits < WIDE_BITS ? 2 : 1);
  for (int bit = 0; !fits && bit < most; bit++) {
    moved = sort_by_bit(&t, bit, &sort) || moved;
    fits = moved && are_in_this_order(&t, &evidence->given->matrix, sort.entries);
  }
  sl_free(sort.memory);
  return sl_finding_explains_if(fits);
}

/* Explains that bits are used from the highest to the lowest, so that the last pass orders by the
 * lowest bit. */
static sl_judgement explains_bits_from_highest(const sl_evidence *evidence) {
  transposed t;
  radix_sort sort;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  if (t.rows_right && t.values_right) return SL_NEUTRAL;
  if (!begin_sort(&t, &sort)) return SL_CONTRADICTS;
  for (int bit = sl_transpose_bits(t.num_cols) - 1; bit >= 0; bit--) {
    (void)sort_by_bit(&t, bit, &sort);
  }
  bool fits = are_in_this_order(&t, &evidence->given->matrix, sort.entries);
  sl_free(sort.memory);
  return sl_finding_explains_if(fits);
}

/* The lens notices memory that was not cleared when a kernel adds to it, or if there are no
 * entries, when the counts are summed. */
static sl_judgement explains_counts_not_cleared(const sl_evidence *evidence) {
  if (sl_finding_uninitialised(evidence) == SL_CONTRADICTS) return SL_CONTRADICTS;
  if (strcmp(evidence->seen.findings[0].kernel, "count_columns") == 0) return SL_EXPLAINS;
  return evidence->given->matrix.nnz == 0 ? SL_NEUTRAL : SL_CONTRADICTS;
}

/* Explains that the rows are in order, and so are all values except those with the same row and
 * column. */
static sl_judgement explains_duplicates_reordered(const sl_evidence *evidence) {
  transposed t;
  return sl_finding_explains_if(sl_transpose_look(evidence, &t) && t.rows_right &&
                                !t.values_right && sl_transpose_same_entries(&t));
}

/* Explains that the rows are in order, and the values are in their columns, but with other rows. */
static sl_judgement explains_values_not_sorted_along(const sl_evidence *evidence) {
  transposed t;
  bool fits = sl_transpose_look(evidence, &t) && t.rows_right &&
              sl_transpose_same_values(&t, t.right_values);
  return fits ? sl_transpose_explains_unless(sl_transpose_same_entries(&t)) : SL_CONTRADICTS;
}

/* ---- entries that are missing ---------------------------------------------------------------- */

/* The sorted transpose does not count dropped entries either, so the other entries move up. */
static sl_judgement explains_zeros_dropped_sorted(const sl_evidence *evidence) {
  const double *col_ptr = sl_evidence_answer(evidence, "col_ptr");
  transposed t;
  (void)sl_transpose_look(evidence, &t);
  if (!col_ptr || !t.rows || !t.values || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  int place = 0;
  for (int col = 0; col < t.num_cols; col++) {
    if (col_ptr[col] != place) return SL_CONTRADICTS;
    for (int k = (int)t.col_ptr[col]; k < (int)t.col_ptr[col + 1]; k++) {
      if (t.right_values[k] == 0) continue;
      if (!sl_transpose_has(&t, place, k)) return SL_CONTRADICTS;
      place++;
    }
  }
  return place < t.nnz && col_ptr[t.num_cols] == place ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Explains that the first slots are right, and the others were neither written nor reached. */
static sl_judgement explains_slots_not_reached(const sl_evidence *evidence) {
  transposed t;
  if (evidence->seen.num_findings > 0 || !sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  int reached = 0;
  while (reached < t.nnz && sl_transpose_has(&t, reached, reached)) reached++;
  for (int i = reached; i < t.nnz; i++) {
    if (t.rows[i] != SL_TRANSPOSE_UNWRITTEN) return SL_CONTRADICTS;
  }
  return reached > 0 && reached < t.nnz ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- entries of the same row and column ------------------------------------------------------ */

static bool is_race_at_answer(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_RACE && sl_transpose_is_answer(f->array) &&
         !sl_finding_is_between_streams(f);
}

/* Explains that all rows are right except for slots that were not written. Each belongs to a row
 * that occurs several times in the column, because threads collide there. */
static sl_judgement explains_duplicates_met(const sl_evidence *evidence) {
  transposed t;
  if (!sl_transpose_look(evidence, &t)) return SL_CONTRADICTS;
  if (!sl_findings_all(evidence, is_race_at_answer)) return SL_FITS;
  for (int col = 0; col < t.num_cols; col++) {
    int first = (int)t.col_ptr[col], end = (int)t.col_ptr[col + 1];
    for (int i = first; i < end; i++) {
      if (sl_transpose_has(&t, i, i)) continue;
      bool again = (i > first && t.right_rows[i - 1] == t.right_rows[i]) ||
                   (i + 1 < end && t.right_rows[i + 1] == t.right_rows[i]);
      if (!again || (t.rows[i] != SL_TRANSPOSE_UNWRITTEN && t.rows[i] != t.right_rows[i]))
        return SL_CONTRADICTS;
    }
  }
  return SL_EXPLAINS;
}

static const sl_rule sorted_rules[] = {
    {"zeros-dropped", explains_zeros_dropped_sorted},
    {"slots-not-reached", explains_slots_not_reached},
    {"duplicates-share-a-slot", explains_duplicates_met},
    {"bits-from-highest", explains_bits_from_highest},
    {"duplicates-reordered", explains_duplicates_reordered},
    {"values-not-sorted-along", explains_values_not_sorted_along},
    {"unsorted", explains_unsorted},
    {"bits-fixed", explains_bits_fixed},
    {"turns-not-stable", explains_turns_not_stable},
    {"counts-not-cleared", explains_counts_not_cleared},
};

const sl_rule_list sl_transpose_sorted_rules = SL_RULE_LIST(sorted_rules);
