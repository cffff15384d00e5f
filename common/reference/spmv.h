/** @file spmv.h
 *  The oracle for y ← y + A x: the expected answer in double, and a bound on the error of a correct
 *  answer. Also the CPU implementations whose times are the baseline for speedups.
 */
#ifndef SL_REFERENCE_SPMV_H
#define SL_REFERENCE_SPMV_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The precision in which a program computes. */
typedef enum sl_precision { SL_F32, SL_F64 } sl_precision;

/** The name of a precision: "f32" or "f64". */
const char *sl_spmv_precision_name(sl_precision precision);

/** The number of bytes of a number: 4 or 8. */
size_t sl_spmv_precision_bytes(sl_precision precision);

/** The unit roundoff u of a precision: 2^-24 or 2^-53. */
double sl_spmv_unit_roundoff(sl_precision precision);

/** Computes the expected answer and the error bound of each row i:
 *    expected[i] = y0[i] + Σ_j a_ij x_j, accumulated in double with compensation,
 *    bound[i] = SL_BOUND_C · (n_i + 2) · (u · (|y0_i| + Σ_j |a_ij| |x_j|) + s).
 *  n_i is the number of entries of row i. s is the smallest positive number, the largest error of a
 *  product that underflows.
 *
 *  A correct answer stays within the bound for any order of summation, with or without fused
 *  multiply-add: N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1
 *  (γ_n, n = n_i + 1). The inputs must be representable in `precision`. Shapes: x [num_cols]; y0,
 *  expected and bound [num_rows]. `bound` may be NULL. */
void sl_reference_spmv(const sl_csr *matrix, const double *x, const double *y0,
                       sl_precision precision, double *expected, double *bound);

/** The constant factor of the bound. It leaves room for the reference's own rounding errors. */
#define SL_BOUND_C 2.0

/** Whether |got − expected| <= bound. False if a number is NaN. */
static inline bool sl_within(double got, double expected, double bound) {
  double difference = got > expected ? got - expected : expected - got;
  return difference <= bound;
}

/** Measures the CPU reference in `precision` on `matrix`, in microseconds. `*sequential_us_out` is
 *  the time of y ← y + A x on one thread with the loop that a student would write first.
 *  `*parallel_us_out` is the time on `*threads_out` threads (all cores that this process may use)
 *  with the fastest code of the kit: each thread has an equal share of entries plus rows, even if
 *  the share ends inside a row; long rows use four partial sums; and the arrays are in memory near
 *  the cores that read them. Both are medians of at least 5 samples after a warm-up; repetition
 *  stops after about `budget_ms`. Errors: SL_ERR_MEMORY, SL_ERR_SYSTEM (a thread could not be
 *  started). */
sl_status sl_reference_spmv_time(const sl_csr *matrix, sl_precision precision, double budget_ms,
                                 double *sequential_us_out, double *parallel_us_out,
                                 int *threads_out);

#ifdef __cplusplus
}
#endif
#endif
