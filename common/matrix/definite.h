/** @file definite.h
 *  Symmetric positive definite matrices for solvers, made from any square matrix.
 */
#ifndef SL_MATRIX_DEFINITE_H
#define SL_MATRIX_DEFINITE_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/** True if the matrix is symmetric, no diagonal entry is less than the sum of its row's other
 *  magnitudes, and in at least one row it is greater. Such a matrix is positive definite if its
 *  graph is connected, as grids are. Rows must be sorted, without duplicates.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_definite_is(const sl_csr *matrix, bool *is_out);

/** A symmetric, strictly diagonally dominant matrix, hence positive definite by Gershgorin's
 *  theorem, in which i and j are connected if they are in `from`: a_ij = −(|from_ij| +
 * |from_ji|)/2, and a_ii = 65/64 of the sum of its row's other magnitudes, or 1 if these are all 0.
 * Rows of `from` must be sorted, without duplicates. Errors: SL_ERR_INPUT if it is not square,
 * SL_ERR_SIZE, SL_ERR_MEMORY. */
sl_status sl_definite_make(const sl_csr *from, sl_csr *out);

#ifdef __cplusplus
}
#endif
#endif
