/* cpu_time.c: measures how long the CPU takes for y ← y + A x and for other tasks, on one core and
 * on all cores. */
#include "base/clock.h"
#include "base/process.h"
#include "reference/cpu_spmv.h"
#include "reference/cpu_task.h"
#include "reference/spmv.h"
#include "reference/team.h"

#include <stdbool.h>
#include <stdlib.h>

enum { LEAST_SAMPLES = 5, MOST_SAMPLES = 501 };

/* The shortest sample. The time to read the clock is negligible compared with it. */
static const double least_sample_us = 20;

typedef struct timed_code {
  void (*run)(void *context);
  void (*restore)(void *context); /* called before each sample, outside of its time; may be NULL */
  void *context;
  int least_samples;
  bool once; /* whether a sample consists of a single run */
} timed_code;

static double sample_us(const timed_code *code, int repeats) {
  if (code->restore) code->restore(code->context);
  double start = sl_clock_us();
  for (int k = 0; k < repeats; k++) code->run(code->context);
  return (sl_clock_us() - start) / repeats;
}

static int compare_times(const void *left, const void *right) {
  const double *a = left, *b = right;
  return (*a > *b) - (*a < *b);
}

static double median_us(const timed_code *code, double budget_us) {
  double samples[MOST_SAMPLES];
  int count = 0, repeats = 1;
  double start = sl_clock_us();
  double first_us = sample_us(code, 1); /* also a warm-up, which fills caches and maps pages */
  if (code->least_samples == 1 && first_us > budget_us) return first_us;
  while (!code->once && repeats < 1 << 20 && sample_us(code, repeats) * repeats < least_sample_us) {
    repeats *= 2;
  }
  while (count < code->least_samples ||
         (count < MOST_SAMPLES && sl_clock_us() - start < budget_us)) {
    samples[count++] = sample_us(code, repeats);
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
    const timed_code parallel = {.run = run_team, .context = &work, .least_samples = LEAST_SAMPLES};
    *parallel_us_out = median_us(&parallel, half_us);
    /* Measures one core after the team has ended, because its threads keep all cores busy while
     * they wait. */
    sl_team_free(work.team);
    const timed_code sequential = {
        .run = sl_cpu_spmv_all, .context = &spmv, .least_samples = LEAST_SAMPLES};
    *sequential_us_out = median_us(&sequential, half_us);
    *threads_out = threads;
  }
  sl_cpu_spmv_free(&spmv);
  return status;
}

/* ---- other tasks ----------------------------------------------------------------------------- */

typedef struct task_work {
  sl_team *team;
  sl_cpu_task task;
} task_work;

static void run_part(void *task, int part) {
  const sl_cpu_task *whole = task;
  whole->code->part(whole, part);
}

static void run_task_by_team(void *context) {
  task_work *work = context;
  sl_team_run(work->team, run_part, &work->task);
  if (work->task.code->finish) work->task.code->finish(&work->task);
}

static void restore_by_team(void *context) {
  task_work *work = context;
  sl_team_run(work->team, sl_cpu_task_restore, &work->task);
}

static void run_task(void *task) {
  sl_cpu_task_run(task);
}

static void restore_all(void *task) {
  const sl_cpu_task *whole = task;
  for (int part = 0; part < whole->num_parts; part++) sl_cpu_task_restore(task, part);
}

static sl_status time_by_team(task_work *work, double budget_us, sl_cpu_times *out) {
  const timed_code parallel = {.run = run_task_by_team,
                               .restore = restore_by_team,
                               .context = work,
                               .least_samples = 1,
                               .once = work->task.code->once};
  SL_TRY(sl_team_make(work->task.num_parts, &work->team));
  sl_team_run(work->team, sl_cpu_task_fill, &work->task);
  out->parallel_us = median_us(&parallel, budget_us);
  out->threads = work->task.num_parts;
  sl_team_free(work->team);
  return SL_OK;
}

sl_status sl_cpu_task_time(const sl_cpu_code *code, const sl_cpu_array *arrays, int num_arrays,
                           sl_precision precision, double budget_ms, sl_cpu_times *out) {
  double budget_us = budget_ms * 1e3 / (code->parallel ? 2 : 1);
  int parts = code->parallel ? sl_process_num_cores() : 1;
  task_work work = {.team = NULL};
  sl_status status = SL_OK;
  *out = (sl_cpu_times){.threads = 0};
  SL_TRY(sl_cpu_task_make(code, arrays, num_arrays, precision, parts, &work.task));
  if (code->parallel) {
    status = time_by_team(&work, budget_us, out);
  } else {
    sl_cpu_task_fill(&work.task, 0);
  }
  if (status == SL_OK) {
    /* With one part, the code is the plain sequential one. */
    work.task.num_parts = 1;
    const timed_code sequential = {.run = run_task,
                                   .restore = restore_all,
                                   .context = &work.task,
                                   .least_samples = 1,
                                   .once = code->once};
    out->sequential_us = median_us(&sequential, budget_us);
  }
  sl_cpu_task_free(&work.task);
  return status;
}
