/** @file ell.h
 *  Lab 02: what your file `ell.cu` must supply.
 *
 *  A matrix of `num_rows` rows in ELL format has `width` slots for each row. The entries of a row
 *  are in its first slots, in the order of CSR; the remaining slots are padding, with the column
 *  ELL_PADDING and the value 0. The slots can be stored in two orders:
 *
 *    row-major      slot i of row r is element  r * width + i      one row after the other
 *    column-major   slot i of row r is element  i * num_rows + r   the first slots of all rows, then
 *                                                                  the second slots of all rows, …
 */
#ifndef LAB_ELL_H
#define LAB_ELL_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#define ELL_PADDING (-1) /**< the column of a slot that holds no entry; its value is 0 */

#ifdef __cplusplus
extern "C" {
#endif

/** Task pad: the entries of the longest row; 0 if there are no rows.
 *
 *    row_ptr  [num_rows + 1]   as in lab 01; host memory
 */
int ell_width(int num_rows, const int *row_ptr);

/** Task pad: CSR to row-major ELL. All arrays are in host memory.
 *
 *    row_ptr, col_idx, values             the matrix in CSR, as in lab 01
 *    width                                the entries of the longest row (the right number, even if
 *                                         your ell_width is wrong)
 *    ell_col_idx  [num_rows * width]      to be written, padding included
 *    ell_values   [num_rows * width]      to be written, padding included
 */
void csr_to_ell(int num_rows, const int *row_ptr, const int *col_idx, const real *values, int width,
                int *ell_col_idx, real *ell_values);

/** Task transpose: converts row-major ELL to column-major ELL. All arrays are in host memory and
 *  have num_rows * width elements. Write col_idx and values. */
void ell_transpose(int num_rows, int width, const int *row_major_col_idx,
                   const real *row_major_values, int *col_idx, real *values);

/** Task kernel: y ← y + A x on the GPU, one thread per row, from column-major arrays. There may be
 *  more threads than rows; a block has 256. All arrays are in device memory.
 *
 *    col_idx  [num_rows * width]   column-major
 *    values   [num_rows * width]   column-major
 *    x        [columns of A]
 *    y        [num_rows]           has contents before the call: add to them
 */
__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values,
                         const real *x, real *y);

/** Task row-major: like task kernel, but col_idx and values are row-major. */
__global__ void spmv_ell_row_major(int num_rows, int width, const int *col_idx, const real *values,
                                   const real *x, real *y);

#ifdef __cplusplus
}
#endif
#endif
