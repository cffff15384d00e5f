/* jds.c: jagged diagonals, and sections of rows of one length. */
#include "matrix/jds.h"

#include "base/memory.h"

/* Counting sort, longest first; it is stable. `start` has a place for each length and one more. */
static void sort_by_length(const sl_csr *matrix, int longest, int *start, int *perm) {
  for (int row = 0; row < matrix->num_rows; row++)
    start[longest - sl_csr_row_length(matrix, row) + 1]++;
  for (int i = 0; i < longest; i++) start[i + 1] += start[i];
  for (int row = 0; row < matrix->num_rows; row++) {
    perm[start[longest - sl_csr_row_length(matrix, row)]++] = row;
  }
}

sl_status sl_csr_sort_rows(const sl_csr *matrix, int *perm) {
  int longest = sl_csr_longest_row(matrix);
  int *start;
  SL_TRY(sl_alloc((size_t)longest + 2, sizeof *start, "the places of each row length", &start));
  sort_by_length(matrix, longest, start, perm);
  sl_free(start);
  return SL_OK;
}

static sl_status make_jds(const sl_csr *from, sl_jds *out) {
  *out = (sl_jds){.num_rows = from->num_rows,
                  .num_cols = from->num_cols,
                  .nnz = from->nnz,
                  .num_diags = sl_csr_longest_row(from)};
  size_t entries = (size_t)from->nnz;
  SL_TRY(sl_alloc((size_t)from->num_rows, sizeof(int), "JDS permutation", &out->perm));
  SL_TRY(sl_alloc((size_t)out->num_diags + 1, sizeof(int), "JDS diagonals", &out->diag_ptr));
  SL_TRY(sl_alloc(entries, sizeof(int), "JDS column indices", &out->col_idx));
  SL_TRY(sl_alloc(entries, sizeof(double), "JDS values", &out->values));
  return sl_csr_sort_rows(from, out->perm);
}

static void fill_jds(const sl_csr *from, sl_jds *to) {
  int taken = 0;
  int rows = from->num_rows;
  for (int d = 0; d < to->num_diags; d++) {
    while (rows > 0 && sl_csr_row_length(from, to->perm[rows - 1]) <= d)
      rows--; /* these have ended */
    for (int place = 0; place < rows; place++, taken++) {
      int entry = from->row_ptr[to->perm[place]] + d;
      to->col_idx[taken] = from->col_idx[entry];
      to->values[taken] = from->values[entry];
    }
    to->diag_ptr[d + 1] = taken;
  }
}

sl_status sl_csr_to_jds(const sl_csr *from, sl_jds *out) {
  sl_status status = make_jds(from, out);
  if (status != SL_OK) {
    sl_jds_free(out);
    return status;
  }
  fill_jds(from, out);
  return SL_OK;
}

void sl_jds_free(sl_jds *matrix) {
  if (!matrix) return;
  sl_free(matrix->perm);
  sl_free(matrix->diag_ptr);
  sl_free(matrix->col_idx);
  sl_free(matrix->values);
  *matrix = (sl_jds){0};
}

/* The sections of sorted rows: a new one wherever the length changes. Writes their first places
 * when `section_row` is not NULL. */
static int cut_sections(const sl_csr *from, const int *perm, int *section_row) {
  int count = 0;
  for (int place = 0; place < from->num_rows; place++) {
    bool first = place == 0;
    if (!first && sl_csr_row_length(from, perm[place]) == sl_csr_row_length(from, perm[place - 1]))
      continue;
    if (section_row) section_row[count] = place;
    count++;
  }
  if (section_row) section_row[count] = from->num_rows;
  return count;
}

static sl_status make_sections(const sl_csr *from, sl_sections *out) {
  *out = (sl_sections){.num_rows = from->num_rows, .num_cols = from->num_cols, .nnz = from->nnz};
  size_t entries = (size_t)from->nnz;
  SL_TRY(sl_alloc((size_t)from->num_rows, sizeof(int), "section permutation", &out->perm));
  SL_TRY(sl_csr_sort_rows(from, out->perm));
  out->num_sections = cut_sections(from, out->perm, NULL);
  size_t bounds = (size_t)out->num_sections + 1;
  SL_TRY(sl_alloc(bounds, sizeof(int), "section rows", &out->section_row));
  SL_TRY(sl_alloc(bounds, sizeof(int), "section pointers", &out->section_ptr));
  SL_TRY(sl_alloc(entries, sizeof(int), "section column indices", &out->col_idx));
  return sl_alloc(entries, sizeof(double), "section values", &out->values);
}

static void fill_section(const sl_csr *from, int section, sl_sections *to) {
  int first = to->section_row[section];
  int rows = to->section_row[section + 1] - first;
  int length = sl_csr_row_length(from, to->perm[first]);
  int taken = to->section_ptr[section];
  for (int i = 0; i < length; i++) {
    for (int j = 0; j < rows; j++, taken++) {
      int entry = from->row_ptr[to->perm[first + j]] + i;
      to->col_idx[taken] = from->col_idx[entry];
      to->values[taken] = from->values[entry];
    }
  }
  to->section_ptr[section + 1] = taken;
}

sl_status sl_csr_to_sections(const sl_csr *from, sl_sections *out) {
  sl_status status = make_sections(from, out);
  if (status != SL_OK) {
    sl_sections_free(out);
    return status;
  }
  (void)cut_sections(from, out->perm, out->section_row);
  for (int s = 0; s < out->num_sections; s++) fill_section(from, s, out);
  return SL_OK;
}

void sl_sections_free(sl_sections *matrix) {
  if (!matrix) return;
  sl_free(matrix->perm);
  sl_free(matrix->section_row);
  sl_free(matrix->section_ptr);
  sl_free(matrix->col_idx);
  sl_free(matrix->values);
  *matrix = (sl_sections){0};
}

double sl_jds_spmv_bytes(const sl_jds *matrix, size_t value_bytes) {
  double v = (double)value_bytes;
  double m = matrix->num_rows;
  double indices = (double)matrix->nnz + m + matrix->num_diags + 1;
  return v * (matrix->nnz + (double)matrix->num_cols + 2 * m) + sizeof(int) * indices;
}

int sl_sections_filled_rows(const sl_sections *matrix) {
  int last = matrix->num_sections - 1;
  bool empty = last >= 0 && matrix->section_ptr[last] == matrix->section_ptr[last + 1];
  return empty ? matrix->section_row[last] : matrix->num_rows;
}

double sl_sections_spmv_bytes(const sl_sections *matrix, size_t value_bytes) {
  double v = (double)value_bytes;
  double rows = sl_sections_filled_rows(matrix);
  return v * (matrix->nnz + (double)matrix->num_cols + 2 * rows) +
         sizeof(int) * ((double)matrix->nnz + rows);
}
