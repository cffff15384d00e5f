/* coo.c: the coordinate format: allocates, checks and frees matrices, converts from and to CSR,
 * sums duplicates, and counts the bytes that SpMV moves. */
#include "matrix/coo.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "matrix/compressed.h"
#include "matrix/csc.h"
#include "matrix/distribute.h"

sl_status sl_coo_make(int num_rows, int num_cols, int nnz, sl_coo *out) {
  *out = (sl_coo){0};
  SL_TRY(sl_compressed_check_sizes("COO", num_rows, num_cols, nnz));

  sl_coo made = {.num_rows = num_rows, .num_cols = num_cols, .nnz = nnz};
  size_t entries = (size_t)nnz;
  sl_status status = sl_alloc(entries, sizeof(int), "COO row indices", &made.row_idx);
  if (status == SL_OK) {
    status = sl_alloc(entries, sizeof(int), "COO column indices", &made.col_idx);
  }
  if (status == SL_OK) status = sl_alloc(entries, sizeof(double), "COO values", &made.values);
  if (status != SL_OK) {
    sl_coo_free(&made);
    return status;
  }
  *out = made;
  return SL_OK;
}

static bool in_range(int index, int count) {
  return index >= 0 && index < count;
}

static sl_status check_index(const char *name, int entry, int index, int count) {
  if (in_range(index, count)) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "COO: entry %d: %s index %d is outside of 0 to %d; indices count from 0", entry,
                 name, index, count - 1);
}

static void find_bad_index(void *context, int part) {
  sl_parallel_search *all = context;
  const sl_coo *matrix = all->at;
  int k, end;
  sl_looking_range(all, part, &k, &end);
  for (; k < end; k++) {
    if (in_range(matrix->row_idx[k], matrix->num_rows) &&
        in_range(matrix->col_idx[k], matrix->num_cols)) {
      continue;
    }
    all->found[part] = k;
    return;
  }
}

static sl_status check_indices(const sl_coo *matrix) {
  int k = sl_parallel_find(matrix, matrix->nnz, find_bad_index);
  if (k < 0) return SL_OK;
  SL_TRY(check_index("row", k, matrix->row_idx[k], matrix->num_rows));
  return check_index("column", k, matrix->col_idx[k], matrix->num_cols);
}

sl_status sl_coo_check(const sl_coo *matrix) {
  if (matrix->num_rows < 0 || matrix->num_cols < 0 || matrix->nnz < 0) {
    return sl_fail(SL_ERR_INPUT,
                   "a COO matrix has a negative size (%d rows, %d columns, %d entries); set sizes "
                   "of 0 or more",
                   matrix->num_rows, matrix->num_cols, matrix->nnz);
  }
  if (matrix->nnz > 0 && !(matrix->row_idx && matrix->col_idx && matrix->values)) {
    return sl_fail(SL_ERR_INPUT, "a COO matrix has no arrays; make it before using it");
  }
  SL_TRY(check_indices(matrix));
  for (int k = 0; k < matrix->nnz; k++) {
    if (sl_compressed_value_is_finite(matrix->values[k])) continue;
    return sl_fail(SL_ERR_INPUT, "COO: entry %d: the value is %g; only finite values can be judged",
                   k, matrix->values[k]);
  }
  return SL_OK;
}

void sl_coo_free(sl_coo *matrix) {
  if (!matrix) return;
  sl_free(matrix->row_idx);
  sl_free(matrix->col_idx);
  sl_free(matrix->values);
  *matrix = (sl_coo){0};
}

sl_status sl_coo_to_csr(const sl_coo *from, sl_csr *out) {
  *out = (sl_csr){0};
  SL_TRY(check_indices(from)); /* an index out of range would write outside of the arrays */
  sl_csr made = {0};
  SL_TRY(sl_csr_make(from->num_rows, from->num_cols, from->nnz, &made));
  sl_status status = sl_distribute(&(sl_distribution){.line = from->row_idx,
                                                      .other = from->col_idx,
                                                      .values = from->values,
                                                      .num_lines = from->num_rows,
                                                      .nnz = from->nnz,
                                                      .ptr = made.row_ptr,
                                                      .to_idx = made.col_idx,
                                                      .to_values = made.values});
  if (status == SL_OK) {
    *out = made;
  } else {
    sl_csr_free(&made);
  }
  return status;
}

