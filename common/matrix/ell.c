/* ell.c: the ELL format: allocates, checks and frees matrices, pads the rows of a CSR matrix, and
 * counts the bytes that SpMV moves. */
#include "matrix/ell.h"

#include "base/memory.h"
#include "matrix/compressed.h"

#include <limits.h>

static size_t slots_of(const sl_ell *matrix) {
  return (size_t)matrix->num_rows * (size_t)matrix->width;
}

/* Allocates the arrays, but does not write SL_ELL_PADDING. */
static sl_status allocate(int num_rows, int num_cols, int width, sl_order order, sl_ell *out) {
  *out = (sl_ell){0};
  SL_TRY(sl_compressed_check_sizes("ELL", num_rows, num_cols, width));
  sl_ell made = {.num_rows = num_rows, .num_cols = num_cols, .width = width, .order = order};
  size_t slots = slots_of(&made);
  if (slots > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "ELL would pad each of %d rows to %d entries: %zu slots, but an int can count "
                   "only %d; choose a format that does not pad every row to the longest",
                   num_rows, width, slots, INT_MAX);
  }
  sl_status status = sl_alloc(slots, sizeof(int), "ELL column indices", &made.col_idx);
  if (status == SL_OK) status = sl_alloc(slots, sizeof(double), "ELL values", &made.values);
  if (status != SL_OK) {
    sl_ell_free(&made);
    return status;
  }
  *out = made;
  return SL_OK;
}

sl_status sl_ell_make(int num_rows, int num_cols, int width, sl_order order, sl_ell *out) {
  SL_TRY(allocate(num_rows, num_cols, width, order, out));
  for (size_t i = 0; i < slots_of(out); i++) out->col_idx[i] = SL_ELL_PADDING;
  return SL_OK;
}

/* Checks that the row consists of entries, followed by padding. Adds the number of entries to
 * `*entries`. */
static sl_status check_row(const sl_ell *matrix, int row, int *entries) {
  bool padding = false;
  for (int i = 0; i < matrix->width; i++) {
    size_t at = sl_ell_slot(matrix, row, i);
    int col = matrix->col_idx[at];
    double value = matrix->values[at];
    if (col == SL_ELL_PADDING) {
      padding = true;
      if (value == 0) continue;
      return sl_fail(SL_ERR_INPUT, "ELL: row %d, slot %d: padding has the value %g; it must be 0",
                     row, i, value);
    }
    if (padding) {
      return sl_fail(SL_ERR_INPUT,
                     "ELL: row %d, slot %d: an entry comes after padding; entries come first", row,
                     i);
    }
    if (col < 0 || col >= matrix->num_cols) {
      return sl_fail(SL_ERR_INPUT,
                     "ELL: row %d, slot %d: column index %d is outside of 0 to %d; indices count "
                     "from 0",
                     row, i, col, matrix->num_cols - 1);
    }
    if (!sl_compressed_value_is_finite(value)) {
      return sl_fail(SL_ERR_INPUT,
                     "ELL: row %d, slot %d: the value is %g; only finite values can be judged", row,
                     i, value);
    }
    (*entries)++;
  }
  return SL_OK;
}

sl_status sl_ell_check(const sl_ell *matrix) {
  if (matrix->num_rows < 0 || matrix->num_cols < 0 || matrix->width < 0) {
    return sl_fail(SL_ERR_INPUT,
                   "an ELL matrix has a negative size (%d rows, %d columns, width %d); set sizes "
                   "of 0 or more",
                   matrix->num_rows, matrix->num_cols, matrix->width);
  }
  if (slots_of(matrix) > 0 && !(matrix->col_idx && matrix->values)) {
    return sl_fail(SL_ERR_INPUT, "an ELL matrix has no arrays; make it before using it");
  }
  int entries = 0;
  for (int row = 0; row < matrix->num_rows; row++) SL_TRY(check_row(matrix, row, &entries));
  if (entries == matrix->nnz) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "ELL: %d entries are stored, but nnz is %d", entries, matrix->nnz);
}

void sl_ell_free(sl_ell *matrix) {
  if (!matrix) return;
  sl_free(matrix->col_idx);
  sl_free(matrix->values);
  *matrix = (sl_ell){0};
}

static void fill_slot(const sl_csr *from, int row, int i, sl_ell *to) {
  size_t at = sl_ell_slot(to, row, i);
  int entry = from->row_ptr[row] + i;
  bool used = i < sl_csr_row_length(from, row);
  to->col_idx[at] = used ? from->col_idx[entry] : SL_ELL_PADDING;
  if (used) to->values[at] = from->values[entry];
}

/* Fills blocks of a few rows, and each block slot by slot, because in column-major order the slots
 * of neighboring rows are adjacent. */
static void fill_rows(const sl_csr *from, int first, int end, void *context) {
  enum { BLOCK = 64 };
  sl_ell *to = context;
  for (int block = first; block < end; block += BLOCK) {
    int stop = end - block < BLOCK ? end : block + BLOCK;
    for (int i = 0; i < to->width; i++) {
      for (int row = block; row < stop; row++) fill_slot(from, row, i, to);
    }
  }
}

sl_status sl_ell_from_csr(const sl_csr *from, int width, sl_order order, sl_ell *out) {
  SL_TRY(allocate(from->num_rows, from->num_cols, width, order, out));
  sl_csr_share_rows(from, fill_rows, out);
  for (int row = 0; row < from->num_rows; row++) {
    int length = sl_csr_row_length(from, row);
    out->nnz += length < width ? length : width;
  }
  return SL_OK;
}

double sl_ell_spmv_bytes(const sl_ell *matrix, size_t value_bytes) {
  double v = (double)value_bytes;
  double m = matrix->num_rows;
  return (v + sizeof(int)) * (double)slots_of(matrix) + v * matrix->num_cols + 2 * v * m;
}
