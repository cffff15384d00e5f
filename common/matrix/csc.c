/* csc.c: compressed sparse column: make, check, free, and the way from CSR and back. */
#include "matrix/csc.h"

#include "base/memory.h"
#include "matrix/compressed.h"

#include <string.h>

sl_status sl_csc_make(int num_rows, int num_cols, int nnz, sl_csc *out) {
  *out = (sl_csc){0};
  SL_TRY(sl_matrix_check_sizes("CSC", num_rows, num_cols, nnz));

  sl_csc made = {.num_rows = num_rows, .num_cols = num_cols, .nnz = nnz};
  size_t entries = (size_t)nnz;
  sl_status status =
      sl_alloc((size_t)num_cols + 1, sizeof(int), "CSC column pointers", &made.col_ptr);
  if (status == SL_OK) status = sl_alloc(entries, sizeof(int), "CSC row indices", &made.row_idx);
  if (status == SL_OK) status = sl_alloc(entries, sizeof(double), "CSC values", &made.values);
  if (status != SL_OK) {
    sl_csc_free(&made);
    return status;
  }
  *out = made;
  return SL_OK;
}

sl_status sl_csc_check(const sl_csc *matrix) {
  const sl_compressed columns = {
      .format = "CSC",
      .line = "column",
      .other = "row",
      .num_lines = matrix->num_cols,
      .num_others = matrix->num_rows,
      .nnz = matrix->nnz,
      .ptr = matrix->col_ptr,
      .idx = matrix->row_idx,
      .values = matrix->values,
  };
  return sl_compressed_check(&columns);
}

void sl_csc_free(sl_csc *matrix) {
  if (!matrix) return;
  sl_free(matrix->col_ptr);
  sl_free(matrix->row_idx);
  sl_free(matrix->values);
  *matrix = (sl_csc){0};
}

/* Counting, then the exclusive scan: col_ptr[j] becomes the number of entries left of column j. */
static void count_columns(const sl_csr *from, int *col_ptr) {
  for (int k = 0; k < from->nnz; k++) col_ptr[from->col_idx[k] + 1]++;
  for (int col = 0; col < from->num_cols; col++) col_ptr[col + 1] += col_ptr[col];
}

/* next[j] is where the next entry of column j goes. It is a copy: moving col_ptr itself would leave
 * every column pointing at its end. */
static void scatter(const sl_csr *from, int *next, sl_csc *to) {
  for (int row = 0; row < from->num_rows; row++) {
    for (int k = from->row_ptr[row]; k < from->row_ptr[row + 1]; k++) {
      int slot = next[from->col_idx[k]]++;
      to->row_idx[slot] = row;
      to->values[slot] = from->values[k];
    }
  }
}

sl_status sl_csr_to_csc(const sl_csr *from, sl_csc *out) {
  *out = (sl_csc){0};
  sl_csc made = {0};
  int *next = NULL;
  size_t num_cols = (size_t)from->num_cols;
  SL_TRY(sl_alloc(num_cols, sizeof *next, "the columns' next free slots", &next));
  sl_status status = sl_csc_make(from->num_rows, from->num_cols, from->nnz, &made);
  if (status == SL_OK) {
    count_columns(from, made.col_ptr);
    memcpy(next, made.col_ptr, num_cols * sizeof *next);
    scatter(from, next, &made);
    *out = made;
  }
  sl_free(next);
  return status;
}

sl_status sl_csc_to_csr(const sl_csc *from, sl_csr *out) {
  *out = (sl_csr){0};
  /* The arrays of a CSC matrix are the CSR of its transpose, and the CSC of that is our CSR. */
  const sl_csr transpose = {
      .num_rows = from->num_cols,
      .num_cols = from->num_rows,
      .nnz = from->nnz,
      .row_ptr = from->col_ptr,
      .col_idx = from->row_idx,
      .values = from->values,
  };
  sl_csc made;
  SL_TRY(sl_csr_to_csc(&transpose, &made));
  *out = (sl_csr){
      .num_rows = from->num_rows,
      .num_cols = from->num_cols,
      .nnz = from->nnz,
      .row_ptr = made.col_ptr,
      .col_idx = made.row_idx,
      .values = made.values,
  };
  return SL_OK;
}
