/** @file coo-hyb.h
 *  Lab 03: what your file `coo-hyb.cu` must supply.
 *
 *  COO stores the row, the column and the value of each entry. The order of the entries does not
 *  matter, because each entry stores its row.
 *
 *  HYB cuts a matrix in two. The first `width` entries of each row are stored in ELL, column-major
 *  as in lab 02: slot i of row r is element i * num_rows + r, and a remaining slot has the column
 *  HYB_PADDING and the value 0. The remaining entries of each row are stored in COO, row after row.
 *  Either part may be empty.
 */
#ifndef LAB_COO_HYB_H
#define LAB_COO_HYB_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#define HYB_PADDING (-1) /**< the column of a slot that holds no entry; its value is 0 */

#ifdef __cplusplus
extern "C" {
#endif

/** Task coo: CSR to COO. The columns and the values of COO are those of CSR, unchanged; only the
 * row of each entry is missing. Host memory.
 *
 *    row_ptr  [num_rows + 1]         as in lab 01
 *    row_idx  [row_ptr[num_rows]]    to be written, all of it
 */
void csr_to_coo(int num_rows, const int *row_ptr, int *row_idx);

/** Task kernel: y ← y + A x on the GPU, one thread per entry. The entries come in any order. There
 *  may be more threads than entries; a block has 256. All arrays are in device memory.
 *
 *    row_idx, col_idx, values  [nnz]
 *    x                         [columns of A]
 *    y                         [rows of A]      has contents before the call: add to them
 */
__global__ void spmv_coo(int nnz, const int *row_idx, const int *col_idx, const real *values,
                         const real *x, real *y);

/** Task width: the largest width that at least a third of the rows fill. A row fills a width if it
 * has at least that many entries. So it is the largest w for which
 *
 *    3 * (number of rows with w or more entries) >= num_rows
 *
 * and 0 if there are no rows. Host memory.
 *
 *    row_ptr  [num_rows + 1]   as in lab 01
 */
int hyb_width(int num_rows, const int *row_ptr);

/** Task hyb: y ← y + A x on the GPU, by kernels of your own that this function launches. All arrays
 *  are in device memory. If a part is empty, launch nothing for it: CUDA refuses a grid of 0
 *  blocks.
 *
 *    d_ell_col_idx, d_ell_values                    [num_rows * width]   column-major
 *    d_coo_row_idx, d_coo_col_idx, d_coo_values     [coo_nnz]            in row order
 *    d_x                                            [columns of A]
 *    d_y                                            [num_rows]   has contents: add to them
 */
void launch_spmv_hyb(int num_rows, int width, const int *d_ell_col_idx, const real *d_ell_values,
                     int coo_nnz, const int *d_coo_row_idx, const int *d_coo_col_idx,
                     const real *d_coo_values, const real *d_x, real *d_y);

#ifdef __cplusplus
}
#endif
#endif
