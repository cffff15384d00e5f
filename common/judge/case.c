/* case.c: the standard cases, and how a matrix or a size becomes a case. */
#include "case.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/random.h"
#include "load/load.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first case is the worked example of the handouts. The next ones are cases in which programs
 * often fail: nothing to do, one element, sizes around the warp and the block, shapes that are not
 * square. In messy:492 exactly a third of the rows have nine entries or more, which is the limit in
 * the rule of HYB; in uniform:1060x60, 353 of 1060 rows have four or more, which is less than a
 * third but rounds to 33.3 %. The measured rows are one matrix of each kind that occurs in
 * practice, large enough to fill a GPU. The last case has more rows and columns than some wrong
 * programs can handle: programs that fix their number of blocks, allocate 8192 columns, scan the
 * sums of 256 elements each in one block, or launch at most 65,535 blocks of 256 threads. On the
 * lens 99,996 of its 300,000 rows have an entry, which is less than a third but rounds to 33.33 %.
 * Tasks that take long on the lens have smaller matrices; the last of these still has more than
 * 65,536 rows. */
const sl_case_row sl_standard_cases[] = {
    {"worked 4×4 example", "example-4x4", NULL, true, false, NULL},
    {"no rows at all", "empty:0x9", NULL, true, false, NULL},
    {"no columns at all", "empty:9x0", NULL, true, false, NULL},
    {"no entries", "empty:70x50", NULL, true, false, NULL},
    {"one element", "dense:1x1", NULL, true, false, NULL},
    {"one row", "dense:1x300", NULL, false, false, NULL},
    {"one column", "dense:300x1", NULL, true, false, NULL},
    {"31 rows", "banded:31", NULL, true, false, NULL},
    {"32 rows", "banded:32", NULL, true, false, NULL},
    {"33 rows", "banded:33", NULL, true, false, NULL},
    {"255 rows", "banded:255", NULL, true, false, NULL},
    {"256 rows", "banded:256", NULL, true, false, NULL},
    {"257 rows", "banded:257", NULL, true, false, NULL},
    {"diagonal", "diagonal:1000", NULL, true, false, NULL},
    {"more columns than rows", "uniform:60x700", NULL, false, false, NULL},
    {"more rows than columns", "uniform:1060x60,row=3,seed=2", NULL, true, false, NULL},
    {"runs of empty rows", "gaps:900", NULL, true, false, NULL},
    {"almost only empty rows", "hypersparse:2000", NULL, true, false, NULL},
    {"one dense row", "onedense:600", NULL, true, false, NULL},
    {"a full first row", "onedense:45x30,at=0", NULL, true, false, NULL},
    {"a full last row", "onedense:12x2100,at=100", NULL, true, false, NULL},
    {"unsorted and duplicate entries", "messy:492,zeros=12", NULL, true, false, NULL},
    {"L-shape mesh (.mtx file)", "l-shape", NULL, false, true, NULL},
    {"2-D stencil, 5 points", "laplace2d5:48", "laplace2d5:1536", false, true, "laplace2d5:24"},
    {"3-D stencil, 27 points (HPCG)", "hpcg:10", "hpcg:96", false, true, "hpcg:5"},
    {"finite elements", "fem:6", "fem:48", false, true, "fem:3"},
    {"circuit, dense rows and columns", "circuit:2000", "circuit:1000000", false, true,
     "circuit:400"},
    {"web, power-law rows", "web:2000", "web:1000000", false, true, "web:400"},
    {"R-MAT graph", "rmat:11", "rmat:20", false, true, "rmat:8"},
    {"road, short rows", "road:55", "road:1700", false, true, "road:30"},
    {"rail, very long rows", "rail:40x4000", "rail:4000x1000000", false, true, "rail:10x1000"},
    {"two thirds of the rows empty", "hypersparse:300000,every=3,seed=241",
     "hypersparse:17000000,every=3", false, true, "hypersparse:70000,every=16"},
};
const size_t sl_num_standard_cases = sizeof sl_standard_cases / sizeof *sl_standard_cases;

