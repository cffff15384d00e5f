/** @file hyb.h
 *  The hybrid format (HYB) on the host: the first entries of each row are in ELL, the others in
 *  COO.
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
  sl_coo coo; /**< the entries that do not fit into ELL, in row order */
} sl_hyb;

/** Computes the largest width that at least a third of the rows fill, so that the last ELL column
 *  is worth its padding. This is the rule of the paper, without its lower limit of 4096 rows. The
 *  width is 0 if there are no rows. Errors: SL_ERR_MEMORY. */
sl_status sl_hyb_width(const sl_csr *matrix, int *width_out);

/** Splits each row: the first `width` entries go to ELL, the others to COO. Errors: those of
 *  sl_ell_from_csr and sl_coo_make. */
sl_status sl_hyb_from_csr(const sl_csr *from, int width, sl_hyb *out);

/** Frees both parts. `matrix` may be NULL or empty. */
void sl_hyb_free(sl_hyb *matrix);

/** Compulsory traffic of y ← y + A x in bytes: all ELL slots, the COO entries with both indices, x
 *  once, and y read and written. */
double sl_hyb_spmv_bytes(const sl_hyb *matrix, size_t value_bytes);

#ifdef __cplusplus
}
#endif
#endif
