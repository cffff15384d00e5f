/** @file transpose.h
 *  Lab 05: what your file `transpose.cu` must supply.
 *
 *  A matrix of `num_rows` rows, `num_cols` columns and `nnz` entries is given in CSR format; you
 *  convert it to CSC format. CSC stores columns as CSR stores rows: the entries of column j are
 *  those with the numbers col_ptr[j] … col_ptr[j+1]−1.
 *
 *    CSR   row_ptr  [num_rows + 1]   where each row begins; row_ptr[num_rows] is nnz
 *          col_idx  [nnz]            the column of each entry
 *          values   [nnz]            the value of each entry
 *    CSC   col_ptr  [num_cols + 1]   where each column begins; col_ptr[num_cols] is nnz
 *          row_idx  [nnz]            the row of each entry
 *          values   [nnz]            the value of each entry
 *
 *  A row may hold its entries in any order, and several entries of the same column: each of them is
 *  a separate entry in CSC, too. All arrays are in device memory. Any size may be 0. The functions
 *  `launch_…` may allocate device memory, and free what they have allocated.
 */
#ifndef LAB_TRANSPOSE_H
#define LAB_TRANSPOSE_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Task count: adds to each count[j] the number of entries of column j. There may be more threads
 *  than entries; a block has 256.
 *
 *    col_idx  [nnz]
 *    count    [num_cols]   all 0 before the launch
 */
__global__ void count_columns(int nnz, const int *col_idx, int *count);

/** Task scan: the exclusive prefix sum, d_out[i] = d_in[0] + … + d_in[i−1].
 *
 *    d_in   [n]
 *    d_out  [n + 1]   d_out[0] is 0, d_out[n] is the sum of all
 */
void launch_exclusive_scan(int n, const int *d_in, int *d_out);

/** Task scatter: moves every entry to its column. d_col_ptr is given, and must hold the same
 * numbers at the end. Within a column the entries may be in any order.
 *
 *    d_row_idx     [nnz]   to be written
 *    d_csc_values  [nnz]   to be written
 */
void launch_scatter(int num_rows, int num_cols, int nnz, const int *d_row_ptr, const int *d_col_idx,
                    const real *d_values, const int *d_col_ptr, int *d_row_idx, real *d_csc_values);

/** Task sorted: the whole transpose. Within a column the entries are in the order of CSR: by their
 * rows, and those of the same row and column in the order in which they follow each other there.
 *
 *    d_col_ptr     [num_cols + 1]   to be written
 *    d_row_idx     [nnz]            to be written
 *    d_csc_values  [nnz]            to be written
 */
void launch_transpose(int num_rows, int num_cols, int nnz, const int *d_row_ptr,
                      const int *d_col_idx, const real *d_values, int *d_col_ptr, int *d_row_idx,
                      real *d_csc_values);

#ifdef __cplusplus
}
#endif
#endif
