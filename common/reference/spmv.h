/** @file spmv.h
 *  The oracle for y ← y + A x: the answer in double, the bound on a correct answer's error, and the
 *  CPU implementations on whose times speedups are based.
 */
#ifndef SL_REFERENCE_SPMV_H
#define SL_REFERENCE_SPMV_H

#include "base/status.h"
#include "matrix/csr.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Precision in which a module computes. */
typedef enum sl_precision { SL_F32, SL_F64 } sl_precision;

/** "f32" or "f64". */
const char *sl_spmv_precision_name(sl_precision precision);

/** 4 or 8. */
size_t sl_spmv_precision_bytes(sl_precision precision);

/** Unit roundoff u: 2^-24 or 2^-53. */
double sl_spmv_unit_roundoff(sl_precision precision);

/** expected[i] = y0[i] + Σ_j a_ij x_j, accumulated in double with compensation, and
 *  bound[i] = SL_BOUND_C · (n_i + 2) · (u · (|y0_i| + Σ_j |a_ij| |x_j|) + s), n_i the entries of
 * row i and s the smallest number above 0, which is what a product loses that is too small.
 *
 *  Any order of summation, with or without fused multiply-add, stays within the bound: N. Higham,
 *  Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1 (γ_n, n = n_i + 1).
 *  The inputs must be representable in `precision`.
 *  Shapes: x [num_cols], y0, expected and bound [num_rows]; `bound` may be NULL. */
void sl_reference_spmv(const sl_csr *matrix, const double *x, const double *y0,
                       sl_precision precision, double *expected, double *bound);

/** The constant c of the bound: room for the reference's own rounding, not for a wrong answer. */
#define SL_BOUND_C 2.0

/** |got − expected| <= bound, written so that NaN is never within. */
static inline bool sl_within(double got, double expected, double bound) {
  double difference = got > expected ? got - expected : expected - got;
  return difference <= bound;
}

/** Times of the CPU reference in `precision` on `matrix`, in microseconds: y ← y + A x by one
 *  thread with the loop that a student would write first, and by `*threads_out` threads (all cores
 *  this process may use) as fast as the kit knows how: each has an equal share of entries plus
 *  rows, even if it ends inside a row; long rows use four sums; and the arrays are near the cores
 *  that read them. Medians of at least 5 runs after a warm-up; stops repeating after about
 *  `budget_ms`. Errors: SL_ERR_MEMORY, SL_ERR_SYSTEM (no thread). */
sl_status sl_reference_spmv_time(const sl_csr *matrix, sl_precision precision, double budget_ms,
                                 double *sequential_us_out, double *parallel_us_out,
                                 int *threads_out);

#ifdef __cplusplus
}
#endif
#endif
