/* bench_cpu_spmv.c: compares the speed of y ← y + A x on the CPU with that of memcpy.
 *
 *     bench_cpu_spmv MATRIX…
 *
 * Prints medians in GB/s of memcpy on all cores (each byte counts twice, because it is read and
 * written) and of the parallel reference (compulsory bytes only), and their quotient. The two
 * alternate, because the speed of a shared machine changes from minute to minute. */
#include "base/clock.h"
#include "base/huge.h"
#include "base/memory.h"
#include "base/process.h"
#include "generate/generate.h"
#include "reference/cpu_spmv.h"
#include "reference/team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 21, COPIED_BYTES = 1 << 29 };

typedef struct copies {
  char *from, *to;
  int num_parts;
} copies;

static size_t begin_of(const copies *all, int part) {
  return (size_t)COPIED_BYTES / (size_t)all->num_parts * (size_t)part;
}

static void touch(void *context, int part) {
  const copies *all = context;
  size_t begin = begin_of(all, part), size = begin_of(all, part + 1) - begin;
  memset(all->from + begin, 1, size);
  memset(all->to + begin, 2, size);
}

static void copy(void *context, int part) {
  const copies *all = context;
  size_t begin = begin_of(all, part), size = begin_of(all, part + 1) - begin;
  memcpy(all->to + begin, all->from + begin, size);
}

static int compare_times(const void *left, const void *right) {
  const double *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

static double median(double *times) {
  qsort(times, TURNS, sizeof *times, compare_times);
  return times[TURNS / 2];
}

static void measure(const char *spec, sl_team *team, copies *memory, sl_cpu_spmv *spmv) {
  double copying[TURNS], multiplying[TURNS];
  sl_team_run(team, sl_cpu_spmv_fill, spmv);
  for (int turn = 0; turn < TURNS; turn++) {
    double start = sl_clock_us();
    sl_team_run(team, copy, memory);
    double copied = sl_clock_us();
    sl_team_run(team, sl_cpu_spmv_part, spmv);
    sl_cpu_spmv_finish(spmv);
    copying[turn] = copied - start;
    multiplying[turn] = sl_clock_us() - copied;
  }
  double bytes = sl_csr_spmv_bytes(spmv->matrix, sl_spmv_precision_bytes(spmv->precision));
  double copy_gbps = 2.0 * COPIED_BYTES / median(copying) * 1e-3;
  double gbps = bytes / median(multiplying) * 1e-3;
  (void)printf("%-28s %s  copy %6.1f  spmv %6.1f GB/s  %3.0f %%   best: copy %6.1f  spmv %6.1f\n",
               spec, sl_spmv_precision_name(spmv->precision), copy_gbps, gbps,
               100 * gbps / copy_gbps, 2.0 * COPIED_BYTES / copying[0] * 1e-3,
               bytes / multiplying[0] * 1e-3);
}

static sl_status bench(const char *spec, sl_team *team, copies *memory) {
  sl_csr matrix;
  sl_cpu_spmv spmv;
  SL_TRY(sl_generate(spec, &matrix));
  sl_status status = SL_OK;
  for (int precision = SL_F32; precision <= SL_F64 && status == SL_OK; precision++) {
    status = sl_cpu_spmv_make(&matrix, (sl_precision)precision, memory->num_parts, &spmv);
    if (status != SL_OK) break;
    measure(spec, team, memory, &spmv);
    sl_cpu_spmv_free(&spmv);
  }
  sl_csr_free(&matrix);
  return status;
}

int main(int count, char **arguments) {
  sl_team *team = NULL;
  copies memory = {.num_parts = sl_process_num_cores()};
  sl_status status = sl_alloc(COPIED_BYTES, 1, "memory to copy from", &memory.from);
  if (status == SL_OK) status = sl_alloc(COPIED_BYTES, 1, "memory to copy to", &memory.to);
  if (status == SL_OK) status = sl_team_make(memory.num_parts, &team);
  if (status == SL_OK) {
    sl_prefer_huge_pages(memory.from, COPIED_BYTES);
    sl_prefer_huge_pages(memory.to, COPIED_BYTES);
    sl_team_run(team, touch, &memory);
    (void)printf("%d cores\n", memory.num_parts);
  }
  for (int i = 1; i < count && status == SL_OK; i++) status = bench(arguments[i], team, &memory);
  if (status != SL_OK) (void)fprintf(stderr, "bench_cpu_spmv: %s\n", sl_status_message());
  if (team) sl_team_free(team);
  sl_free(memory.to);
  sl_free(memory.from);
  return sl_status_exit(status);
}
