/* dump.c: writes the counters of a program of kernels/, or of patterns.cu, that is linked with it
 * on the lens.
 *
 * After each input, it writes one row per counter to the file that the environment variable
 * LENS_COUNTERS names, and resets the counters. After each launch of patterns.cu, it writes one
 * column per figure to the output. */
#include "lens/lens.h"

#include <stdio.h>
#include <stdlib.h>

void after_input(int input);
void after_launch(void);

static const char *const operations[] = {"load", "store", "atomic"};

static void write_counter(FILE *file, int input, const lens_counter *it) {
  (void)fprintf(file, "%d,%s,\"%s\",%d,%s,%s", input, it->kernel, it->file, it->line,
                it->space == LENS_GLOBAL ? "global" : "shared", operations[it->operation]);
#define WRITE(count) (void)fprintf(file, "," #count "=%llu", (unsigned long long)it->count);
  LENS_HARDWARE_COUNTS(WRITE)
  (void)fputc('\n', file);
}

void after_input(int input) {
  const char *path = getenv("LENS_COUNTERS");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) {
    (void)fprintf(stderr, "dump.c: LENS_COUNTERS names no file that can be written\n");
    exit(1);
  }
  for (size_t i = 0; i < lens_num_counters(); i++) write_counter(file, input, lens_get_counter(i));
  (void)fclose(file);
  lens_reset();
}

/* The sums over one space and operation: requests, sectors or wavefronts, the ideal, bank
 * conflicts. */
static void print_sum(lens_space space, lens_operation operation) {
  unsigned long long sum[4] = {0};
  for (size_t i = 0; i < lens_num_counters(); i++) {
    const lens_counter *it = lens_get_counter(i);
    if (it->space != space || it->operation != operation) continue;
    sum[0] += it->requests;
    sum[1] += it->sectors + it->wavefronts;
    sum[2] += it->ideal_sectors + it->ideal_wavefronts;
    sum[3] += it->bank_conflicts;
  }
  printf(",%llu,%llu,%llu,%llu", sum[0], sum[1], sum[2], sum[3]);
}

void after_launch(void) {
  for (int space = LENS_GLOBAL; space <= LENS_SHARED; space++) {
    for (int operation = LENS_LOAD; operation <= LENS_ATOMIC; operation++) {
      print_sum((lens_space)space, (lens_operation)operation);
    }
  }
  lens_reset();
}
