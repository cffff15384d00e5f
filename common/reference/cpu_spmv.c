/* cpu_spmv.c: y ← y + A x on the CPU in float or double, rows split by their entries. */
#include "reference/cpu_spmv.h"

#include "base/memory.h"
#include "base/random.h"

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
  void (*fill_random)(sl_random random, size_t count, void *to);
  void (*rows)(const sl_cpu_spmv *spmv, int first, int last);
} typed[] = {
    [SL_F32] = {convert_f32, fill_random_f32, rows_f32},
    [SL_F64] = {convert_f64, fill_random_f64, rows_f64},
};

/* The first row that begins at entry `target` or later. */
static int first_row_from(const sl_csr *matrix, long long target) {
  int low = 0, high = matrix->num_rows;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (matrix->row_ptr[middle] < target) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void split_rows(const sl_csr *matrix, int num_parts, int *first_row) {
  for (int part = 0; part < num_parts; part++) {
    first_row[part] = first_row_from(matrix, (long long)matrix->nnz * part / num_parts);
  }
  first_row[num_parts] = matrix->num_rows; /* empty rows at the end belong to the last part */
}

static sl_status allocate(sl_cpu_spmv *spmv) {
  const sl_csr *matrix = spmv->matrix;
  size_t bytes = sl_precision_bytes(spmv->precision);
  SL_TRY(sl_alloc((size_t)matrix->nnz, bytes, "the CPU's matrix values", &spmv->values));
  SL_TRY(sl_alloc((size_t)matrix->num_cols, bytes, "the CPU's vector x", &spmv->x));
  SL_TRY(sl_alloc((size_t)matrix->num_rows, bytes, "the CPU's vector y", &spmv->y));
  return sl_alloc((size_t)spmv->num_parts + 1, sizeof(int), "the CPU's parts", &spmv->first_row);
}

sl_status sl_cpu_spmv_make(const sl_csr *matrix, sl_precision precision, int num_parts,
                           sl_cpu_spmv *out) {
  sl_cpu_spmv made = {.matrix = matrix, .precision = precision, .num_parts = num_parts};
  *out = (sl_cpu_spmv){0};
  sl_status status = allocate(&made);
  if (status != SL_OK) {
    sl_cpu_spmv_free(&made);
    return status;
  }
  typed[precision].convert(matrix->values, (size_t)matrix->nnz, made.values);
  typed[precision].fill_random(sl_random_make(1, 0), (size_t)matrix->num_cols, made.x);
  typed[precision].fill_random(sl_random_make(1, 1), (size_t)matrix->num_rows, made.y);
  split_rows(matrix, num_parts, made.first_row);
  *out = made;
  return SL_OK;
}

void sl_cpu_spmv_all(void *spmv) {
  const sl_cpu_spmv *whole = spmv;
  typed[whole->precision].rows(whole, 0, whole->matrix->num_rows);
}

void sl_cpu_spmv_part(void *spmv, int part) {
  const sl_cpu_spmv *whole = spmv;
  typed[whole->precision].rows(whole, whole->first_row[part], whole->first_row[part + 1]);
}

void sl_cpu_spmv_free(sl_cpu_spmv *spmv) {
  sl_free(spmv->values);
  sl_free(spmv->x);
  sl_free(spmv->y);
  sl_free(spmv->first_row);
  *spmv = (sl_cpu_spmv){0};
}
