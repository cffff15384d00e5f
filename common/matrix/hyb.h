/** @file hyb.h
 *  Hybrid format (HYB) on the host: the first entries of each row in ELL, the rest in COO.
 *
 *  Source: N. Bell and M. Garland, Implementing sparse matrix-vector multiplication on
 *  throughput-oriented processors, SC09, 2009, section 3.5.
 */
#ifndef SL_MATRIX_HYB_H
#define SL_MATRIX_HYB_H

#include "matrix/coo.h"
#include "matrix/ell.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sl_hyb {
  sl_ell ell; /**< column-major */
  sl_coo coo; /**< what did not fit, in row order */
} sl_hyb;

/** The largest width that at least a third of the rows fill, so that the last ELL column is worth
 *  its padding (the paper's rule, without its lower limit of 4096 rows). 0 without rows. Errors:
 *  SL_ERR_MEMORY. */
sl_status sl_hyb_width(const sl_csr *matrix, int *width_out);

/** Splits each row at `width`. Errors: those of sl_ell_from_csr. */
sl_status sl_hyb_from_csr(const sl_csr *from, int width, sl_hyb *out);

/** Frees both parts. Accepts NULL and an empty struct. */
void sl_hyb_free(sl_hyb *matrix);

/** Compulsory traffic of y ← y + A x in bytes: all slots, the COO entries with both indices, x and
 *  y once. */
double sl_hyb_spmv_bytes(const sl_hyb *matrix, size_t value_bytes);

#ifdef __cplusplus
}
#endif
#endif
