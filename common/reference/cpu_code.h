/** @file cpu_code.h
 *  What the CPU does for tasks other than SpMV: the `part` and `finish` of an sl_cpu_code. Each
 *  comment lists the arrays, in order.
 */
#ifndef SL_REFERENCE_CPU_CODE_H
#define SL_REFERENCE_CPU_CODE_H

#include "reference/cpu_task.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Scalars of conjugate gradients, by their places in the array. */
enum { SL_CPU_RZ = 0, SL_CPU_RR = 1, SL_CPU_ALPHA = 3, SL_CPU_NEW_RZ = 5 };

/** x y: y ← y + x. Parallel. */
void sl_cpu_code_add(const sl_cpu_task *task, int part);

/** x sums: the sum of each group of `size` elements. Parallel. */
void sl_cpu_code_group_sums(const sl_cpu_task *task, int part);

/** x y: the running sums within each group of `size` elements. Parallel. */
void sl_cpu_code_group_scan(const sl_cpu_task *task, int part);

/** x y sum: the dot product. Parallel, with finish. */
void sl_cpu_code_dot(const sl_cpu_task *task, int part);
void sl_cpu_code_finish_dot(const sl_cpu_task *task);

/** inverse p q x r z scalars: x ← x + α p, r ← r − α q, z ← D⁻¹ r, r · z and r · r. Parallel, with
 *  finish. */
void sl_cpu_code_update(const sl_cpu_task *task, int part);
void sl_cpu_code_finish_update(const sl_cpu_task *task);

/** row_ptr col_idx values inverse count x r z p scalars q: `count` iterations of conjugate
 *  gradients. Sequential. */
void sl_cpu_code_iterations(const sl_cpu_task *task, int part);

/** row_ptr col_idx values inverse b tolerance most x r z p q done: solves A x = b by conjugate
 *  gradients, and looks at the residual after each iteration. The array `done` gets the number of
 *  iterations, the same number, and 1. Sequential. */
void sl_cpu_code_solve(const sl_cpu_task *task, int part);

/** keys bins: adds to each bin the number of its keys. Parallel, with finish: for at most
 *  SL_CPU_SHARE_INTS bins. */
void sl_cpu_code_histogram(const sl_cpu_task *task, int part);
void sl_cpu_code_finish_histogram(const sl_cpu_task *task);

/** keys bins: the same for any number of bins. Sequential. */
void sl_cpu_code_count(const sl_cpu_task *task, int part);

/** in out: the exclusive prefix sums, and the sum of all. Sequential. */
void sl_cpu_code_scan(const sl_cpu_task *task, int part);

/** row_ptr col_idx values col_ptr row_idx csc_values: moves every entry to its column, in the order
 *  of CSR; col_ptr is given. Sequential. */
void sl_cpu_code_scatter(const sl_cpu_task *task, int part);

/** The same arrays: counts, scans and scatters, and so computes col_ptr, too. Sequential. */
void sl_cpu_code_transpose(const sl_cpu_task *task, int part);

#ifdef __cplusplus
}
#endif
#endif
