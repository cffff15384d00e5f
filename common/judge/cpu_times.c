/* cpu_times.c: the times of the CPU reference on the matrices of a run. */
#include "judge/cpu_times.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>

static const double most_ms = 200; /* about how long a CPU reference is timed on one case */

/* The CPU times of this run. Each reference is timed once on a matrix, because demo judges all labs
 * on the same matrices. */
typedef struct known_time {
  uint64_t matrix; /* hash of the matrix; 0: this place is free */
  sl_precision precision;
  const sl_cpu_code *code; /* NULL: SpMV */
  sl_cpu_times times;
} known_time;

static known_time known_times[256];

/* Returns a hash of the name and the sizes of a matrix. */
static uint64_t matrix_hash(const char *spec, const sl_csr *matrix) {
  const int sizes[] = {matrix->num_rows, matrix->num_cols, matrix->nnz};
  uint64_t hash = sl_hash_bytes(SL_HASH_START, spec, strlen(spec));
  hash = sl_hash_bytes(hash, sizes, sizeof sizes);
  return hash ? hash : 1;
}

sl_status sl_cpu_times_arrays(const sl_problem *problem, sl_cpu_array *arrays, int *at,
                              int *count_out) {
  const char *names = problem->cpu->arrays;
  char name[24];
  int used;
  *count_out = 0;
  for (; sscanf(names, "%23s%n", name, &used) == 1; names += used) {
    const sl_array *array = sl_problem_find(problem, name);
    if (!array || *count_out == SL_CPU_MAX_ARRAYS) {
      return sl_fail(SL_ERR_INTERNAL, "the CPU reference needs the array %s, which the task lacks",
                     name);
    }
    at[*count_out] = (int)(array - problem->arrays);
    arrays[(*count_out)++] = (sl_cpu_array){.is_int = array->type == SL_INT,
                                            .count = array->count,
                                            .ints = array->ints,
                                            .reals = array->reals,
                                            .changes = array->role == SL_INOUT};
  }
  return SL_OK;
}

sl_status sl_cpu_times_measure(const sl_problem *problem, sl_precision precision, double budget_ms,
                               sl_cpu_times *out) {
  sl_cpu_array arrays[SL_CPU_MAX_ARRAYS];
  int at[SL_CPU_MAX_ARRAYS], count;
  *out = (sl_cpu_times){.threads = 0};
  if (!problem->cpu) return SL_OK;
  SL_TRY(sl_cpu_times_arrays(problem, arrays, at, &count));
  return sl_cpu_task_time(problem->cpu, arrays, count, precision, budget_ms, out);
}

static sl_status measure(const sl_case *given, const sl_problem *problem, sl_cpu_times *out) {
  if (!problem->is_spmv) return sl_cpu_times_measure(problem, given->precision, most_ms, out);
  return sl_reference_spmv_time(&given->matrix, given->precision, most_ms, &out->sequential_us,
                                &out->parallel_us, &out->threads);
}

sl_status sl_cpu_times_take(const char *spec, const sl_case *given, const sl_problem *problem,
                            sl_figures *figures) {
  size_t place = 0;
  const known_time wanted = {.matrix = matrix_hash(spec, &given->matrix),
                             .precision = given->precision,
                             .code = problem->is_spmv ? NULL : problem->cpu};
  known_time found = wanted;
  if (!problem->is_spmv && !problem->cpu) return SL_OK;
  for (; place < SL_COUNT(known_times) && known_times[place].matrix; place++) {
    const known_time *known = &known_times[place];
    if (known->matrix == wanted.matrix && known->precision == wanted.precision &&
        known->code == wanted.code) {
      break;
    }
  }
  if (place < SL_COUNT(known_times) && known_times[place].matrix) {
    found = known_times[place];
  } else {
    SL_TRY(measure(given, problem, &found.times));
    if (place < SL_COUNT(known_times)) known_times[place] = found;
  }
  figures->sequential_us = found.times.sequential_us;
  figures->parallel_us = found.times.parallel_us;
  figures->threads = found.times.threads;
  return SL_OK;
}
