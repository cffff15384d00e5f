/* hyb.c: the hybrid of ELL and COO: chooses the width, splits a matrix, and counts the bytes that
 * SpMV moves. */
#include "matrix/hyb.h"

#include "base/memory.h"
#include "base/parallel.h"

sl_status sl_hyb_width(const sl_csr *matrix, int *width_out) {
  int longest = sl_csr_longest_row(matrix);
  int *rows_of_length;
  *width_out = 0;
  SL_TRY(sl_alloc((size_t)longest + 1, sizeof *rows_of_length, "a histogram of row lengths",
                  &rows_of_length));
  for (int row = 0; row < matrix->num_rows; row++) rows_of_length[sl_csr_row_length(matrix, row)]++;
  int at_least = 0; /* number of rows with at least `width` entries */
  int width = longest;
  for (; width > 0; width--) {
    at_least += rows_of_length[width];
    if (at_least >= matrix->num_rows - at_least - at_least) break; /* 3·at_least ≥ num_rows */
  }
  sl_free(rows_of_length);
  *width_out = width;
  return SL_OK;
}

/* The state of moving entry `width` and later entries of each row to COO. A part knows where its
 * entries go after the entries of all parts before it have been counted. */
typedef struct taking {
  const sl_csr *from;
  int width, num_parts;
  int begins[SL_MOST_PARTS + 1];
  sl_coo *to;
} taking;

static void count_rest(void *context, int part) {
  taking *all = context;
  int count = 0, end = sl_csr_part_row(all->from, all->num_parts, part + 1);
  for (int row = sl_csr_part_row(all->from, all->num_parts, part); row < end; row++) {
    int rest = sl_csr_row_length(all->from, row) - all->width;
    if (rest > 0) count += rest;
  }
  all->begins[part + 1] = count;
}

static void take_part(void *context, int part) {
  const taking *all = context;
  const sl_csr *from = all->from;
  sl_coo *to = all->to;
  int taken = all->begins[part], end = sl_csr_part_row(from, all->num_parts, part + 1);
  for (int row = sl_csr_part_row(from, all->num_parts, part); row < end; row++) {
    for (int i = all->width; i < sl_csr_row_length(from, row); i++, taken++) {
      to->row_idx[taken] = row;
      to->col_idx[taken] = from->col_idx[from->row_ptr[row] + i];
      to->values[taken] = from->values[from->row_ptr[row] + i];
    }
  }
}

static void take_rest(const sl_csr *from, int width, sl_coo *to) {
  taking all = {.from = from, .width = width, .to = to};
  all.num_parts = sl_parallel_parts(sl_csr_weight(from));
  sl_parallel_run_all(all.num_parts, count_rest, &all);
  for (int part = 0; part < all.num_parts; part++) all.begins[part + 1] += all.begins[part];
  sl_parallel_run_all(all.num_parts, take_part, &all);
}

sl_status sl_hyb_from_csr(const sl_csr *from, int width, sl_hyb *out) {
  *out = (sl_hyb){.coo = {0}};
  SL_TRY(sl_ell_from_csr(from, width, SL_COLUMN_MAJOR, &out->ell));
  sl_status status =
      sl_coo_make(from->num_rows, from->num_cols, from->nnz - out->ell.nnz, &out->coo);
  if (status != SL_OK) {
    sl_hyb_free(out);
    return status;
  }
  take_rest(from, width, &out->coo);
  return SL_OK;
}

void sl_hyb_free(sl_hyb *matrix) {
  if (!matrix) return;
  sl_ell_free(&matrix->ell);
  sl_coo_free(&matrix->coo);
}

double sl_hyb_spmv_bytes(const sl_hyb *matrix, size_t value_bytes) {
  return sl_ell_spmv_bytes(&matrix->ell, value_bytes) +
         (double)matrix->coo.nnz * (double)(value_bytes + 2 * sizeof(int));
}
