/* parallel.c: threads take the parts of a job one after another until no part is left. */
#include "parallel.h"

#include "process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST_THREADS = 256, PARTS_PER_THREAD = 8, BYTES_A_STEP = 16 };

/* The work, in steps, for which another thread is started. Starting a thread takes about ten
 * microseconds, less than a tenth of the time of this work. */
static const long long usual_work = 200000;

static int pretended_cores;
static long long pretended_work;

void sl_parallel_pretend(int cores, long long least_work) {
  pretended_cores = cores;
  pretended_work = least_work;
}

int sl_parallel_threads(long long work) {
  long long worth = work / (pretended_work ? pretended_work : usual_work);
  if (worth <= 1) return 1;
  int cores = pretended_cores ? pretended_cores : sl_process_num_cores();
  if (cores > MOST_THREADS) cores = MOST_THREADS;
  return worth < cores ? (int)worth : cores;
}

int sl_parallel_parts(long long work) {
  int threads = sl_parallel_threads(work);
  if (threads == 1) return 1;
  int parts = PARTS_PER_THREAD * threads;
  return parts < SL_MOST_PARTS ? parts : SL_MOST_PARTS;
}

typedef struct job {
  sl_parallel_part *part;
  void *context;
  int num_parts;
  atomic_int next;
} job;

static void *take_parts(void *argument) {
  job *whole = argument;
  for (;;) {
    int part = atomic_fetch_add(&whole->next, 1);
    if (part >= whole->num_parts) return NULL;
    whole->part(whole->context, part);
  }
}

void sl_parallel_run(int num_parts, int num_threads, sl_parallel_part *part, void *context) {
  job whole = {.part = part, .context = context, .num_parts = num_parts};
  pthread_t threads[MOST_THREADS];
  int started = 0;
  atomic_init(&whole.next, 0);
  if (num_threads > num_parts) num_threads = num_parts;
  if (num_threads > MOST_THREADS) num_threads = MOST_THREADS;
  while (started < num_threads - 1 &&
         pthread_create(&threads[started], NULL, take_parts, &whole) == 0) {
    started++;
  }
  (void)take_parts(&whole);
  for (int k = 0; k < started; k++) (void)pthread_join(threads[k], NULL);
}

void sl_parallel_run_all(int num_parts, sl_parallel_part *part, void *context) {
  int cores = num_parts == 1 ? 1 : pretended_cores ? pretended_cores : sl_process_num_cores();
  sl_parallel_run(num_parts, cores, part, context);
}

int sl_parallel_find(const void *at, int count, sl_parallel_part *part) {
  sl_parallel_search all = {.at = at, .count = count, .num_parts = sl_parallel_parts(count)};
  for (int k = 0; k < all.num_parts; k++) all.found[k] = -1;
  sl_parallel_run_all(all.num_parts, part, &all);
  for (int k = 0; k < all.num_parts; k++) {
    if (all.found[k] >= 0) return all.found[k];
  }
  return -1;
}

typedef struct copying {
  char *to;
  const char *from;
  size_t bytes;
  int num_parts;
} copying;

static void copy_part(void *context, int part) {
  const copying *all = context;
  size_t begin = (size_t)sl_part_begin((long long)all->bytes, all->num_parts, part);
  size_t end = (size_t)sl_part_begin((long long)all->bytes, all->num_parts, part + 1);
  if (begin < end) memcpy(all->to + begin, all->from + begin, end - begin);
}

void sl_parallel_copy(void *to, const void *from, size_t bytes) {
  copying all = {to, from, bytes, sl_parallel_parts((long long)bytes / BYTES_A_STEP)};
  sl_parallel_run_all(all.num_parts, copy_part, &all);
}
