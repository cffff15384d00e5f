/** @file cpu_spmv.h
 *  y ← y + A x on the CPU in float or double, in parts for several threads. Inside this room only.
 */
#ifndef SL_REFERENCE_CPU_SPMV_H
#define SL_REFERENCE_CPU_SPMV_H

#include "reference/spmv.h"

/** A matrix and its vectors in the precision of the computation. */
typedef struct sl_cpu_spmv {
  const sl_csr *matrix; /**< not owned: row_ptr and col_idx are read from it */
  sl_precision precision;
  void *values; /**< [nnz], float or double */
  void *x;      /**< [num_cols], random in [-1, 1) */
  void *y;      /**< [num_rows], random in [-1, 1) */
  int num_parts;
  int *first_row; /**< [num_parts + 1]: part p is the rows first_row[p] … first_row[p+1]−1 */
} sl_cpu_spmv;

/** Converts `matrix` and splits its rows into parts of as equal numbers of entries as whole rows
 *  allow. Errors: SL_ERR_MEMORY. */
sl_status sl_cpu_spmv_make(const sl_csr *matrix, sl_precision precision, int num_parts,
                           sl_cpu_spmv *out);

/** y ← y + A x, all rows. `spmv` is a `const sl_cpu_spmv *`. */
void sl_cpu_spmv_all(void *spmv);

/** The rows of one part; different parts may run at the same time. */
void sl_cpu_spmv_part(void *spmv, int part);

/** Frees what make allocated. */
void sl_cpu_spmv_free(sl_cpu_spmv *spmv);

#endif
