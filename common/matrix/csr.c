/* csr.c: the compressed sparse row format: allocates, checks, copies and frees matrices, counts the
 * bytes that SpMV moves, and computes statistics of row lengths. */
#include "matrix/csr.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "matrix/compressed.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

sl_status sl_csr_make(int num_rows, int num_cols, int nnz, sl_csr *out) {
  *out = (sl_csr){0};
  SL_TRY(sl_compressed_check_sizes("CSR", num_rows, num_cols, nnz));

  sl_csr made = {.num_rows = num_rows, .num_cols = num_cols, .nnz = nnz};
  size_t entries = (size_t)nnz;
  sl_status status = sl_alloc((size_t)num_rows + 1, sizeof(int), "CSR row pointers", &made.row_ptr);
  if (status == SL_OK) {
    status = sl_alloc(entries, sizeof(int), "CSR column indices", &made.col_idx);
  }
  if (status == SL_OK) status = sl_alloc(entries, sizeof(double), "CSR values", &made.values);
  if (status != SL_OK) {
    sl_csr_free(&made);
    return status;
  }
  *out = made;
  return SL_OK;
}

sl_status sl_csr_check(const sl_csr *matrix) {
  const sl_compressed rows = {
      .format = "CSR",
      .line = "row",
      .other = "column",
      .num_lines = matrix->num_rows,
      .num_others = matrix->num_cols,
      .nnz = matrix->nnz,
      .ptr = matrix->row_ptr,
      .idx = matrix->col_idx,
      .values = matrix->values,
  };
  return sl_compressed_check(&rows);
}

int sl_csr_longest_row(const sl_csr *matrix) {
  int longest = 0;
  for (int row = 0; row < matrix->num_rows; row++) {
    int length = sl_csr_row_length(matrix, row);
    if (length > longest) longest = length;
  }
  return longest;
}

int sl_csr_part_row(const sl_csr *matrix, int num_parts, int part) {
  long long target = sl_part_begin(sl_csr_weight(matrix), num_parts, part);
  int low = 0, high = matrix->num_rows;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if ((long long)matrix->row_ptr[middle] + middle < target) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return part == num_parts ? matrix->num_rows : low;
}

typedef struct csr_sharing {
  const sl_csr *matrix;
  void (*rows)(const sl_csr *matrix, int first, int end, void *context);
  void *context;
  int num_parts;
} csr_sharing;

static void share_part(void *context, int part) {
  const csr_sharing *all = context;
  int first = sl_csr_part_row(all->matrix, all->num_parts, part);
  int end = sl_csr_part_row(all->matrix, all->num_parts, part + 1);
  all->rows(all->matrix, first, end, all->context);
}

void sl_csr_share_rows(const sl_csr *matrix,
                       void (*rows)(const sl_csr *matrix, int first, int end, void *context),
                       void *context) {
  int num_parts = sl_parallel_parts(sl_csr_weight(matrix));
  csr_sharing all = {.matrix = matrix, .rows = rows, .context = context, .num_parts = num_parts};
  sl_parallel_run_all(num_parts, share_part, &all);
}

static bool row_is_sorted(const sl_csr *matrix, int row) {
  for (int k = matrix->row_ptr[row] + 1; k < matrix->row_ptr[row + 1]; k++) {
    if (matrix->col_idx[k - 1] >= matrix->col_idx[k]) return false;
  }
  return true;
}

static void find_unsorted(const sl_csr *matrix, int first, int end, void *context) {
  atomic_bool *sorted = context;
  for (int row = first; row < end && atomic_load_explicit(sorted, memory_order_relaxed); row++) {
    if (!row_is_sorted(matrix, row)) atomic_store(sorted, false);
  }
}

bool sl_csr_is_sorted(const sl_csr *matrix) {
  atomic_bool sorted;
  atomic_init(&sorted, true);
  sl_csr_share_rows(matrix, find_unsorted, &sorted);
  return atomic_load(&sorted);
}

sl_status sl_csr_copy(const sl_csr *from, sl_csr *out) {
  sl_csr made;
  *out = (sl_csr){0};
  SL_TRY(sl_csr_make(from->num_rows, from->num_cols, from->nnz, &made));
  size_t entries = (size_t)from->nnz;
  sl_parallel_copy(made.row_ptr, from->row_ptr,
                   ((size_t)from->num_rows + 1) * sizeof *made.row_ptr);
  sl_parallel_copy(made.col_idx, from->col_idx, entries * sizeof *made.col_idx);
  sl_parallel_copy(made.values, from->values, entries * sizeof *made.values);
  *out = made;
  return SL_OK;
}

void sl_csr_free(sl_csr *matrix) {
  if (!matrix) return;
  sl_free(matrix->row_ptr);
  sl_free(matrix->col_idx);
  sl_free(matrix->values);
  *matrix = (sl_csr){0};
}

double sl_csr_spmv_bytes(const sl_csr *matrix, size_t value_bytes) {
  double v = (double)value_bytes;
  double m = matrix->num_rows;
  double n = matrix->num_cols;
  double entries = matrix->nnz;
  return entries * (v + sizeof(int)) + sizeof(int) * (m + 1) + v * n + 2 * v * m;
}

/* The standard deviation of the row lengths from `mean`. A second pass with the known mean avoids
 * the cancellation of large squares. */
static double deviation(const sl_csr *matrix, double mean) {
  double squares = 0;
  for (int row = 0; row < matrix->num_rows; row++) {
    double off = sl_csr_row_length(matrix, row) - mean;
    squares += off * off;
  }
  return sqrt(squares / matrix->num_rows);
}

static long long row_bandwidth(const sl_csr *matrix, int row) {
  long long widest = 0;
  for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
    long long distance = llabs((long long)matrix->col_idx[k] - row);
    if (distance > widest) widest = distance;
  }
  return widest;
}

void sl_csr_statistics(const sl_csr *matrix, sl_csr_stats *out) {
  *out = (sl_csr_stats){0};
  if (matrix->num_rows == 0) return;
  out->min_row = matrix->row_ptr[1];
  for (int row = 0; row < matrix->num_rows; row++) {
    int length = sl_csr_row_length(matrix, row);
    long long distance = row_bandwidth(matrix, row);
    if (length < out->min_row) out->min_row = length;
    if (length > out->max_row) out->max_row = length;
    if (length == 0) out->empty_rows++;
    if (distance > out->bandwidth) out->bandwidth = distance;
  }
  out->mean_row = (double)matrix->nnz / matrix->num_rows;
  out->deviation_row = deviation(matrix, out->mean_row);
}
