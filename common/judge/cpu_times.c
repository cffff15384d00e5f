/* cpu_times.c: the times of the CPU reference on the matrices of a run. */
#include "judge/cpu_times.h"

#include "base/hash.h"
#include "reference/cpu_spmv.h"

#include <string.h>

/* The CPU times of this run. A matrix is timed once, because demo judges all labs on the same
 * matrices. */
typedef struct known_time {
  uint64_t matrix; /* hash of the matrix; 0: this place is free */
  sl_precision precision;
  sl_figures figures;
} known_time;

static known_time known_times[64];

/* Returns a hash of the name and the sizes of a matrix. */
static uint64_t matrix_hash(const char *spec, const sl_csr *matrix) {
  const int sizes[] = {matrix->num_rows, matrix->num_cols, matrix->nnz};
  uint64_t hash = sl_hash_bytes(SL_HASH_START, spec, strlen(spec));
  hash = sl_hash_bytes(hash, sizes, sizeof sizes);
  return hash ? hash : 1;
}

sl_status sl_cpu_times_take(const char *spec, const sl_case *given, sl_figures *figures) {
  size_t place = 0;
  uint64_t hash = matrix_hash(spec, &given->matrix);
  for (; place < SL_COUNT(known_times) && known_times[place].matrix; place++) {
    const known_time *known = &known_times[place];
    if (known->matrix != hash || known->precision != given->precision) continue;
    *figures = known->figures;
    return SL_OK;
  }
  SL_TRY(sl_reference_spmv_time(&given->matrix, given->precision, 200, &figures->sequential_us,
                                &figures->parallel_us, &figures->threads));
  if (place < SL_COUNT(known_times)) {
    known_times[place] = (known_time){hash, given->precision, *figures};
  }
  return SL_OK;
}