static void copy_rows(const sl_csr *from, int first, int end, void *to) {
  sl_coo *out = to;
  for (int row = first; row < end; row++) {
    for (int k = from->row_ptr[row]; k < from->row_ptr[row + 1]; k++) {
      out->row_idx[k] = row;
      out->col_idx[k] = from->col_idx[k];
      out->values[k] = from->values[k];
    }
  }
}

sl_status sl_coo_from_csr(const sl_csr *from, sl_coo *out) {
  SL_TRY(sl_coo_make(from->num_rows, from->num_cols, from->nnz, out));
  sl_csr_share_rows(from, copy_rows, out);
  return SL_OK;
}

/* The state of copying sorted rows from `from` to `to`, where equal neighboring columns become one
 * entry. A part knows where its entries go after the entries of all parts before it have been
 * counted. */
typedef struct merging {
  const sl_csr *from;
  sl_csr *to;
  int num_parts;
  int begins[SL_MOST_PARTS + 1];
} merging;

static void count_merged(void *context, int part) {
  merging *all = context;
  const sl_csr *from = all->from;
  int count = 0, end = sl_csr_part_row(from, all->num_parts, part + 1);
  for (int row = sl_csr_part_row(from, all->num_parts, part); row < end; row++) {
    for (int k = from->row_ptr[row]; k < from->row_ptr[row + 1]; k++) {
      count += k == from->row_ptr[row] || from->col_idx[k - 1] != from->col_idx[k];
    }
  }
  all->begins[part + 1] = count;
}

static void merge_part(void *context, int part) {
  const merging *all = context;
  const sl_csr *from = all->from;
  sl_csr *to = all->to;
  int written = all->begins[part], end = sl_csr_part_row(from, all->num_parts, part + 1);
  for (int row = sl_csr_part_row(from, all->num_parts, part); row < end; row++) {
    for (int k = from->row_ptr[row]; k < from->row_ptr[row + 1]; k++) {
      if (k > from->row_ptr[row] && from->col_idx[k - 1] == from->col_idx[k]) {
        to->values[written - 1] += from->values[k];
      } else {
        to->col_idx[written] = from->col_idx[k];
        to->values[written++] = from->values[k];
      }
    }
    to->row_ptr[row + 1] = written;
  }
}

static void merge_neighbours(const sl_csr *from, sl_csr *to) {
  merging all = {.from = from, .to = to, .num_parts = sl_parallel_parts(sl_csr_weight(from))};
  sl_parallel_run_all(all.num_parts, count_merged, &all);
  for (int part = 0; part < all.num_parts; part++) all.begins[part + 1] += all.begins[part];
  sl_parallel_run_all(all.num_parts, merge_part, &all);
  to->nnz = all.begins[all.num_parts];
}

sl_status sl_coo_sum_duplicates_of_csr(sl_csr *matrix) {
  if (sl_csr_is_sorted(matrix)) return SL_OK;
  /* Transposing twice sorts all rows, in time linear in the number of entries (Gustavson 1978). The
   * sort is stable, so duplicates are added in their original order. */
  sl_csc columns;
  sl_csr sorted;
  SL_TRY(sl_csc_from_csr(matrix, &columns));
  sl_status status = sl_csc_to_csr(&columns, &sorted);
  sl_csc_free(&columns);
  SL_TRY(status);
  merge_neighbours(&sorted, matrix);
  sl_csr_free(&sorted);
  return SL_OK;
}

double sl_coo_spmv_bytes(const sl_coo *matrix, size_t value_bytes) {
  double v = (double)value_bytes;
  return (v + 2 * sizeof(int)) * matrix->nnz + v * matrix->num_cols + 2 * v * matrix->num_rows;
}
