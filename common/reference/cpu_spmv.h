/** @file cpu_spmv.h
 *  Computes y ← y + A x on the CPU in float or double, in parts for several threads. Only this room
 *  uses this header.
 */
#ifndef SL_REFERENCE_CPU_SPMV_H
#define SL_REFERENCE_CPU_SPMV_H

#include "reference/spmv.h"

/** The beginning of a part: its first entry, and the row that contains this entry. If the row
 *  before ends there, `row` is still the row whose end comes next. */
typedef struct sl_cpu_part {
  int row, entry;
} sl_cpu_part;

/** A part's partial sum of the row in which the part ends. Each share has cache lines of its
 *  own. */
typedef union sl_cpu_share {
  float share_f32;
  double share_f64;
  char line[128];
} sl_cpu_share;

/** A matrix and its vectors in the precision of the computation. */
typedef struct sl_cpu_spmv {
  const sl_csr *matrix; /**< not owned */
  sl_precision precision;
  int num_rows, num_parts;
  int *row_ptr, *col_idx; /**< copies in memory near the cores that read them */
  void *values;           /**< [nnz], float or double */
  void *x;                /**< [num_cols], random in [-1, 1) */
  void *y;                /**< [num_rows], random in [-1, 1) */
  sl_cpu_part *parts;     /**< [num_parts + 1] */
  sl_cpu_share *shares;   /**< [num_parts] */
} sl_cpu_spmv;

/** Allocates memory for `matrix`, and divides it into parts with about equal numbers of entries
 *  plus rows. A part may begin and end inside a row. The parts are not filled yet. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_cpu_spmv_make(const sl_csr *matrix, sl_precision precision, int num_parts,
                           sl_cpu_spmv *out);

/** Converts the entries of a part, and fills its share of the vectors. The thread that will compute
 *  the part must call this, because the memory of a page is near the core that first writes to it.
 *  In this and the following functions, `spmv` points to an sl_cpu_spmv. */
void sl_cpu_spmv_fill(void *spmv, int part);

/** Computes y ← y + A x for all rows. */
void sl_cpu_spmv_all(void *spmv);

/** Computes y ← y + A x for one part. Different parts may run at the same time. After all parts
 *  have run, sl_cpu_spmv_finish adds their partial sums of the rows that they share. */
void sl_cpu_spmv_part(void *spmv, int part);
void sl_cpu_spmv_finish(void *spmv);

/** Frees what sl_cpu_spmv_make allocated. */
void sl_cpu_spmv_free(sl_cpu_spmv *spmv);

#endif
