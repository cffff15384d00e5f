/** @file contest.h
 *  What a contestant in `./lab bench` supplies: a solution, a tuned kernel, or a library.
 *
 *  A contestant for SpMV computes y ← α A x + β y; one for the transpose turns CSR into CSC.
 *  Everything is compiled once for float and once for double (`real`, see matrix/real.h).
 */
#ifndef SL_BENCH_CONTEST_H
#define SL_BENCH_CONTEST_H

#include "matrix/real.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A matrix in CSR format, on the host and on the device. Rows are sorted by column. */
typedef struct bench_csr {
  int num_rows, num_cols, nnz;
  const int *row_ptr, *col_idx; /**< host, [num_rows + 1], [nnz] */
  const real *values;           /**< host, [nnz] */
  const int *d_row_ptr, *d_col_idx;
  const real *d_values; /**< the same arrays on the device */
} bench_csr;

typedef struct bench_spmv {
  const char *name; /**< the name in tables and CSV, such as "sliced ELL, 16-bit columns" */
  const char *file; /**< its source, such as "solutions/02-ell/fast.cu", or "cusparse" */
  /** Stores what `run` needs from A in *plan. Returns NULL, or the reason why it cannot ("wider
   *  than 4 GB"), a string that stays valid. The time is reported separately, as conversion. */
  const char *(*prepare)(const bench_csr *a, void **plan);
  /** y ← α A x + β y, launched on the default stream without waiting. If β is 0, y is not read.
   */
  void (*run)(void *plan, real alpha, const real *d_x, real beta, real *d_y);
  void (*release)(void *plan);
} bench_spmv;

typedef struct bench_transpose {
  const char *name, *file;
  const char *(*prepare)(const bench_csr *a, void **plan); /**< allocates scratch memory, which does
                                                            * not count as work */
  /** Writes col_ptr [num_cols + 1], row_idx [nnz], csc_values [nnz]; all device memory. It may wait
   *  for the device in between, which is part of its time. */
  void (*run)(void *plan, const bench_csr *a, int *d_col_ptr, int *d_row_idx, real *d_csc_values);
  void (*release)(void *plan);
  int sorted; /**< 1: the entries of each column are in the order of their rows, on every run */
} bench_transpose;

#ifdef __cplusplus
}
#endif
#endif
