/* cpu_spmv.c: computes y ← y + A x on the CPU in float or double, in parts of about equal work. */
#include "reference/cpu_spmv.h"

#include "base/huge.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/random.h"

#include <string.h>

#define REAL        float
#define TYPED(name) name##_f32
#include "reference/cpu_real.h"
#undef REAL
#undef TYPED

#define REAL        double
#define TYPED(name) name##_f64
#include "reference/cpu_real.h"
#undef REAL
#undef TYPED

static const struct {
  void (*convert)(const double *from, size_t count, void *to);
  void (*fill_random)(sl_random random, size_t first, size_t end, void *to);
  void (*rows)(const sl_cpu_spmv *spmv);
  void (*part)(const sl_cpu_spmv *spmv, int part);
  void (*finish)(const sl_cpu_spmv *spmv);
} typed[] = {
    [SL_F32] = {convert_f32, fill_random_f32, rows_f32, part_f32, finish_f32},
    [SL_F64] = {convert_f64, fill_random_f64, rows_f64, part_f64, finish_f64},
};

/* Finds the place in the merged lists of row ends and of entries that has `target` elements before
 * it. Such places give each part the same amount of work: D. Merrill, M. Garland, Merge-based
 * Parallel Sparse Matrix-Vector Multiplication, SC 2016. */
static sl_cpu_part part_at(const sl_csr *matrix, long long target) {
  int low = 0, high = matrix->num_rows;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if ((long long)matrix->row_ptr[middle + 1] + middle + 1 <= target) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return (sl_cpu_part){.row = low, .entry = (int)(target - low)};
}

static sl_status take(size_t count, size_t bytes, const char *what, void *out) {
  void *array;
  SL_TRY(sl_alloc(count, bytes, what, &array));
  sl_prefer_huge_pages(array, count * bytes);
  memcpy(out, &array, sizeof array);
  return SL_OK;
}

static sl_status allocate(sl_cpu_spmv *spmv) {
  const sl_csr *matrix = spmv->matrix;
  size_t bytes = sl_spmv_precision_bytes(spmv->precision);
  size_t rows = (size_t)matrix->num_rows, entries = (size_t)matrix->nnz;
  size_t parts = (size_t)spmv->num_parts;
  SL_TRY(take(rows + 1, sizeof(int), "the CPU's row pointers", &spmv->row_ptr));
  SL_TRY(take(entries, sizeof(int), "the CPU's column indices", &spmv->col_idx));
  SL_TRY(take(entries, bytes, "the CPU's matrix values", &spmv->values));
  SL_TRY(take((size_t)matrix->num_cols, bytes, "the CPU's vector x", &spmv->x));
  SL_TRY(take(rows, bytes, "the CPU's vector y", &spmv->y));
  SL_TRY(sl_alloc(parts + 1, sizeof *spmv->parts, "the CPU's parts", &spmv->parts));
  return sl_alloc(parts, sizeof *spmv->shares, "the CPU's parts", &spmv->shares);
}

sl_status sl_cpu_spmv_make(const sl_csr *matrix, sl_precision precision, int num_parts,
                           sl_cpu_spmv *out) {
  sl_cpu_spmv made = {.matrix = matrix,
                      .precision = precision,
                      .num_rows = matrix->num_rows,
                      .num_parts = num_parts};
  *out = (sl_cpu_spmv){0};
  sl_status status = allocate(&made);
  if (status != SL_OK) {
    sl_cpu_spmv_free(&made);
    return status;
  }
  for (int part = 0; part <= num_parts; part++) {
    made.parts[part] = part_at(matrix, sl_part_begin(sl_csr_weight(matrix), num_parts, part));
  }
  *out = made;
  return SL_OK;
}

void sl_cpu_spmv_fill(void *spmv, int part) {
  const sl_cpu_spmv *whole = spmv;
  const sl_csr *matrix = whole->matrix;
  size_t bytes = sl_spmv_precision_bytes(whole->precision);
  sl_cpu_part own = whole->parts[part], next = whole->parts[part + 1];
  size_t entries = (size_t)(next.entry - own.entry), rows = (size_t)(next.row - own.row);
  char *values = whole->values;
  if (rows > 0)
    memcpy(whole->row_ptr + own.row + 1, matrix->row_ptr + own.row + 1, rows * sizeof(int));
  if (entries > 0) {
    memcpy(whole->col_idx + own.entry, matrix->col_idx + own.entry, entries * sizeof(int));
    typed[whole->precision].convert(matrix->values + own.entry, entries,
                                    values + (size_t)own.entry * bytes);
  }
  size_t from_col = (size_t)sl_part_begin(matrix->num_cols, whole->num_parts, part);
  size_t to_col = (size_t)sl_part_begin(matrix->num_cols, whole->num_parts, part + 1);
  typed[whole->precision].fill_random(sl_random_make(1, 0), from_col, to_col, whole->x);
  typed[whole->precision].fill_random(sl_random_make(1, 1), (size_t)own.row, (size_t)next.row,
                                      whole->y);
}

void sl_cpu_spmv_all(void *spmv) {
  const sl_cpu_spmv *whole = spmv;
  typed[whole->precision].rows(whole);
}

void sl_cpu_spmv_part(void *spmv, int part) {
  const sl_cpu_spmv *whole = spmv;
  typed[whole->precision].part(whole, part);
}

void sl_cpu_spmv_finish(void *spmv) {
  const sl_cpu_spmv *whole = spmv;
  typed[whole->precision].finish(whole);
}

void sl_cpu_spmv_free(sl_cpu_spmv *spmv) {
  sl_free(spmv->row_ptr);
  sl_free(spmv->col_idx);
  sl_free(spmv->values);
  sl_free(spmv->x);
  sl_free(spmv->y);
  sl_free(spmv->parts);
  sl_free(spmv->shares);
  *spmv = (sl_cpu_spmv){0};
}
