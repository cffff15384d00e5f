/** @file cpu_task.h
 *  Computes on the CPU the answers of all tasks except SpMV, to measure the time. A task has arrays
 *  of the same types as those on the GPU, and code that computes the answer from them.
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
  const int *ints;     /**< initial contents, if `is_int`; NULL: all 0. Not owned */
  const double *reals; /**< initial contents, if not `is_int`; NULL: all 0. Not owned */
  bool changes;        /**< whether the computation changes the contents */
} sl_cpu_array;

/** What one part contributes to the sums of all parts. Each share has cache lines of its own. */
typedef union sl_cpu_task_share {
  float share_f32[2];
  double share_f64[2];
  int ints[SL_CPU_SHARE_INTS];
} sl_cpu_task_share;

struct sl_cpu_code;

/** A task with its arrays, in the precision of the computation. */
typedef struct sl_cpu_task {
  const struct sl_cpu_code *code;
  sl_precision precision;
  int num_parts;
  int num_arrays;
  const sl_cpu_array *arrays;  /**< not owned */
  void *at[SL_CPU_MAX_ARRAYS]; /**< the arrays: int, or `precision`; `arrays[i].count` elements
                                *  in at[i] */
  sl_cpu_task_share *shares;   /**< [num_parts] */
} sl_cpu_task;

/** How the CPU computes a task. cpu_code.h declares the functions. */
typedef struct sl_cpu_code {
  const char *arrays; /**< names of the arrays, separated by spaces, in the order of `at` */
  /** Computes part number `part`. With a single part, this is the plain sequential code. */
  void (*part)(const sl_cpu_task *task, int part);
  void (*finish)(const sl_cpu_task *task); /**< adds the shares of all parts; NULL: nothing to
                                            *  add */
  bool parallel; /**< whether parts may run at the same time; otherwise there must be one part */
  bool once;     /**< whether each run needs the initial contents, because the code is iterative */
  int size;      /**< elements per group, for code that works on groups */
} sl_cpu_code;

/** Allocates the arrays of a task. `arrays` must remain valid. Errors: SL_ERR_MEMORY. */
sl_status sl_cpu_task_make(const sl_cpu_code *code, const sl_cpu_array *arrays, int num_arrays,
                           sl_precision precision, int num_parts, sl_cpu_task *out);

/** sl_cpu_task_fill writes the initial contents of part number `part` to all arrays,
 *  sl_cpu_task_restore only to arrays that change. The thread that will compute the part must call
 *  this, because the memory of a page is near the core that first writes to it. `task` points to an
 *  sl_cpu_task. */
void sl_cpu_task_fill(void *task, int part);
void sl_cpu_task_restore(void *task, int part);

/** Computes all parts one after another, and then calls `finish`. */
void sl_cpu_task_run(const sl_cpu_task *task);

void sl_cpu_task_free(sl_cpu_task *task);

/** Times of a task, in microseconds. */
typedef struct sl_cpu_times {
  double sequential_us;
  double parallel_us; /**< 0: the code is only sequential */
  int threads;        /**< threads that parallel_us used: all cores that this process may use; 0:
                       *  only sequential */
} sl_cpu_times;

/** Measures the code in the same way as sl_reference_spmv_time. Before each sample, arrays that
 *  change get their initial contents again; this time is not counted. Repetition stops after about
 *  `budget_ms`: then there may be fewer than 5 samples, and only one if it takes longer than that.
 *  Errors: SL_ERR_MEMORY, SL_ERR_SYSTEM (a thread could not be started). */
sl_status sl_cpu_task_time(const sl_cpu_code *code, const sl_cpu_array *arrays, int num_arrays,
                           sl_precision precision, double budget_ms, sl_cpu_times *out);

#ifdef __cplusplus
}
#endif
#endif
