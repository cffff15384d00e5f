/** @file parallel.h
 *  Work shared by all cores. Results must not depend on the number of cores, nor on which thread
 *  does which part: each part writes to its own places.
 */
#ifndef SL_BASE_PARALLEL_H
#define SL_BASE_PARALLEL_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** No job is cut into more parts than this. */
enum { SL_MOST_PARTS = 1024 };

/** Part number `part` of a job. Must not call sl_alloc or sl_fail, because both keep their state
 *  per thread. */
typedef void sl_parallel_part(void *context, int part);

/** How many threads are worth starting for `work` steps of a few nanoseconds: 1 if there is little
 *  to do, and never more than this process has cores. */
int sl_parallel_threads(long long work);

/** How many parts to cut such a job into, so that no thread waits long for the last one. 1 if one
 *  thread does it all. */
int sl_parallel_parts(long long work);

/** Does parts 0 … num_parts − 1 on that many threads, including the caller's, and returns when all
 *  are done. A thread that cannot be started leaves its work to the others. */
void sl_parallel_run(int num_parts, int num_threads, sl_parallel_part *part, void *context);

/** The same for parts from sl_parallel_parts, on all cores. */
void sl_parallel_run_all(int num_parts, sl_parallel_part *part, void *context);

/** Index of the first item of part `part`, if `count` items are divided evenly into `num_parts`
 *  parts. For `part` = `num_parts` it is `count`, the end of the last part. */
static inline long long sl_part_begin(long long count, int num_parts, int part) {
  return count / num_parts * part + count % num_parts * part / num_parts;
}

/** memcpy on all cores; `bytes` may be 0. */
void sl_parallel_copy(void *to, const void *from, size_t bytes);

/** A search on all cores for the first of `count` things that is wrong. Each part sets found[part]
 *  to its own first, if there is one. */
typedef struct sl_parallel_search {
  const void *at;
  int count, num_parts;
  int found[SL_MOST_PARTS]; /**< −1: none */
} sl_parallel_search;

/** Runs `part`, whose context is an sl_parallel_search, over `count` things of `at`. Returns the
 * index of the first one found, or −1. */
int sl_parallel_find(const void *at, int count, sl_parallel_part *part);

/** The things that part number `part` checks: from `begin` to before `end`. */
static inline void sl_looking_range(const sl_parallel_search *all, int part, int *begin, int *end) {
  *begin = (int)sl_part_begin(all->count, all->num_parts, part);
  *end = (int)sl_part_begin(all->count, all->num_parts, part + 1);
}

/** For tests: pretends that there are `cores`, and that a thread is worth starting for `least_work`
 *  steps. 0 restores the true value of either. */
void sl_parallel_pretend(int cores, long long least_work);

#ifdef __cplusplus
}
#endif
#endif
