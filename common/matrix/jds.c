/* jds.c: the jagged diagonal format, and sections of rows of equal length. */
#include "matrix/jds.h"

#include "base/memory.h"
#include "base/parallel.h"

/* Sorts the rows by decreasing length with a stable counting sort. `start` needs longest + 2
 * elements. */
static void sort_by_length(const sl_csr *matrix, int longest, int *start, int *perm) {
  for (int row = 0; row < matrix->num_rows; row++)
    start[longest - sl_csr_row_length(matrix, row) + 1]++;
  for (int i = 0; i < longest; i++) start[i + 1] += start[i];
  for (int row = 0; row < matrix->num_rows; row++) {
    perm[start[longest - sl_csr_row_length(matrix, row)]++] = row;
  }
}

sl_status sl_jds_sort_rows(const sl_csr *matrix, int *perm) {
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
  return sl_jds_sort_rows(from, out->perm);
}

static void find_diagonals(const sl_csr *from, sl_jds *to) {
  int rows = from->num_rows;
  for (int d = 0; d < to->num_diags; d++) {
    while (rows > 0 && sl_csr_row_length(from, to->perm[rows - 1]) <= d)
      rows--; /* the last row has no entry in diagonal d */
    to->diag_ptr[d + 1] = to->diag_ptr[d] + rows;
  }
}

/* The work that the cores share: each fills the entries of some rows that are adjacent after
 * sorting. A core takes few rows at a time, so that their entries in `from` stay in the cache. */
typedef struct jds_filling {
  const sl_csr *from;
  sl_jds *to;
  int num_parts;
} jds_filling;

enum { BLOCK = 32 };

static int block_end(int place, int end) {
  return end - place < BLOCK ? end : place + BLOCK;
}

static void fill_places(const sl_csr *from, int first, int end, sl_jds *to) {
  int rows = end;
  for (int d = 0; rows > first; d++) {
    while (rows > first && sl_csr_row_length(from, to->perm[rows - 1]) <= d) rows--;
    for (int place = first; place < rows; place++) {
      int entry = from->row_ptr[to->perm[place]] + d, slot = to->diag_ptr[d] + place;
      to->col_idx[slot] = from->col_idx[entry];
      to->values[slot] = from->values[entry];
    }
  }
}

static void fill_jds_part(void *context, int part) {
  const jds_filling *all = context;
  int place = (int)sl_part_begin(all->from->num_rows, all->num_parts, part);
  int end = (int)sl_part_begin(all->from->num_rows, all->num_parts, part + 1);
  for (; place < end; place = block_end(place, end)) {
    fill_places(all->from, place, block_end(place, end), all->to);
  }
}

static void fill_jds(const sl_csr *from, sl_jds *to) {
  jds_filling all = {.from = from, .to = to, .num_parts = sl_parallel_parts(sl_csr_weight(from))};
  find_diagonals(from, to);
  sl_parallel_run_all(all.num_parts, fill_jds_part, &all);
}

sl_status sl_jds_from_csr(const sl_csr *from, sl_jds *out) {
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

/* Counts the sections of the sorted rows: a section starts where the length changes. If
 * `section_row` is not NULL, writes the first place of each section to it, and then the number of
 * rows. */
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
  SL_TRY(sl_jds_sort_rows(from, out->perm));
  out->num_sections = cut_sections(from, out->perm, NULL);
  size_t bounds = (size_t)out->num_sections + 1;
  SL_TRY(sl_alloc(bounds, sizeof(int), "section rows", &out->section_row));
  SL_TRY(sl_alloc(bounds, sizeof(int), "section pointers", &out->section_ptr));
  SL_TRY(sl_alloc(entries, sizeof(int), "section column indices", &out->col_idx));
  return sl_alloc(entries, sizeof(double), "section values", &out->values);
}

static void find_section_pointers(const sl_csr *from, sl_sections *to) {
  for (int s = 0; s < to->num_sections; s++) {
    int first = to->section_row[s], rows = to->section_row[s + 1] - first;
    to->section_ptr[s + 1] = to->section_ptr[s] + rows * sl_csr_row_length(from, to->perm[first]);
  }
}

/* Fills the entries of the rows at places `first` to `end` − 1, all in one section. */
static void fill_stretch(const sl_csr *from, int section, int first, int end, sl_sections *to) {
  int begin = to->section_row[section], rows = to->section_row[section + 1] - begin;
  int length = sl_csr_row_length(from, to->perm[first]);
  for (int i = 0; i < length; i++) {
    for (int place = first; place < end; place++) {
      int entry = from->row_ptr[to->perm[place]] + i;
      int slot = to->section_ptr[section] + i * rows + (place - begin);
      to->col_idx[slot] = from->col_idx[entry];
      to->values[slot] = from->values[entry];
    }
  }
}

/* The section that contains place `place`. */
static int section_of(const sl_sections *matrix, int place) {
  int low = 0, high = matrix->num_sections - 1;
  while (low < high) {
    int middle = low + (high - low + 1) / 2;
    if (matrix->section_row[middle] <= place) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

typedef struct sections_filling {
  const sl_csr *from;
  sl_sections *to;
  int num_parts;
} sections_filling;

static void fill_sections_part(void *context, int part) {
  const sections_filling *all = context;
  sl_sections *to = all->to;
  int place = (int)sl_part_begin(to->num_rows, all->num_parts, part);
  int end = (int)sl_part_begin(to->num_rows, all->num_parts, part + 1);
  int section = place < end ? section_of(to, place) : 0;
  while (place < end) {
    int last = to->section_row[section + 1] < end ? to->section_row[section + 1] : end;
    int stop = block_end(place, last);
    fill_stretch(all->from, section, place, stop, to);
    section += stop == to->section_row[section + 1];
    place = stop;
  }
}

static void fill_sections(const sl_csr *from, sl_sections *to) {
  sections_filling all = {
      .from = from, .to = to, .num_parts = sl_parallel_parts(sl_csr_weight(from))};
  (void)cut_sections(from, to->perm, to->section_row);
  find_section_pointers(from, to);
  sl_parallel_run_all(all.num_parts, fill_sections_part, &all);
}

sl_status sl_jds_sections_from_csr(const sl_csr *from, sl_sections *out) {
  sl_status status = make_sections(from, out);
  if (status != SL_OK) {
    sl_jds_sections_free(out);
    return status;
  }
  fill_sections(from, out);
  return SL_OK;
}

void sl_jds_sections_free(sl_sections *matrix) {
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

int sl_jds_sections_filled_rows(const sl_sections *matrix) {
  int last = matrix->num_sections - 1;
  bool empty = last >= 0 && matrix->section_ptr[last] == matrix->section_ptr[last + 1];
  return empty ? matrix->section_row[last] : matrix->num_rows;
}

double sl_jds_sections_spmv_bytes(const sl_sections *matrix, size_t value_bytes) {
  double v = (double)value_bytes;
  double rows = sl_jds_sections_filled_rows(matrix);
  return v * (matrix->nnz + (double)matrix->num_cols + 2 * rows) +
         sizeof(int) * ((double)matrix->nnz + rows);
}
