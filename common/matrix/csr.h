/** @file csr.h
 *  Compressed sparse row (CSR) on the host: the format in which the kit keeps all matrices.
 *
 *  Source: Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., section 3.4.
 */
#ifndef SL_MATRIX_CSR_H
#define SL_MATRIX_CSR_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A CSR matrix. Row i holds entries row_ptr[i] to row_ptr[i+1]−1 of `col_idx` and `values`. */
typedef struct sl_csr {
  int num_rows;
  int num_cols;
  int nnz;        /**< stored entries, including explicit zeros */
  int *row_ptr;   /**< [num_rows + 1], row_ptr[0] = 0, ascending, row_ptr[num_rows] = nnz */
  int *col_idx;   /**< [nnz], each in [0, num_cols) */
  double *values; /**< [nnz] */
} sl_csr;

/** Allocates a matrix with arrays of zeros into `*out`. On failure `*out` is empty and may be
 *  freed. Errors: SL_ERR_SIZE if a size is negative, SL_ERR_MEMORY. */
sl_status sl_csr_make(int num_rows, int num_cols, int nnz, sl_csr *out);

/** Checks the sizes, the row pointers, every column index, and that no value is NaN or infinite.
 *  Rows may be unsorted and may contain duplicates. Errors: SL_ERR_INPUT; the message contains the
 *  row and the entry. */
sl_status sl_csr_check(const sl_csr *matrix);

/** The number of entries of row `row`. */
static inline int sl_csr_row_length(const sl_csr *matrix, int row) {
  return matrix->row_ptr[row + 1] - matrix->row_ptr[row];
}

/** The cost of a pass over all rows: one step per row and one per entry. */
static inline long long sl_csr_weight(const sl_csr *matrix) {
  return (long long)matrix->num_rows + matrix->nnz;
}

/** The first row of part `part`, if the rows are divided into `num_parts` parts of about equal
 *  cost. For `part` = `num_parts` it is the number of rows, the end of the last part. */
int sl_csr_part_row(const sl_csr *matrix, int num_parts, int part);

/** Calls `rows` on all cores, for ranges of rows `first` to `end` − 1 that together cover all
 *  rows. */
void sl_csr_share_rows(const sl_csr *matrix,
                       void (*rows)(const sl_csr *matrix, int first, int end, void *context),
                       void *context);

/** The number of entries of the longest row; 0 if there are no rows. */
int sl_csr_longest_row(const sl_csr *matrix);

/** Whether the columns of every row are strictly ascending: sorted, without duplicates. */
bool sl_csr_is_sorted(const sl_csr *matrix);

/** Copies `from` into `*out`. Errors: SL_ERR_MEMORY. */
sl_status sl_csr_copy(const sl_csr *from, sl_csr *out);

/** Frees the arrays, and sets all members to 0. `matrix` may be NULL or empty. */
void sl_csr_free(sl_csr *matrix);

/** Compulsory traffic of y ← y + A x in bytes: nnz·(v+4) + 4(m+1) + v·n + 2v·m, with v =
 *  `value_bytes` (4 or 8), m rows and n columns. It consists of the entries, the row pointers, x
 *  once, and y read and written. */
double sl_csr_spmv_bytes(const sl_csr *matrix, size_t value_bytes);

/** Statistics of the row lengths, and the bandwidth. */
typedef struct sl_csr_stats {
  int min_row, max_row; /**< entries of the shortest and the longest row; 0 if there are no rows */
  int empty_rows;
  double mean_row;      /**< nnz / num_rows; 0 if there are no rows */
  double deviation_row; /**< standard deviation of the row lengths (of the population) */
  long long bandwidth;  /**< largest |row − column| of the entries; 0 if there are none */
} sl_csr_stats;

/** Computes the statistics of a matrix that passes sl_csr_check. */
void sl_csr_statistics(const sl_csr *matrix, sl_csr_stats *out);

#ifdef __cplusplus
}
#endif
#endif
