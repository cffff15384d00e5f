/* make_rows.c: makes a matrix row by row on all cores: counts the entries first, then fills them
 * in. */
#include "base/parallel.h"
#include "generate/family.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- values ---------------------------------------------------------------------------------- */

static void fill_random_row(const sl_generator_request *request, int row, int length,
                            double *values) {
  sl_random random = sl_family_value_random(request, row);
  for (int k = 0; k < length; k++) values[k] = sl_family_value_of_bits(sl_random_bits(&random));
}

typedef struct make_rows_filling {
  const sl_generator_request *request;
  sl_csr *matrix;
  int num_parts;
} make_rows_filling;

static void fill_part(void *context, int part) {
  const make_rows_filling *all = context;
  sl_csr *matrix = all->matrix;
  int end = sl_csr_part_row(matrix, all->num_parts, part + 1);
  for (int row = sl_csr_part_row(matrix, all->num_parts, part); row < end; row++) {
    fill_random_row(all->request, row, sl_csr_row_length(matrix, row),
                    matrix->values + matrix->row_ptr[row]);
  }
}

void sl_family_fill_random_values(const sl_generator_request *request, sl_csr *matrix) {
  int num_parts = sl_parallel_parts(sl_csr_weight(matrix));
  make_rows_filling all = {.request = request, .matrix = matrix, .num_parts = num_parts};
  sl_parallel_run_all(num_parts, fill_part, &all);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

enum { SAMPLED_ROWS = 1000, LONG_ROWS = SAMPLED_ROWS / 10, PATIENCE_ROWS = 1 << 22 };

static int compare_lengths(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

/* Estimates the number of entries from a sample of rows. The estimate is low, because it omits the
 * longest rows of the sample: a few rows may have most entries, and do not represent the others. */
static double least_entries(const sl_generator *generator, const sl_generator_request *request,
                            const sl_shape *shape) {
  int lengths[SAMPLED_ROWS];
  sl_random random = sl_random_make(1, 1);
  for (int i = 0; i < SAMPLED_ROWS; i++) {
    lengths[i] = generator->row(request, sl_random_below(&random, (int)shape->num_rows), NULL);
  }
  qsort(lengths, SAMPLED_ROWS, sizeof *lengths, compare_lengths);
  double sum = 0;
  for (int i = 0; i < SAMPLED_ROWS - LONG_ROWS; i++) sum += lengths[i];
  return sum / SAMPLED_ROWS * (double)shape->num_rows;
}

/* Immediately rejects a matrix that is too large, because counting its entries could take minutes.
 */
static sl_status check_size(const sl_generator *generator, const sl_generator_request *request,
                            const sl_shape *shape) {
  if (shape->num_rows <= PATIENCE_ROWS) return SL_OK;
  double entries = least_entries(generator, request, shape);
  if (entries > INT_MAX) {
    return sl_fail(SL_ERR_SIZE,
                   "%lld rows hold about %.3g entries, more than the %d the kit can number; ask "
                   "for a smaller matrix",
                   shape->num_rows, entries, INT_MAX);
  }
  double bytes = (double)shape->num_rows * sizeof(int) + entries * (sizeof(int) + sizeof(double));
  double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  if (memory <= 0 || bytes <= memory) return SL_OK;
  return sl_fail(SL_ERR_MEMORY,
                 "the matrix takes %.1f GB or more, and this machine has %.1f GB; ask for a "
                 "smaller one",
                 bytes * 1e-9, memory * 1e-9);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The state of making a matrix. The rows are divided into parts. All parts are counted in parallel,
 * and later filled in parallel. */
typedef struct making {
  const sl_generator *generator;
  const sl_generator_request *request;
  int num_rows, num_parts;
  atomic_llong counted;
  long long entries[SL_MOST_PARTS]; /* entries of each part; later of all parts before it */
  sl_csr *matrix;
} making;

enum { STEPS_A_ROW = 10 };    /* at least; most families need more */
enum { ROWS_AT_A_TIME = 64 }; /* number of rows after which a thread checks the total count */

static void count_part(void *context, int part) {
  making *all = context;
  int row = (int)sl_part_begin(all->num_rows, all->num_parts, part);
  int end = (int)sl_part_begin(all->num_rows, all->num_parts, part + 1);
  while (row < end && atomic_load(&all->counted) <= INT_MAX) {
    long long entries = 0;
    int stop = end - row < ROWS_AT_A_TIME ? end : row + ROWS_AT_A_TIME;
    for (; row < stop; row++) entries += all->generator->row(all->request, row, NULL);
    all->entries[part] += entries;
    atomic_fetch_add(&all->counted, entries);
  }
}

/* Makes row `row`, whose first entry has index `start`. Returns its number of entries. */
static int make_row(const making *all, int row, int start) {
  int *columns = all->matrix->col_idx + start;
  double *values = all->matrix->values + start;
  int length = all->generator->row(all->request, row, columns);
  if (!all->generator->value) {
    fill_random_row(all->request, row, length, values);
    return length;
  }
  for (int k = 0; k < length; k++) values[k] = all->generator->value(all->request, row, columns[k]);
  return length;
}

static void make_part(void *context, int part) {
  const making *all = context;
  int end = (int)sl_part_begin(all->num_rows, all->num_parts, part + 1);
  int start = (int)all->entries[part];
  for (int row = (int)sl_part_begin(all->num_rows, all->num_parts, part); row < end; row++) {
    start += make_row(all, row, start);
    all->matrix->row_ptr[row + 1] = start;
  }
}

static sl_status too_many_entries(const sl_generator *generator,
                                  const sl_generator_request *request, const sl_shape *shape) {
  long long entries = 0;
  int row = 0;
  for (; entries <= INT_MAX; row++) entries += generator->row(request, row, NULL);
  return sl_fail(SL_ERR_SIZE,
                 "the first %d of %lld rows hold more than the %d entries the kit can number; ask "
                 "for a smaller matrix",
                 row, shape->num_rows, INT_MAX);
}

/* Replaces the number of entries of each part by that of all parts before it. */
static void add_up(making *all) {
  long long before = 0;
  for (int part = 0; part < all->num_parts; part++) {
    long long own = all->entries[part];
    all->entries[part] = before;
    before += own;
  }
}

sl_status sl_make_by_rows(const sl_generator *generator, const sl_generator_request *request,
                          const sl_shape *shape, sl_csr *out) {
  SL_TRY(check_size(generator, request, shape));
  making all = {.generator = generator, .request = request, .num_rows = (int)shape->num_rows};
  all.num_parts = sl_parallel_parts((long long)STEPS_A_ROW * shape->num_rows);
  atomic_init(&all.counted, 0);
  sl_parallel_run_all(all.num_parts, count_part, &all);
  long long entries = atomic_load(&all.counted);
  if (entries > INT_MAX) return too_many_entries(generator, request, shape);
  sl_csr made;
  SL_TRY(sl_csr_make((int)shape->num_rows, (int)shape->num_cols, (int)entries, &made));
  add_up(&all);
  all.matrix = &made;
  sl_parallel_run_all(all.num_parts, make_part, &all);
  *out = made;
  return SL_OK;
}
