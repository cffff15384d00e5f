/** @file jds.h
 *  The jagged diagonal format (JDS) on the host: rows are sorted by decreasing length, then stored
 *  column by column like ELL, but without padding. This header also declares sections: the same
 *  sorted rows, grouped by length.
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

/** A JDS matrix. A "place" is the position of a row after sorting. Diagonal d holds entry d of each
 *  row that has one. These rows are at places 0 to diag_ptr[d+1]−diag_ptr[d]−1. */
typedef struct sl_jds {
  int num_rows;
  int num_cols;
  int nnz;
  int num_diags;  /**< entries of the longest row */
  int *perm;      /**< [num_rows], the row at each place */
  int *diag_ptr;  /**< [num_diags + 1] */
  int *col_idx;   /**< [nnz] */
  double *values; /**< [nnz] */
} sl_jds;

/** A matrix in sections. Section s holds the rows at places section_row[s] to section_row[s+1]−1,
 *  which have equal lengths, as ELL in column-major order: entry i of the section's row j has index
 *  section_ptr[s] + i·(rows of s) + j. Empty rows form a section without entries. */
typedef struct sl_sections {
  int num_rows;
  int num_cols;
  int nnz;
  int num_sections;
  int *perm;        /**< [num_rows], the row at each place */
  int *section_row; /**< [num_sections + 1] */
  int *section_ptr; /**< [num_sections + 1] */
  int *col_idx;     /**< [nnz] */
  double *values;   /**< [nnz] */
} sl_sections;

/** Writes the row numbers to `perm` [num_rows], sorted by decreasing length. Rows of equal length
 *  keep their order. Errors: SL_ERR_MEMORY. */
sl_status sl_jds_sort_rows(const sl_csr *matrix, int *perm);

/** Converts a CSR matrix to JDS, or to sections. Errors: SL_ERR_MEMORY. */
sl_status sl_jds_from_csr(const sl_csr *from, sl_jds *out);
sl_status sl_jds_sections_from_csr(const sl_csr *from, sl_sections *out);

/** Frees the arrays, and sets all members to 0. `matrix` may be NULL or empty. */
void sl_jds_free(sl_jds *matrix);
void sl_jds_sections_free(sl_sections *matrix);

/** Compulsory traffic of y ← y + A x in bytes: the entries, the diagonal pointers, the permutation,
 *  x once, and y read and written. */
double sl_jds_spmv_bytes(const sl_jds *matrix, size_t value_bytes);
/** The same for sections: the entries, x once, and for each row with entries its element of the
 *  permutation and y read and written. The sections' bounds are not counted, because the host
 *  passes them to each launch. */
double sl_jds_sections_spmv_bytes(const sl_sections *matrix, size_t value_bytes);

/** The number of rows with entries: the first place of the section of empty rows. */
int sl_jds_sections_filled_rows(const sl_sections *matrix);

#ifdef __cplusplus
}
#endif
#endif
