/** @file cpu_spmv.h
 *  y ← y + A x on the CPU in float or double, in parts for several threads. Inside this room only.
 */
#ifndef SL_REFERENCE_CPU_SPMV_H
#define SL_REFERENCE_CPU_SPMV_H

#include "reference/spmv.h"

/** The beginning of a part: its first entry, and the row that contains this entry or ends there. */
typedef struct sl_cpu_part {
  int row, entry;
} sl_cpu_part;

/** A part's share of the sum of the row in which it ends. No two of them are in one cache line. */
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

/** Allocates memory for `matrix`, and splits it into parts with about equal numbers of entries plus
 *  rows, even inside a row. The parts are not filled yet. Errors: SL_ERR_MEMORY. */
sl_status sl_cpu_spmv_make(const sl_csr *matrix, sl_precision precision, int num_parts,
                           sl_cpu_spmv *out);

/** Converts a part, and fills its share of the vectors. A page's memory is near the core that first
 *  writes to it, so the thread that will run the part must do this. `spmv` is a `const sl_cpu_spmv
 *  *`, here and below. */
void sl_cpu_spmv_fill(void *spmv, int part);

/** y ← y + A x, all rows. */
void sl_cpu_spmv_all(void *spmv);

/** The same for one part; different parts may run at the same time. After all have run, finish adds
 *  their shares of common rows. */
void sl_cpu_spmv_part(void *spmv, int part);
void sl_cpu_spmv_finish(void *spmv);

/** Frees what make allocated. */
void sl_cpu_spmv_free(sl_cpu_spmv *spmv);

#endif
