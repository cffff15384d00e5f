/** @file spmv.h
 *  Functions that the labs on y ← y + A x share, for their `lab.c`: posing A, x and y, and the
 *  products of a row.
 */
#ifndef SL_JUDGE_SPMV_H
#define SL_JUDGE_SPMV_H

#include "judge/lab.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Adds the inputs "row_ptr", "col_idx" and "values" of a matrix, which the problem borrows.
 *  Errors: those of sl_problem_ints. */
sl_status sl_spmv_pose_csr(const sl_csr *a, enum sl_wire_place place, sl_problem *out);

/** Adds the columns and values of `count` entries or slots as inputs, which the problem borrows.
 *  They are called "col_idx" and "values" after `prefix`, such as "ell_". Errors: those of
 *  sl_problem_ints. */
sl_status sl_spmv_pose_entries(const char *prefix, enum sl_wire_place place, const int *col_idx,
                               const double *values, size_t count, sl_problem *out);

/** Adds such columns and values as host arrays that the student computes; the right values are
 *  copied. */
sl_status sl_spmv_expect_entries(const char *prefix, const int *col_idx, const double *values,
                                 size_t count, sl_problem *out);

/** Adds the arrays "x" and "y" of a case, y with the right answer and its bound, and sets the
 *  traffic in bytes, computed by the format's sl_…_spmv_bytes. Errors: those of sl_problem_reals
 *  and sl_problem_expect. */
sl_status sl_spmv_pose_vectors(const sl_case *given, enum sl_wire_place place, double traffic_bytes,
                               sl_problem *out);

/** Like sl_spmv_pose_vectors, for y ← α A x + β y, and adds the host arrays "alpha" and "beta". As
 *  in BLAS, y is not read if β is 0: then it is an answer without contents, and does not count as
 *  read. */
sl_status sl_spmv_pose_scaled_vectors(const sl_case *given, enum sl_wire_place place, double alpha,
                                      double beta, double traffic_bytes, sl_problem *out);

/** Refuses a case whose arrays would take more than the limit on this device. `format` describes
 *  the format: "ELL, padded to 5000 entries per row,". Errors: SL_ERR_SIZE. */
sl_status sl_spmv_check_bytes(const sl_case *given, const char *format, double bytes);

/** Refuses a matrix that is certainly not symmetric and positive definite: one that is not square
 * or not symmetric, or has a diagonal element that is not positive. For tasks that solve A x = y
 * with such matrices; the case is skipped with this message. Errors: SL_ERR_SIZE; SL_ERR_MEMORY. */
sl_status sl_spmv_check_symmetric(const sl_case *given);

/** The bytes of an entry: its value and one index. */
double sl_spmv_entry_bytes(sl_precision precision);

/** The bytes of the three arrays of CSR. */
double sl_spmv_csr_bytes(const sl_csr *a, sl_precision precision);

/** Returns the right sum of the row's values times x. */
double sl_spmv_row_right(const sl_case *given, int row);
/** Returns the value of entry `k` times its element of x. */
double sl_spmv_row_product(const sl_case *given, int k);

#ifdef __cplusplus
}
#endif
#endif
