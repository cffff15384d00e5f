/* cpu_time.c: how long the CPU takes for y ← y + A x, on one core and on all of them. */
#include "base/clock.h"
#include "base/process.h"
#include "reference/cpu_spmv.h"
#include "reference/spmv.h"
#include "reference/team.h"

#include <stdlib.h>

enum { LEAST_SAMPLES = 5, MOST_SAMPLES = 501 };

/* A sample lasts at least this long, so that reading the clock does not matter. */
static const double least_sample_us = 20;

static double time_us(void (*run)(void *), void *context, int repeats) {
  double start = sl_clock_us();
  for (int k = 0; k < repeats; k++) run(context);
  return (sl_clock_us() - start) / repeats;
}

static int compare_times(const void *left, const void *right) {
  const double *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

static double median_us(void (*run)(void *), void *context, double budget_us) {
  double samples[MOST_SAMPLES];
  int count = 0, repeats = 1;
  double start = sl_clock_us();
  run(context); /* warm-up: fills caches and maps pages */
  while (repeats < 1 << 20 && time_us(run, context, repeats) * repeats < least_sample_us) {
    repeats *= 2;
  }
  while (count < LEAST_SAMPLES || (count < MOST_SAMPLES && sl_clock_us() - start < budget_us)) {
    samples[count++] = time_us(run, context, repeats);
  }
  qsort(samples, (size_t)count, sizeof *samples, compare_times);
  return (samples[(count - 1) / 2] + samples[count / 2]) / 2;
}

typedef struct team_work {
  sl_team *team;
  sl_cpu_spmv *spmv;
} team_work;

static void run_team(void *context) {
  const team_work *work = context;
  sl_team_run(work->team, sl_cpu_spmv_part, work->spmv);
  sl_cpu_spmv_finish(work->spmv);
}

sl_status sl_reference_spmv_time(const sl_csr *matrix, sl_precision precision, double budget_ms,
                                 double *sequential_us_out, double *parallel_us_out,
                                 int *threads_out) {
  double half_us = budget_ms * 1e3 / 2;
  int threads = sl_process_num_cores();
  sl_cpu_spmv spmv;
  SL_TRY(sl_cpu_spmv_make(matrix, precision, threads, &spmv));
  team_work work = {.spmv = &spmv};
  sl_status status = sl_team_make(threads, &work.team);
  if (status == SL_OK) {
    sl_team_run(work.team, sl_cpu_spmv_fill, &spmv);
    *parallel_us_out = median_us(run_team, &work, half_us);
    /* Times one core without the team, because the team keeps all cores busy while it waits. */
    sl_team_free(work.team);
    *sequential_us_out = median_us(sl_cpu_spmv_all, &spmv, half_us);
    *threads_out = threads;
  }
  sl_cpu_spmv_free(&spmv);
  return status;
}
