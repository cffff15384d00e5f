/** @file csr-scalar.h
 *  Lab 01: what your file `csr-scalar.cu` must supply.
 *
 *  All functions compute y ← y + A x for a matrix A of `num_rows` rows in CSR format: the entries
 *  of row r are those with the numbers row_ptr[r] … row_ptr[r+1]−1.
 *
 *    row_ptr  [num_rows + 1]   where each row begins; row_ptr[num_rows] is the number of entries
 *    col_idx  [entries]        the column of each entry
 *    values   [entries]        the value of each entry
 *    x        [columns of A]
 *    y        [num_rows]       has contents before the call: add to them
 */
#ifndef LAB_CSR_SCALAR_H
#define LAB_CSR_SCALAR_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Task cpu: on the CPU, one row after the other. All arrays are in host memory. */
void spmv_csr_cpu(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                  const real *x, real *y);

/** Task kernel: on the GPU, one thread per row. There may be more threads than rows. */
__global__ void spmv_csr_scalar(int num_rows, const int *row_ptr, const int *col_idx,
                                const real *values, const real *x, real *y);

/** A kernel with the parameters of spmv_csr_scalar. */
typedef void spmv_csr_kernel(int num_rows, const int *row_ptr, const int *col_idx,
                             const real *values, const real *x, real *y);

/** Task launch: launches `kernel` with at least one thread for each row, whatever `num_rows` is.
 *  The arrays are in device memory. The kernel is a parameter, because the judge passes its own
 *  kernel, which counts the rows that it reaches. */
void launch_spmv_csr(spmv_csr_kernel *kernel, int num_rows, const int *d_row_ptr,
                     const int *d_col_idx, const real *d_values, const real *d_x, real *d_y);

#ifdef __cplusplus
}
#endif
#endif
