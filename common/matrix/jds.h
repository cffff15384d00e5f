/** @file jds.h
 *  Jagged diagonals (JDS) on the host: rows sorted by decreasing length, then stored column by
 *  column like ELL, but without padding. And sections: the same rows, grouped by length.
 *
 *  Source: Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., section 3.4.
 */
#ifndef SL_MATRIX_JDS_H
#define SL_MATRIX_JDS_H

#include "base/status.h"
#include "matrix/csr.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Diagonal d holds the d-th entries of the places 0 … diag_ptr[d+1]−diag_ptr[d]−1: all rows that
 *  have one. */
typedef struct sl_jds {
  int num_rows;
  int num_cols;
  int nnz;
  int num_diags;  /**< entries of the longest row */
  int *perm;      /**< [num_rows] the row that is at each place */
  int *diag_ptr;  /**< [num_diags + 1] */
  int *col_idx;   /**< [nnz] */
  double *values; /**< [nnz] */
} sl_jds;

/** Section s holds the places section_row[s] … section_row[s+1]−1, rows of one length L, as ELL in
 *  column-major order: entry i of its j-th row is number section_ptr[s] + i·(rows of s) + j.
 *  Empty rows have a section, without entries. */
typedef struct sl_sections {
  int num_rows;
  int num_cols;
  int nnz;
  int num_sections;
  int *perm;        /**< [num_rows] as in sl_jds */
  int *section_row; /**< [num_sections + 1] */
  int *section_ptr; /**< [num_sections + 1] */
  int *col_idx;     /**< [nnz] */
  double *values;   /**< [nnz] */
} sl_sections;

/** Writes the row numbers to `perm` [num_rows], sorted by decreasing length. Rows of equal length
 *  keep their order. Errors: SL_ERR_MEMORY. */
sl_status sl_jds_sort_rows(const sl_csr *matrix, int *perm);

/** Errors of both: SL_ERR_MEMORY. */
sl_status sl_jds_from_csr(const sl_csr *from, sl_jds *out);
sl_status sl_jds_sections_from_csr(const sl_csr *from, sl_sections *out);

/** Frees the arrays and empties the struct. Accepts NULL and an empty struct. */
void sl_jds_free(sl_jds *matrix);
void sl_jds_sections_free(sl_sections *matrix);

/** Compulsory traffic of y ← y + A x in bytes: entries, diagonal pointers, the permutation, x and y
 *  once. */
double sl_jds_spmv_bytes(const sl_jds *matrix, size_t value_bytes);
/** The same of sections: entries and x once, the permutation and y once for each row that has
 *  entries. Where sections begin is known on the host. */
double sl_jds_sections_spmv_bytes(const sl_sections *matrix, size_t value_bytes);

/** The number of rows with entries: the places before the section of empty rows. */
int sl_jds_sections_filled_rows(const sl_sections *matrix);

#ifdef __cplusplus
}
#endif
#endif
