/* main.c: makes the data of one kind of kernel, launches it several times, and prints a line
 *
 *     KIND SIZE ACCESSES DEVICE-BYTES PEAK-KB SUM SECONDS SECONDS …
 *
 * for the script bench.py. The first launch is not timed: it learns the control flow and touches
 * all pages for the first time. SUM is that of the result. */
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define LONGEST_ROW 32

/* ---- data ----------------------------------------------------------------------------------- */

/* A linear congruential generator with Knuth's multiplier, so that the data are always the same. */
static unsigned random_below(unsigned bound) {
  static unsigned long long state = 1;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(state >> 33) % bound;
}

static void *new_array(bench_data *host, int which, size_t count) {
  host->bytes[which] = count * 4; /* int and float alike */
  host->array[which] = calloc(count, 4);
  if (!host->array[which]) {
    (void)fprintf(stderr, "lens-bench: out of memory\n");
    exit(1);
  }
  return host->array[which];
}

static void fill_reals(bench_data *host, int which, size_t count) {
  float *values = new_array(host, which, count);
  for (size_t i = 0; i < count; i++) values[i] = (float)random_below(16);
}

/* A square matrix with 1 to 32 entries per row at random columns. */
static void make_csr(bench_data *host, int rows) {
  int *row_ptr = new_array(host, ROW_PTR, (size_t)rows + 1);
  for (int i = 0; i < rows; i++) row_ptr[i + 1] = row_ptr[i] + 1 + (int)random_below(LONGEST_ROW);
  host->size = rows;
  host->width = row_ptr[rows];
  int *col_idx = new_array(host, COL_IDX, (size_t)host->width);
  for (int k = 0; k < host->width; k++) col_idx[k] = (int)random_below((unsigned)rows);
  fill_reals(host, VALUES, (size_t)host->width);
  fill_reals(host, X, (size_t)rows);
  new_array(host, Y, (size_t)rows);
}

static void drop(bench_data *host, int which) {
  free(host->array[which]);
  host->array[which] = NULL;
  host->bytes[which] = 0;
}

static void make_coo(bench_data *host, int rows) {
  make_csr(host, rows);
  const int *row_ptr = host->array[ROW_PTR];
  int *row_idx = new_array(host, ROW_IDX, (size_t)host->width);
  for (int row = 0; row < rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) row_idx[k] = row;
  }
  drop(host, ROW_PTR);
}

static void make_ell(bench_data *host, int rows) {
  bench_data csr = {0};
  make_csr(&csr, rows);
  const int *row_ptr = csr.array[ROW_PTR];
  size_t count = (size_t)rows * LONGEST_ROW;
  host->size = rows;
  host->width = LONGEST_ROW;
  int *col_idx = new_array(host, COL_IDX, count);
  float *values = new_array(host, VALUES, count);
  for (size_t i = 0; i < count; i++) col_idx[i] = -1;
  for (int row = 0; row < rows; row++) {
    for (int k = row_ptr[row]; k < row_ptr[row + 1]; k++) {
      size_t at = (size_t)(k - row_ptr[row]) * (size_t)rows + (size_t)row;
      col_idx[at] = ((const int *)csr.array[COL_IDX])[k];
      values[at] = ((const float *)csr.array[VALUES])[k];
    }
  }
  host->array[X] = csr.array[X];
  host->bytes[X] = csr.bytes[X];
  host->array[Y] = csr.array[Y];
  host->bytes[Y] = csr.bytes[Y];
  drop(&csr, ROW_PTR);
  drop(&csr, COL_IDX);
  drop(&csr, VALUES);
}

static void make_square(bench_data *host, int side) {
  host->size = side;
  fill_reals(host, X, (size_t)side * (size_t)side);
  new_array(host, Y, (size_t)side * (size_t)side);
}

static void make_product(bench_data *host, int side) {
  make_square(host, side);
  fill_reals(host, VALUES, (size_t)side * (size_t)side);
}

static void make_reduction(bench_data *host, int n) {
  host->size = n;
  fill_reals(host, X, (size_t)n);
  new_array(host, Y, (size_t)n / BENCH_BLOCK + 1);
}

