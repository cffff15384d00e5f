/* bench_io_read.c: makes a large Matrix Market file, and measures how long reading takes.
 *
 *     bench_io_read make FILE ROWS ENTRIES columns|rows|shuffled
 *     bench_io_read read FILE          prints the seconds of sl_io_read, and the matrix's sizes
 *     bench_io_read cached FILE DIR    does the same with sl_io_read_cached
 *
 * compare_scipy.py compares this program with scipy. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "io/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(void) {
  (void)fprintf(stderr, "bench_io_read: %s\n", sl_status_message());
  return 2;
}

/* Writes the entries of column (or row) `line`, in order and without duplicates: one random
 * position in each of `count` equal parts. Files of the SuiteSparse collection list the entries by
 * column. */
static void write_line(FILE *file, sl_random *random, int size, int line, int count, int by_rows) {
  for (int k = 0; k < count; k++) {
    int low = (int)((long long)size * k / count), high = (int)((long long)size * (k + 1) / count);
    int at = low + sl_random_below(random, high - low);
    double value = (sl_random_unit(random) - 0.5) * 1000;
    (void)fprintf(file, "%d %d %.17g\n", (by_rows ? line : at) + 1, (by_rows ? at : line) + 1,
                  value);
  }
}

static int make(const char *path, int size, int entries, const char *order) {
  FILE *file = fopen(path, "w");
  if (!file) {
    (void)sl_fail(SL_ERR_SYSTEM, "%s: cannot be written", path);
    return fail();
  }
  sl_random random = sl_random_make(5935, 0);
  (void)fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", size, size,
                entries);
  for (int line = 0; line < size; line++) {
    int count = (int)((long long)entries * (line + 1) / size - (long long)entries * line / size);
    int at = line;
    /* Because the factor and the size have no common divisor, each line is visited once, in a
     * shuffled order. */
    if (strcmp(order, "shuffled") == 0) at = (int)(((long long)line * 2654435761LL) % size);
    write_line(file, &random, size, at, count, strcmp(order, "rows") == 0);
  }
  if (fclose(file) == 0) return 0;
  (void)sl_fail(SL_ERR_SYSTEM, "%s: cannot be written", path);
  return fail();
}

static int time_read(const char *path, const char *cache_dir) {
  sl_csr matrix;
  double start = sl_clock_us();
  sl_status status =
      cache_dir ? sl_io_read_cached(path, cache_dir, &matrix) : sl_io_read(path, &matrix, NULL);
  double seconds = (sl_clock_us() - start) * 1e-6;
  if (status != SL_OK) return fail();
  double sum = 0;
  for (int k = 0; k < matrix.nnz; k++) sum += matrix.values[k];
  (void)printf("%.6f %d %d %d %.17g\n", seconds, matrix.num_rows, matrix.num_cols, matrix.nnz, sum);
  sl_csr_free(&matrix);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 6 && strcmp(argv[1], "make") == 0) {
    return make(argv[2], (int)strtol(argv[3], NULL, 10), (int)strtol(argv[4], NULL, 10), argv[5]);
  }
  if (argc == 3 && strcmp(argv[1], "read") == 0) return time_read(argv[2], NULL);
  if (argc == 4 && strcmp(argv[1], "cached") == 0) return time_read(argv[2], argv[3]);
  (void)fprintf(stderr, "usage: bench_io_read make FILE ROWS ENTRIES columns|rows|shuffled\n"
                        "       bench_io_read read FILE\n"
                        "       bench_io_read cached FILE DIR\n");
  return 2;
}
