/** @file cpu_task.h
 *  Tasks other than SpMV on the CPU in float or double, to be timed: the arrays of a task in the
 *  types that a worker gets, and the code that computes its answer from them.
 */
#ifndef SL_REFERENCE_CPU_TASK_H
#define SL_REFERENCE_CPU_TASK_H

#include "reference/spmv.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SL_CPU_MAX_ARRAYS = 16, SL_CPU_SHARE_INTS = 64 };

/** An array of a task. */
typedef struct sl_cpu_array {
  bool is_int;
  size_t count;
  const int *ints;     /**< contents before the computation, if it is an array of integers; NULL:
                        *  none. Not owned */
  const double *reals; /**< the same for an array of reals */
  bool changes;        /**< the computation changes the contents */
} sl_cpu_array;

/** What one part contributes to a sum of all parts. No two of them are in one cache line. */
typedef union sl_cpu_task_share {
  float share_f32[2];
  double share_f64[2];
  int ints[SL_CPU_SHARE_INTS];
} sl_cpu_task_share;

struct sl_cpu_code;

/** A task in the precision of the computation. */
typedef struct sl_cpu_task {
  const struct sl_cpu_code *code;
  sl_precision precision;
  int num_parts;
  int num_arrays;
  const sl_cpu_array *arrays;  /**< not owned */
  void *at[SL_CPU_MAX_ARRAYS]; /**< [count] of each: int, or float or double */
  sl_cpu_task_share *shares;   /**< [num_parts] */
} sl_cpu_task;

/** How the CPU does a task. cpu_code.h has the functions. */
typedef struct sl_cpu_code {
  const char *arrays; /**< names of the arrays, separated by spaces, in the order of `at` */
  /** Does a part. If there is one part, it is the plain sequential code. */
  void (*part)(const sl_cpu_task *task, int part);
  void (*finish)(const sl_cpu_task *task); /**< adds the shares of all parts; NULL: nothing to do */
  bool parallel; /**< parts may run at the same time; otherwise there must be one part */
  bool once;     /**< it must start from the first contents each time, because it is iterative */
  int size;      /**< of a group, for code that needs it */
} sl_cpu_code;

/** Allocates the arrays. `arrays` must remain. Errors: SL_ERR_MEMORY. */
sl_status sl_cpu_task_make(const sl_cpu_code *code, const sl_cpu_array *arrays, int num_arrays,
                           sl_precision precision, int num_parts, sl_cpu_task *out);

/** Fills a part of all arrays, or of those that change. The thread that will do the part must do
 *  this, because a page's memory is near the core that first writes to it. `task` is a `const
 *  sl_cpu_task *`. */
void sl_cpu_task_fill(void *task, int part);
void sl_cpu_task_restore(void *task, int part);

/** Does all parts one after another, and finishes. */
void sl_cpu_task_run(const sl_cpu_task *task);

void sl_cpu_task_free(sl_cpu_task *task);

/** Times in microseconds. */
typedef struct sl_cpu_times {
  double sequential_us;
  double parallel_us; /**< 0: the code is only sequential */
  int threads;        /**< of parallel_us, all cores that this process may use; or 0 */
} sl_cpu_times;

/** Times the code like sl_reference_spmv_time. Arrays that it changes get their first contents back
 *  before each sample, outside of the timed part. Stops repeating after about `budget_ms`: then
 *  there may be fewer than 5 runs, and only the first one, if it takes longer than that. Errors:
 *  SL_ERR_MEMORY, SL_ERR_SYSTEM (no thread). */
sl_status sl_cpu_task_time(const sl_cpu_code *code, const sl_cpu_array *arrays, int num_arrays,
                           sl_precision precision, double budget_ms, sl_cpu_times *out);

#ifdef __cplusplus
}
#endif
#endif