static void make_histogram(bench_data *host, int n) {
  host->size = n;
  int *values = new_array(host, COL_IDX, (size_t)n);
  for (int i = 0; i < n; i++) values[i] = (int)random_below(1 << 20);
  new_array(host, Y, BENCH_BINS);
}

static const bench_kind kinds[] = {
    {"csr-scalar", make_csr, 1 << 17},
    {"csr-no-const", make_csr, 1 << 17},
    {"ell", make_ell, 1 << 17},
    {"coo", make_coo, 1 << 17},
    {"stencil", make_square, 1024},
    {"csr-vector", make_csr, 1 << 16},
    {"reduction", make_reduction, 1 << 20},
    {"product", make_product, 256},
    {"histogram", make_histogram, 1 << 21},
};

/* ---- measuring ------------------------------------------------------------------------------ */

static double seconds_now(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long peak_kb(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

static void free_inputs(bench_data *host) {
  for (int i = 0; i < NUM_ARRAYS; i++) {
    if (i != Y) drop(host, i);
  }
}

static double sum_of(const char *kind, const bench_data *host) {
  double sum = 0;
  bool whole = strcmp(kind, "histogram") == 0;
  for (size_t i = 0; i < host->bytes[Y] / 4; i++) {
    sum += whole ? ((const int *)host->array[Y])[i] : (double)((const float *)host->array[Y])[i];
  }
  return sum;
}

static int measure(const bench_kind *kind, int size, int launches) {
  bench_data host = {0};
  bench_data device;
  kind->make(&host, size);
  size_t device_bytes = 0;
  for (int i = 0; i < NUM_ARRAYS; i++) device_bytes += host.bytes[i];
  int status = lens_bench_upload(&host, &device);
  free_inputs(&host);
  if (status == 0) status = lens_bench_launch(kind->name, &device);
  if (status != 0) return status;
  double *seconds = calloc((size_t)launches + 1, sizeof *seconds);
  if (!seconds) return 1;
  for (int i = 0; i < launches && status == 0; i++) {
    double start = seconds_now();
    status = lens_bench_launch(kind->name, &device);
    seconds[i] = seconds_now() - start;
  }
  if (status == 0) status = lens_bench_download(&device, &host);
  lens_bench_free(&device);
  printf("%s %d %llu %zu %ld %.9g", kind->name, size, lens_bench_accesses(), device_bytes,
         peak_kb(), sum_of(kind->name, &host));
  for (int i = 0; i < launches; i++) printf(" %.9f", seconds[i]);
  printf("\n");
  free(seconds);
  return status;
}

/* Writes the matrix as text, for programs that cannot generate it. */
static int print_matrix(int rows) {
  bench_data host = {0};
  make_csr(&host, rows);
  printf("%d %d\n", rows, host.width);
  for (int i = 0; i <= rows; i++) printf("%d ", ((const int *)host.array[ROW_PTR])[i]);
  printf("\n");
  for (int i = 0; i < host.width; i++) printf("%d ", ((const int *)host.array[COL_IDX])[i]);
  printf("\n");
  for (int i = 0; i < host.width; i++) printf("%g ", ((const float *)host.array[VALUES])[i]);
  printf("\n");
  for (int i = 0; i < rows; i++) printf("%g ", ((const float *)host.array[X])[i]);
  printf("\n");
  return 0;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  int size = argc > 2 ? atoi(argv[2]) : 0;
  int launches = argc > 3 ? atoi(argv[3]) : 3;
  if (strcmp(name, "matrix") == 0 && size > 0) return print_matrix(size);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(kinds[i].name, name) != 0) continue;
    return measure(&kinds[i], size > 0 ? size : kinds[i].size, launches > 0 ? launches : 1);
  }
  (void)fprintf(stderr, "usage: lens-bench KIND [SIZE [LAUNCHES]], or lens-bench matrix ROWS\n"
                        "kinds:");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    (void)fprintf(stderr, " %s", kinds[i].name);
  }
  (void)fprintf(stderr, "\nexit status: 1 it failed, 2 wrong usage, or no such kernel here\n");
  return 2;
}
