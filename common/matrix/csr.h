/** @file csr.h
 *  Compressed sparse row (CSR) on the host: the format in which every matrix of the kit is kept.
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

/** Row i holds the entries row_ptr[i] … row_ptr[i+1]−1 of `col_idx` and `values`. */
typedef struct sl_csr {
  int num_rows;
  int num_cols;
  int nnz;        /**< entries stored; explicit zeros count */
  int *row_ptr;   /**< [num_rows + 1], row_ptr[0] = 0, ascending, row_ptr[num_rows] = nnz */
  int *col_idx;   /**< [nnz], each in [0, num_cols) */
  double *values; /**< [nnz] */
} sl_csr;

/** Allocates a matrix with zeroed arrays into `*out`. Errors: SL_ERR_SIZE for a negative size,
 *  SL_ERR_MEMORY. On failure `*out` is empty and may be freed. */
sl_status sl_csr_make(int num_rows, int num_cols, int nnz, sl_csr *out);

/** Checks the whole structure: sizes, row_ptr's start, order and end, every column index, and that
 *  no value is NaN or infinite. Unsorted and duplicate entries are allowed.
 *  Errors: SL_ERR_INPUT naming the row and the entry. */
sl_status sl_csr_check(const sl_csr *matrix);

/** The entries of row `row`. */
static inline int sl_csr_row_length(const sl_csr *matrix, int row) {
  return matrix->row_ptr[row + 1] - matrix->row_ptr[row];
}

/** The cost of a pass over all rows, in steps: one per row and per entry. */
static inline long long sl_csr_weight(const sl_csr *matrix) {
  return (long long)matrix->num_rows + matrix->nnz;
}

/** The first row of part `part`, if the rows are cut into parts of about equal cost; the last part
 *  ends before the first row of part `num_parts`. For base/parallel.h. */
int sl_csr_part_row(const sl_csr *matrix, int num_parts, int part);

/** Calls `rows` for ranges `first` to `end` − 1 that cover all rows, on all cores. */
void sl_csr_share_rows(const sl_csr *matrix,
                       void (*rows)(const sl_csr *matrix, int first, int end, void *context),
                       void *context);

/** The entries of the longest row; 0 without rows. */
int sl_csr_longest_row(const sl_csr *matrix);

/** True if every row's columns are strictly increasing: sorted, no duplicates. */
bool sl_csr_is_sorted(const sl_csr *matrix);

/** Copies `from` into `*out`. Errors: SL_ERR_MEMORY. */
sl_status sl_csr_copy(const sl_csr *from, sl_csr *out);

/** Frees the arrays and empties the struct. Accepts NULL and an empty struct. */
void sl_csr_free(sl_csr *matrix);

/** Compulsory traffic of y ← y + A x in bytes with `value_bytes` per value (4 or 8): matrix, row
 *  pointers, x once, y read and written. nnz·(v+4) + 4(m+1) + v·n + 2v·m. */
double sl_csr_spmv_bytes(const sl_csr *matrix, size_t value_bytes);

/** Statistics of row lengths. */
typedef struct sl_csr_stats {
  int min_row, max_row; /**< entries in the shortest and the longest row; 0 without rows */
  int empty_rows;
  double mean_row;      /**< nnz / num_rows; 0 without rows */
  double deviation_row; /**< standard deviation of the row length (population) */
  long long bandwidth;  /**< largest |i − j| over the entries; 0 without entries */
} sl_csr_stats;

/** Fills `*out`; cannot fail on a matrix that passes sl_csr_check. */
void sl_csr_statistics(const sl_csr *matrix, sl_csr_stats *out);

#ifdef __cplusplus
}
#endif
#endif