/* The handouts multiply this matrix by hand. It gets the vectors of the handouts, so that a verdict
 * can be checked with pencil and paper. Its values are whole numbers and are not changed. */
enum { WORKED_SIZE = 4, USUAL_EXPONENT = 20 };
static const char worked_spec[] = "example-4x4";
static const double worked_x[WORKED_SIZE] = {1, 2, 3, 4};
static const double worked_y[WORKED_SIZE] = {10, 20, 30, 40};

static bool is_worked(const char *spec, const sl_csr *matrix) {
  return strcmp(spec, worked_spec) == 0 && matrix->num_rows == WORKED_SIZE &&
         matrix->num_cols == WORKED_SIZE;
}

static double rounded(double value, sl_precision precision) {
  return precision == SL_F32 ? (double)(float)value : value;
}

/* Positive or negative, and not near zero, so that a lost term always shows. */
static double random_real(sl_random *random) {
  double magnitude = 0.25 + 0.75 * sl_random_unit(random);
  return sl_random_bits(random) >> 63 ? -magnitude : magnitude;
}

static double random_whole(sl_random *random) {
  double magnitude = 1.0 + sl_random_below(random, 7);
  return sl_random_bits(random) >> 63 ? -magnitude : magnitude;
}

typedef struct case_filling {
  double *values;
  int count, num_parts;
  const sl_case *given;
  sl_random random;
} case_filling;

static void fill_part(void *context, int part) {
  enum { NUMBERS_EACH = 2 }; /* random numbers per call of random_real and random_whole */
  const case_filling *all = context;
  const sl_case *given = all->given;
  sl_random random = all->random;
  int i = (int)sl_part_begin(all->count, all->num_parts, part);
  int end = (int)sl_part_begin(all->count, all->num_parts, part + 1);
  sl_random_skip(&random, NUMBERS_EACH * (uint64_t)i);
  for (; i < end; i++) {
    all->values[i] =
        given->exact ? random_whole(&random) : rounded(random_real(&random), given->precision);
  }
}

static void fill(double *values, int count, const sl_case *given, sl_random random) {
  case_filling all = {values, count, sl_parallel_parts(count), given, random};
  sl_parallel_run_all(all.num_parts, fill_part, &all);
}

/* The powers of two by which x and y are scaled. */
typedef struct scales {
  int x, y;
} scales;

typedef struct measuring {
  const sl_csr *matrix;
  int num_parts;
  double largest[SL_MOST_PARTS];
} measuring;

static void find_largest(void *context, int part) {
  measuring *all = context;
  double largest = 0;
  int end = (int)sl_part_begin(all->matrix->nnz, all->num_parts, part + 1);
  for (int k = (int)sl_part_begin(all->matrix->nnz, all->num_parts, part); k < end; k++) {
    double size = fabs(all->matrix->values[k]);
    if (size > largest) largest = size;
  }
  all->largest[part] = largest;
}

static double largest_value(const sl_csr *matrix) {
  measuring all = {.matrix = matrix, .num_parts = sl_parallel_parts(matrix->nnz)};
  double largest = 0;
  sl_parallel_run_all(all.num_parts, find_largest, &all);
  for (int part = 0; part < all.num_parts; part++) largest = fmax(largest, all.largest[part]);
  return largest;
}

/* If values are huge or tiny, products with numbers near 1 overflow, or vanish beside y, and then a
 * right answer cannot be distinguished from a wrong one. So x is scaled by half of the exponent in
 * the other direction, which keeps x, products and sums far from both limits, and y is as large as
 * the products. */
static scales scales_of(const sl_csr *matrix) {
  int exponent = 0;
  double largest = largest_value(matrix);
  if (largest > 0) (void)frexp(largest, &exponent);
  if (abs(exponent) <= USUAL_EXPONENT) return (scales){0, 0};
  int x = -exponent / 2;
  return (scales){x, exponent + x};
}

