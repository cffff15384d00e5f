/** @file definite.h
 *  Makes symmetric positive definite matrices for solvers from any square matrix.
 */
#ifndef SL_MATRIX_DEFINITE_H
#define SL_MATRIX_DEFINITE_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sets `*is_out` to whether the matrix is symmetric, no diagonal entry is less than the sum of the
 *  other magnitudes of its row, and at least one is greater. Such a matrix is positive definite if
 *  its graph is connected, which is true of grids. Rows must be sorted, without duplicates. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_definite_is(const sl_csr *matrix, bool *is_out);

/** Makes a symmetric, strictly diagonally dominant matrix, which is positive definite by
 *  Gershgorin's theorem. Entries (i, j) and (j, i) exist if `from` has one of them: a_ij =
 *  −(|from_ij| + |from_ji|)/2. The diagonal entry a_ii is 65/64 of the sum of the other magnitudes
 *  of its row, or 1 if they are all 0. Rows of `from` must be sorted, without duplicates. Errors:
 *  SL_ERR_INPUT if `from` is not square, SL_ERR_SIZE, SL_ERR_MEMORY. */
sl_status sl_definite_make(const sl_csr *from, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
