/* coo.c: coordinate format: make, check, free, the way from CSR and back, summing duplicates, bytes
 * moved. */
#include "matrix/coo.h"

#include "base/memory.h"
#include "matrix/compressed.h"
#include "matrix/csc.h"

#include <string.h>

sl_status sl_coo_make(int num_rows, int num_cols, int nnz, sl_coo *out) {
  *out = (sl_coo){0};
  SL_TRY(sl_matrix_check_sizes("COO", num_rows, num_cols, nnz));

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

static sl_status check_index(const char *name, int entry, int index, int count) {
  if (index >= 0 && index < count) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "COO: entry %d: %s index %d is outside of 0 to %d; indices count from 0", entry,
                 name, index, count - 1);
}

static sl_status check_indices(const sl_coo *matrix) {
  for (int k = 0; k < matrix->nnz; k++) {
    SL_TRY(check_index("row", k, matrix->row_idx[k], matrix->num_rows));
    SL_TRY(check_index("column", k, matrix->col_idx[k], matrix->num_cols));
  }
  return SL_OK;
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
    if (sl_value_is_finite(matrix->values[k])) continue;
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

/* Counting sort by row; it is stable, so the entries of a row keep their order. */
static void sort_by_row(const sl_coo *from, int *next, sl_csr *to) {
  for (int k = 0; k < from->nnz; k++) to->row_ptr[from->row_idx[k] + 1]++;
  for (int row = 0; row < from->num_rows; row++) to->row_ptr[row + 1] += to->row_ptr[row];
  memcpy(next, to->row_ptr, (size_t)from->num_rows * sizeof *next);
  for (int k = 0; k < from->nnz; k++) {
    int slot = next[from->row_idx[k]]++;
    to->col_idx[slot] = from->col_idx[k];
    to->values[slot] = from->values[k];
  }
}

sl_status sl_coo_to_csr(const sl_coo *from, sl_csr *out) {
  *out = (sl_csr){0};
  SL_TRY(check_indices(from)); /* an index out of range would write beyond the arrays */
  sl_csr made = {0};
  SL_TRY(sl_csr_make(from->num_rows, from->num_cols, from->nnz, &made));
  int *next = NULL;
  sl_status status =
      sl_alloc((size_t)from->num_rows, sizeof *next, "the rows' next free slots", &next);
  if (status != SL_OK) {
    sl_csr_free(&made);
    return status;
  }
  sort_by_row(from, next, &made);
  sl_free(next);
  *out = made;
  return SL_OK;
}

sl_status sl_csr_to_coo(const sl_csr *from, sl_coo *out) {
  SL_TRY(sl_coo_make(from->num_rows, from->num_cols, from->nnz, out));
  for (int row = 0; row < from->num_rows; row++) {
    for (int k = from->row_ptr[row]; k < from->row_ptr[row + 1]; k++) {
      out->row_idx[k] = row;
      out->col_idx[k] = from->col_idx[k];
      out->values[k] = from->values[k];
    }
  }
  return SL_OK;
}

/* Writes the sorted rows of `from` to `to`, equal neighbours as their sum. */
static void merge_neighbours(const sl_csr *from, sl_csr *to) {
  int written = 0;
  for (int row = 0; row < from->num_rows; row++) {
    to->row_ptr[row] = written;
    for (int k = from->row_ptr[row]; k < from->row_ptr[row + 1]; k++) {
      if (written > to->row_ptr[row] && to->col_idx[written - 1] == from->col_idx[k]) {
        to->values[written - 1] += from->values[k];
      } else {
        to->col_idx[written] = from->col_idx[k];
        to->values[written++] = from->values[k];
      }
    }
  }
  to->row_ptr[from->num_rows] = written;
  to->nnz = written;
}

sl_status sl_csr_sum_duplicates(sl_csr *matrix) {
  if (sl_csr_is_sorted(matrix)) return SL_OK;
  /* Transposing twice sorts all rows in time linear in the entries (Gustavson 1978), and it is
   * stable: duplicates are added in the order in which they stood. */
  sl_csc columns;
  sl_csr sorted;
  SL_TRY(sl_csr_to_csc(matrix, &columns));
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
