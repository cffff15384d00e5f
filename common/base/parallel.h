/** @file parallel.h
 *  Divides work among all cores. Results must not depend on the number of cores, or on which thread
 *  does which part: each part writes only to its own locations.
 */
#ifndef SL_BASE_PARALLEL_H
#define SL_BASE_PARALLEL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The largest number of parts of a job. */
enum { SL_MOST_PARTS = 1024 };

/** Does part number `part` of a job. The function must not call sl_alloc or sl_fail, because both
 *  keep their state per thread. */
typedef void sl_parallel_part(void *context, int part);

/** The number of threads that are worth starting for `work` steps of a few nanoseconds each: at
 *  most one per core of this process, and 1 if there is little work. */
int sl_parallel_threads(long long work);

/** The number of parts for a job of `work` steps, such that no thread waits long for the last part.
 *  1 if a single thread does the job. */
int sl_parallel_parts(long long work);

/** Runs parts 0 to num_parts − 1 on `num_threads` threads, including the caller's, and returns
 *  after all parts have ended. If a thread cannot be started, the other threads do its work. */
void sl_parallel_run(int num_parts, int num_threads, sl_parallel_part *part, void *context);

/** Runs parts 0 to num_parts − 1 on all cores. `num_parts` comes from sl_parallel_parts. */
void sl_parallel_run_all(int num_parts, sl_parallel_part *part, void *context);

/** Index of the first item of part `part`, if `count` items are divided evenly into `num_parts`
 *  parts. For `part` = `num_parts` it is `count`, the end of the last part. */
static inline long long sl_part_begin(long long count, int num_parts, int part) {
  return count / num_parts * part + count % num_parts * part / num_parts;
}

/** Copies `bytes` bytes on all cores. `bytes` may be 0. */
void sl_parallel_copy(void *to, const void *from, size_t bytes);

/** The state of a search on all cores for the first wrong element among `count` elements. Each part
 *  sets found[part] to the index of its own first wrong element, if there is one. */
typedef struct sl_parallel_search {
  const void *at;
  int count, num_parts;
  int found[SL_MOST_PARTS]; /**< −1: none */
} sl_parallel_search;

/** Runs `part`, whose context is an sl_parallel_search, on all parts of the `count` elements at
 *  `at`. Returns the index of the first wrong element, or −1. */
int sl_parallel_find(const void *at, int count, sl_parallel_part *part);

/** Computes the range of elements that part number `part` checks: `*begin` to `*end` − 1. */
static inline void sl_looking_range(const sl_parallel_search *all, int part, int *begin, int *end) {
  *begin = (int)sl_part_begin(all->count, all->num_parts, part);
  *end = (int)sl_part_begin(all->count, all->num_parts, part + 1);
}

/** For tests: pretends that the machine has `cores` cores, and that a thread is worth starting for
 *  `least_work` steps. 0 restores the true value of either. */
void sl_parallel_pretend(int cores, long long least_work);

#ifdef __cplusplus
}
#endif
#endif
