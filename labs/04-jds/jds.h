/** @file jds.h
 *  Lab 04: what your file `jds.cu` must supply.
 *
 *  The rows of a matrix are sorted by falling length. The row at place p after sorting is row
 *  perm[p]. The sorted rows are stored in two formats:
 *
 *    jagged diagonals (JDS)   first the first entries of all rows, then the second entries of all
 *                             rows that have one, … The d-th entries are called diagonal d. It
 *                             begins at diag_ptr[d], and the entry at place p of it is element
 *                             diag_ptr[d] + p. There is no padding.
 *    sections                 rows of one length are adjacent and form a section. Its entries
 *                             begin at section_ptr[s] and are stored as in lab 02, column-major,
 *                             without padding.
 */
#ifndef LAB_JDS_H
#define LAB_JDS_H

#include "matrix/real.h"

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Task sort: the rows by falling length; rows of equal length keep their order. All arrays are in
 *  host memory. There may be millions of rows.
 *
 *    row_ptr  [num_rows + 1]   as in lab 01
 *    perm     [num_rows]       to be written: the row at each place
 */
void jds_sort_rows(int num_rows, const int *row_ptr, int *perm);

/** Task diagonals: CSR to jagged diagonals. All arrays are in host memory.
 *
 *    row_ptr, col_idx, values          the matrix in CSR, as in lab 01
 *    perm         [num_rows]           the row at each place (the right one, even if your
 *                                      jds_sort_rows is wrong)
 *    num_diags                         the entries of the longest row
 *    diag_ptr     [num_diags + 1]      to be written: where each diagonal begins; its last element
 *                                      is the number of entries
 *    jds_col_idx  [entries]            to be written
 *    jds_values   [entries]            to be written
 */
void csr_to_jds(int num_rows, const int *row_ptr, const int *col_idx, const real *values,
                const int *perm, int num_diags, int *diag_ptr, int *jds_col_idx, real *jds_values);

/** Task kernel: y ← y + A x on the GPU from jagged diagonals, one thread per place. There may be
 *  more threads than places; a block has 256. All arrays are in device memory.
 *
 *    perm      [num_rows]         the row at each place
 *    diag_ptr  [num_diags + 1]
 *    col_idx   [entries]
 *    values    [entries]
 *    x         [columns of A]
 *    y         [num_rows]         in the matrix's own order; has contents: add to them
 */
__global__ void spmv_jds(int num_rows, int num_diags, const int *perm, const int *diag_ptr,
                         const int *col_idx, const real *values, const real *x, real *y);

/** Task sections, first part: y ← y + A x for the rows of one section, one thread per row. You
 *  launch it yourself. All arrays are in device memory; the first three begin at the section.
 *
 *    num_rows, width              rows of the section, and the entries of each of them
 *    perm     [num_rows]          the section's rows
 *    col_idx  [num_rows * width]  entry i of the section's j-th row is element i * num_rows + j
 *    values   [num_rows * width]
 *    x, y                         all of x and of y, in the matrix's own order
 */
__global__ void spmv_section(int num_rows, int width, const int *perm, const int *col_idx,
                             const real *values, const real *x, real *y);

/** Task sections, second part: y ← y + A x, a launch for each section, none for the section of
 * empty rows. The first two arrays are in host memory, the others in device memory.
 *
 *    section_row  [num_sections + 1]   the first place of each section
 *    section_ptr  [num_sections + 1]   the first entry of each section
 *    d_perm       [rows with entries]  the row at each place. Empty rows come last. They need no
 *                                      work, so d_perm ends before them.
 *    d_col_idx    [entries]
 *    d_values     [entries]
 */
void launch_spmv_sections(int num_sections, const int *section_row, const int *section_ptr,
                          const int *d_perm, const int *d_col_idx, const real *d_values,
                          const real *d_x, real *d_y);

#ifdef __cplusplus
}
#endif
#endif
