/* assemble.c: makes a CSR matrix of the entries of a file by a counting sort. */
#include "base/huge.h"
#include "base/parallel.h"
#include "market.h"

#include "matrix/coo.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Whether the other half of the matrix, which the file omits, has a mirror image of the entry. */
static inline bool has_mirror(const sl_mm_shape *shape, const sl_mm_entry *entry) {
  return shape->symmetry != MM_GENERAL && entry->row != entry->col;
}

/* The number of entries of the whole matrix, with both halves. Malicious files can make it exceed
 * an int. */
static size_t expanded_count(const sl_mm_shape *shape, const sl_mm_entries *entries) {
  size_t count = entries->count;
  if (shape->symmetry == MM_GENERAL) return count;
  for (size_t k = 0; k < entries->count; k++) count += has_mirror(shape, &entries->list[k]);
  return count;
}

/* What the threads share. Each thread scans all entries, and takes those of its own rows. */
typedef struct assembling {
  const sl_mm_shape *shape;
  const sl_mm_entries *entries;
  sl_csr *out;
  int num_parts; /* one part per thread */
  int first_rows[SL_MOST_PARTS + 1];
} assembling;

/* Whether `row` is one of the `rows` rows that begin with `first`. */
static inline bool is_own(int row, int first, unsigned rows) {
  return (unsigned)(row - first) < rows;
}

static void count_part(void *context, int part) {
  const assembling *all = context;
  int *length = all->out->row_ptr + 1;
  int first = (int)sl_part_begin(all->out->num_rows, all->num_parts, part);
  unsigned rows = (unsigned)(sl_part_begin(all->out->num_rows, all->num_parts, part + 1) - first);
  for (size_t k = 0; k < all->entries->count; k++) {
    const sl_mm_entry *entry = &all->entries->list[k];
    if (is_own(entry->row, first, rows)) length[entry->row]++;
    if (has_mirror(all->shape, entry) && is_own(entry->col, first, rows)) length[entry->col]++;
  }
}

/* Counts the entries of each row; row_ptr[i] becomes the start of row i. */
static void count_rows(assembling *all) {
  int *row_ptr = all->out->row_ptr;
  sl_parallel_run_all(all->num_parts, count_part, all);
  for (int i = 0; i < all->out->num_rows; i++) row_ptr[i + 1] += row_ptr[i];
}

static inline void put(sl_csr *out, int row, int col, double value) {
  int slot = out->row_ptr[row]++;
  out->col_idx[slot] = col;
  out->values[slot] = value;
}

static void scatter_part(void *context, int part) {
  const assembling *all = context;
  const sl_mm_shape *shape = all->shape;
  double sign = shape->symmetry == MM_SKEW ? -1 : 1;
  int first = all->first_rows[part];
  unsigned rows = (unsigned)(all->first_rows[part + 1] - first);
  for (size_t k = 0; k < all->entries->count; k++) {
    const sl_mm_entry *entry = &all->entries->list[k];
    if (is_own(entry->row, first, rows)) put(all->out, entry->row, entry->col, entry->value);
    if (has_mirror(shape, entry) && is_own(entry->col, first, rows)) {
      put(all->out, entry->col, entry->row, sign * entry->value);
    }
  }
}

/* Puts every entry into its row, in file order, and its mirror image right after it. row_ptr[i]
 * advances from the start of row i to its end, which is the start of row i + 1, so in the end a
 * shift by one restores row_ptr. Most files list the entries by column. Then all rows are already
 * sorted, even those of symmetric matrices. */
static void scatter(assembling *all) {
  sl_csr *out = all->out;
  for (int part = 0; part <= all->num_parts; part++) {
    all->first_rows[part] = sl_csr_part_row(out, all->num_parts, part);
  }
  sl_parallel_run_all(all->num_parts, scatter_part, all);
  memmove(out->row_ptr + 1, out->row_ptr, (size_t)out->num_rows * sizeof *out->row_ptr);
  out->row_ptr[0] = 0;
}

enum { SHORT_ROW = 64 };

/* Sorts rows of up to SHORT_ROW entries by insertion. Insertion sort is stable, so duplicates keep
 * their order, and it is immediate for a row that is already sorted. Longer rows are sorted later,
 * together with summing duplicates, but most matrices have none. */
static void sort_short_rows(const sl_csr *matrix, int first, int last, void *context) {
  (void)context;
  for (int row = first; row < last; row++) {
    int start = matrix->row_ptr[row], end = matrix->row_ptr[row + 1];
    if (end - start > SHORT_ROW) continue;
    for (int k = start + 1; k < end; k++) {
      int col = matrix->col_idx[k], slot = k;
      double value = matrix->values[k];
      for (; slot > start && matrix->col_idx[slot - 1] > col; slot--) {
        matrix->col_idx[slot] = matrix->col_idx[slot - 1];
        matrix->values[slot] = matrix->values[slot - 1];
      }
      matrix->col_idx[slot] = col;
      matrix->values[slot] = value;
    }
  }
}

/* Checks that the sums of duplicates are finite. The reader has checked only the terms. */
static sl_status check_sums(const char *name, const sl_csr *matrix) {
  for (int row = 0; row < matrix->num_rows; row++) {
    for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
      if (isfinite(matrix->values[k])) continue;
      return sl_fail(SL_ERR_INPUT,
                     "%s: the values given for entry (%d, %d) add up to more than a double holds; "
                     "give it once",
                     name, row + 1, matrix->col_idx[k] + 1);
    }
  }
  return SL_OK;
}

sl_status sl_market_assemble(const char *name, const sl_mm_shape *shape,
                             const sl_mm_entries *entries, sl_csr *out) {
  size_t nnz = expanded_count(shape, entries);
  if (nnz > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "%s: %zu entries with the symmetric half filled in; the kit counts up to %d, "
                   "take a smaller matrix",
                   name, nnz, INT_MAX);
  }
  SL_TRY(sl_csr_make(shape->num_rows, shape->num_cols, (int)nnz, out));
  sl_prefer_huge_pages(out->col_idx, nnz * sizeof *out->col_idx);
  sl_prefer_huge_pages(out->values, nnz * sizeof *out->values);
  assembling all = {.shape = shape, .entries = entries, .out = out};
  all.num_parts = sl_parallel_threads((long long)nnz);
  count_rows(&all);
  scatter(&all);
  if (sl_csr_is_sorted(out)) return SL_OK;
  sl_csr_share_rows(out, sort_short_rows, NULL);
  sl_status status = sl_coo_sum_duplicates_of_csr(out); /* adds in file order */
  if (status == SL_OK && out->nnz < (int)nnz) status = check_sums(name, out);
  if (status != SL_OK) sl_csr_free(out);
  return status;
}
