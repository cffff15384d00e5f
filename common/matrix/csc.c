/* csc.c: the compressed sparse column format: allocates, checks and frees matrices, converts from
 * and to CSR. */
#include "matrix/csc.h"

#include "base/memory.h"
#include "matrix/compressed.h"
#include "matrix/distribute.h"

sl_status sl_csc_make(int num_rows, int num_cols, int nnz, sl_csc *out) {
  *out = (sl_csc){0};
  SL_TRY(sl_compressed_check_sizes("CSC", num_rows, num_cols, nnz));

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

sl_status sl_csc_from_csr(const sl_csr *from, sl_csc *out) {
  *out = (sl_csc){0};
  sl_csc made = {0};
  SL_TRY(sl_csc_make(from->num_rows, from->num_cols, from->nnz, &made));
  sl_status status = sl_distribute(&(sl_distribution){.line = from->col_idx,
                                                      .rows = from,
                                                      .values = from->values,
                                                      .num_lines = from->num_cols,
                                                      .nnz = from->nnz,
                                                      .ptr = made.col_ptr,
                                                      .to_idx = made.row_idx,
                                                      .to_values = made.values});
  if (status == SL_OK) {
    *out = made;
  } else {
    sl_csc_free(&made);
  }
  return status;
}

sl_status sl_csc_to_csr(const sl_csc *from, sl_csr *out) {
  *out = (sl_csr){0};
  /* The arrays of a CSC matrix are the CSR of the transpose, and the CSC of the transpose is the
   * CSR of the matrix. */
  const sl_csr transpose = {
      .num_rows = from->num_cols,
      .num_cols = from->num_rows,
      .nnz = from->nnz,
      .row_ptr = from->col_ptr,
      .col_idx = from->row_idx,
      .values = from->values,
  };
  sl_csc made;
  SL_TRY(sl_csc_from_csr(&transpose, &made));
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