static void scale(double *values, int count, int exponent) {
  for (int i = 0; exponent && i < count; i++) values[i] = ldexp(values[i], exponent);
}

static void find_too_large(void *context, int part) {
  sl_parallel_search *all = context;
  const sl_csr *matrix = all->at;
  int k, end;
  sl_looking_range(all, part, &k, &end);
  for (; k < end; k++) {
    if (!isfinite(matrix->values[k]) || isfinite((float)matrix->values[k])) continue;
    all->found[part] = k;
    return;
  }
}

static void round_rows(const sl_csr *matrix, int first, int end, void *context) {
  (void)context;
  for (int k = matrix->row_ptr[first]; k < matrix->row_ptr[end]; k++) {
    matrix->values[k] = (double)(float)matrix->values[k];
  }
}

static sl_status round_matrix(sl_csr *matrix, sl_precision precision) {
  if (precision != SL_F32) return SL_OK;
  int k = sl_parallel_find(matrix, matrix->nnz, find_too_large);
  if (k >= 0) {
    return sl_fail(SL_ERR_INPUT,
                   "entry %d has the value %g, which is too large for a float; use --precision f64 "
                   "to judge it",
                   k, matrix->values[k]);
  }
  sl_csr_share_rows(matrix, round_rows, NULL);
  return SL_OK;
}

/* Sets the vectors of the case, and in an exact case also the values of the matrix. `fresh`: a seed
 * from the caller; 0: none. */
static sl_status fill_case(const char *spec, uint64_t fresh, sl_case *given) {
  sl_csr *matrix = &given->matrix;
  SL_TRY(sl_alloc((size_t)matrix->num_cols, sizeof(double), "x", &given->x));
  SL_TRY(sl_alloc((size_t)matrix->num_rows, sizeof(double), "y", &given->y));
  if (!fresh && is_worked(spec, matrix)) {
    memcpy(given->x, worked_x, sizeof worked_x);
    memcpy(given->y, worked_y, sizeof worked_y);
    return SL_OK;
  }
  uint64_t seed = sl_hash_bytes(SL_HASH_START, spec, strlen(spec));
  if (fresh) seed = sl_hash_bytes(seed, &fresh, sizeof fresh);
  fill(given->x, matrix->num_cols, given, sl_random_make(seed, 1));
  fill(given->y, matrix->num_rows, given, sl_random_make(seed, 2));
  if (given->exact) {
    sl_random random = sl_random_make(seed, 3);
    for (int k = 0; k < matrix->nnz; k++) { /* keep stored zeros: wrong programs stop at one */
      if (matrix->values[k] != 0) matrix->values[k] = random_whole(&random);
    }
  } else {
    SL_TRY(round_matrix(matrix, given->precision));
    scales by = scales_of(matrix);
    scale(given->x, matrix->num_cols, by.x);
    scale(given->y, matrix->num_rows, by.y);
  }
  return sl_csr_check(matrix);
}

static const char size_word[] = "size:";

bool sl_case_is_size(const char *spec) {
  return strncmp(spec, size_word, strlen(size_word)) == 0;
}

/* Makes a matrix without entries for "size:N", so that the matrix of every case has the size of the
 * case. */
static sl_status make_size(const char *spec, sl_csr *out) {
  enum { DECIMAL = 10 };
  const char *digits = spec + strlen(size_word);
  char *end;
  errno = 0;
  long size = strtol(digits, &end, DECIMAL);
  if (*digits < '0' || *digits > '9' || *end || errno || size >= INT_MAX) {
    return sl_fail(SL_ERR_INPUT,
                   "\"%s\" is not a size; write %s and a whole number, for example %s1000", spec,
                   size_word, size_word);
  }
  return sl_csr_make((int)size, (int)size, 0, out);
}

