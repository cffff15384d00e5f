/** @file warp.h
 *  Lab 06: what your file `warp.cu` must supply.
 *
 *  All launches compute y ← α A x + β y for a matrix A of `num_rows` rows in CSR format, as in lab
 *  01. A row is computed by a *vector*: `vector_width` neighbouring lanes of a warp. Lanes 0 to
 *  vector_width − 1 of a warp are its vector 0, the next are its vector 1, and so on.
 *
 *    vector_width              2, 4, 8 or 32; not always the width that suits the matrix
 *    d_row_ptr  [num_rows + 1]
 *    d_col_idx  [entries]
 *    d_values   [entries]
 *    d_x        [columns of A]
 *    d_y        [num_rows]     if β is 0, y has no contents yet, and must not be read
 *    d_next_row [1]            the number of the first row that no vector has taken; 0 at first
 *
 *  Arrays whose names begin with d_ are in device memory. num_rows can be 0.
 */
#ifndef LAB_WARP_H
#define LAB_WARP_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Task width: the vector width for a matrix of `num_rows` rows and `nnz` entries, by the mean
 *  length of a row: under 2 it is 2, under 4 it is 4, under 64 it is 8, otherwise 32. Without rows
 *  it is 2. */
int choose_vector_width(int num_rows, int nnz);

/** Task static: vector v computes row v, and no other. */
void launch_spmv_static(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y);

/** Task vector: a vector takes one row after another from the counter, until there is none left.
 *  Afterwards the counter is at least num_rows. */
void launch_spmv_vector(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                        const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                        int *d_next_row);

/** Task warp: the same, but a warp takes as many neighbouring rows as it has vectors at once. */
void launch_spmv_warp(int vector_width, int num_rows, const int *d_row_ptr, const int *d_col_idx,
                      const real *d_values, real alpha, const real *d_x, real beta, real *d_y,
                      int *d_next_row);

#ifdef __cplusplus
}
#endif
#endif
