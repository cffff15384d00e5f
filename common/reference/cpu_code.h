/** @file cpu_code.h
 *  Functions that compute on the CPU the answers of all tasks except SpMV: the members `part` and
 *  `finish` of an sl_cpu_code.
 *
 *  The comment on each function begins with the names of the task's arrays, in the order of
 *  sl_cpu_task.arrays. "Parallel" means that each call computes part number `part`, and that
 *  different parts may run at the same time. "Sequential" means that a single call computes
 *  everything, and ignores `part`. If a parallel function has a "finish" function, that function
 *  must be called after all parts: it combines their results.
 */
#ifndef SL_REFERENCE_CPU_CODE_H
#define SL_REFERENCE_CPU_CODE_H

#include "reference/cpu_task.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Indices of the scalars of conjugate gradients in the array `scalars`: r · z, r · r, α, and the r
 *  · z of the next iteration. */
enum { SL_CPU_RZ = 0, SL_CPU_RR = 1, SL_CPU_ALPHA = 3, SL_CPU_NEW_RZ = 5 };

/** Arrays x, y. Computes y ← y + x. Parallel. */
void sl_cpu_code_add(const sl_cpu_task *task, int part);

/** Arrays x, sums. Writes the sum of each group of `code->size` elements of x to `sums`.
 *  Parallel. */
void sl_cpu_code_group_sums(const sl_cpu_task *task, int part);

/** Arrays x, y. Writes the inclusive prefix sums within each group of `code->size` elements of x to
 *  y. Parallel. */
void sl_cpu_code_group_scan(const sl_cpu_task *task, int part);

/** Arrays x, y, sum. Writes the dot product of x and y to `sum`. Parallel, with finish. */
void sl_cpu_code_dot(const sl_cpu_task *task, int part);
void sl_cpu_code_finish_dot(const sl_cpu_task *task);

/** Arrays inverse, p, q, x, r, z, scalars; `inverse` is the diagonal of D⁻¹. Computes x ← x + α p,
 *  r ← r − α q and z ← D⁻¹ r with the α in `scalars`, and writes the new r · z and r · r to
 *  `scalars`. Parallel, with finish. */
void sl_cpu_code_update(const sl_cpu_task *task, int part);
void sl_cpu_code_finish_update(const sl_cpu_task *task);

/** Arrays row_ptr, col_idx, values, inverse, count, x, r, z, p, scalars, q. Does `count` iterations
 *  of conjugate gradients. Sequential. */
void sl_cpu_code_iterations(const sl_cpu_task *task, int part);

/** Arrays row_ptr, col_idx, values, inverse, b, tolerance, most, x, r, z, p, q, done. Solves A x =
 *  b by conjugate gradients with at most `most` iterations, and compares the residual with the
 *  tolerance before each iteration. Writes to `done` the number of iterations, the same number
 *  again, and 1. Sequential. */
void sl_cpu_code_solve(const sl_cpu_task *task, int part);

/** Arrays keys, bins. Adds to each bin the number of keys with its index. There may be at most
 *  SL_CPU_SHARE_INTS bins. Parallel, with finish. */
void sl_cpu_code_histogram(const sl_cpu_task *task, int part);
void sl_cpu_code_finish_histogram(const sl_cpu_task *task);

/** Arrays keys, bins. Computes the same as sl_cpu_code_histogram, for any number of bins.
 *  Sequential. */
void sl_cpu_code_count(const sl_cpu_task *task, int part);

/** Arrays in, out. Writes the exclusive prefix sums of `in` to `out`, and then the sum of all
 *  elements. Sequential. */
void sl_cpu_code_scan(const sl_cpu_task *task, int part);

/** Arrays row_ptr, col_idx, values, col_ptr, row_idx, csc_values. Converts a matrix from CSR to
 *  CSC. The entries of a column keep their order. `col_ptr` must contain the column pointers
 *  already. Sequential. */
void sl_cpu_code_scatter(const sl_cpu_task *task, int part);

/** Arrays as in sl_cpu_code_scatter. Converts a matrix from CSR to CSC, and computes `col_ptr` too.
 *  Sequential. */
void sl_cpu_code_transpose(const sl_cpu_task *task, int part);

#ifdef __cplusplus
}
#endif
#endif