sl_status sl_case_load_matrix(const char *spec, const char *cache_dir, sl_csr *out) {
  return sl_case_is_size(spec) ? make_size(spec, out) : sl_load_matrix(spec, cache_dir, out);
}

sl_status sl_case_make(const char *spec, const char *name, sl_precision precision, bool exact,
                       const char *cache_dir, sl_case *out) {
  return sl_case_make_fresh(spec, name, precision, exact, cache_dir, 0, out);
}

sl_status sl_case_make_fresh(const char *spec, const char *name, sl_precision precision, bool exact,
                             const char *cache_dir, uint64_t seed, sl_case *out) {
  memset(out, 0, sizeof *out);
  (void)snprintf(out->name, sizeof out->name, "%s", name ? name : sl_base_name(spec));
  out->precision = precision;
  out->exact = exact;
  out->device_bytes = SL_LENS_CASE_BYTES;
  out->of_size = sl_case_is_size(spec);
  sl_status status = sl_case_load_matrix(spec, cache_dir, &out->matrix);
  if (status == SL_OK) {
    out->n = (size_t)out->matrix.num_rows;
    status = fill_case(spec, seed, out);
    if (status != SL_OK) status = sl_fail_at(status, "%s", spec);
  }
  if (status != SL_OK) sl_case_free(out);
  return status;
}

sl_status sl_case_copy_vectors(const sl_case *given, sl_case *out) {
  *out = *given;
  out->x = out->y = NULL;
  SL_TRY(sl_alloc((size_t)given->matrix.num_cols, sizeof(double), "x", &out->x));
  return sl_alloc((size_t)given->matrix.num_rows, sizeof(double), "y", &out->y);
}

void sl_case_free_vectors(sl_case *given) {
  sl_free(given->x);
  sl_free(given->y);
  given->x = given->y = NULL;
}

void sl_case_renew_vectors(sl_case *given, uint64_t seed) {
  scales by = given->exact ? (scales){0, 0} : scales_of(&given->matrix);
  fill(given->x, given->matrix.num_cols, given, sl_random_make(seed, 1));
  fill(given->y, given->matrix.num_rows, given, sl_random_make(seed, 2));
  scale(given->x, given->matrix.num_cols, by.x);
  scale(given->y, given->matrix.num_rows, by.y);
}

static sl_status turn(const double *values, size_t count, size_t by, double **out) {
  SL_TRY(sl_alloc(count, sizeof **out, "turned numbers", out));
  if (by) memcpy(*out + (count - by), values, by * sizeof **out);
  if (count > by) memcpy(*out, values + by, (count - by) * sizeof **out);
  return SL_OK;
}

sl_status sl_case_turn(const sl_case *given, sl_case_array array, size_t elements, sl_case *out) {
  *out = *given;
  const sl_csr *a = &given->matrix;
  double **turned = array == SL_CASE_X   ? &out->x
                    : array == SL_CASE_Y ? &out->y
                                         : &out->matrix.values;
  const double *from = *turned;
  size_t count = (size_t)(array == SL_CASE_X   ? a->num_cols
                          : array == SL_CASE_Y ? a->num_rows
                                               : a->nnz);
  elements = count ? elements % count : 0;
  *turned = NULL;
  sl_status status = turn(from, count, elements, turned);
  if (status != SL_OK) sl_case_free_turned(given, out);
  return status;
}

void sl_case_free_turned(const sl_case *given, sl_case *turned) {
  if (turned->x != given->x) sl_free(turned->x);
  if (turned->y != given->y) sl_free(turned->y);
  if (turned->matrix.values != given->matrix.values) sl_free(turned->matrix.values);
  *turned = (sl_case){.x = NULL};
}

void sl_case_free(sl_case *given) {
  if (!given) return;
  sl_csr_free(&given->matrix);
  sl_case_free_vectors(given);
}
