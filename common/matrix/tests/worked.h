/* worked.h: example matrices from the literature for the tests of this room, and functions that
 * compare arrays. */
#ifndef SL_MATRIX_TESTS_WORKED_H
#define SL_MATRIX_TESTS_WORKED_H

#include "base/test.h"

#include "matrix/csr.h"

/* The matrix 3 0 1 0 / 0 0 0 0 / 0 2 4 1 / 1 0 0 1 of the GPU Teaching Kit's module on sparse
 * matrices. */
static const sl_csr worked_4x4 = {.num_rows = 4,
                                  .num_cols = 4,
                                  .nnz = 7,
                                  .row_ptr = (int[]){0, 2, 2, 5, 7},
                                  .col_idx = (int[]){0, 2, 1, 2, 3, 0, 3},
                                  .values = (double[]){3, 1, 2, 4, 1, 1, 1}};

/* The matrix 10 0 0 70 0 40 / 0 20 0 0 0 10 / 30 0 0 0 40 0 / 0 0 0 50 0 0 / 0 0 70 0 60 10 / 0 0 0
 * 0 0 0 of an article on HPCG. */
static const sl_csr worked_6x6 = {.num_rows = 6,
                                  .num_cols = 6,
                                  .nnz = 11,
                                  .row_ptr = (int[]){0, 3, 5, 7, 8, 11, 11},
                                  .col_idx = (int[]){0, 3, 5, 1, 5, 0, 4, 3, 2, 4, 5},
                                  .values = (double[]){10, 70, 40, 20, 10, 30, 40, 50, 70, 60, 10}};

/* The matrix of poster P5267 on LightSpMV. */
static const sl_csr worked_poster = {.num_rows = 4,
                                     .num_cols = 4,
                                     .nnz = 9,
                                     .row_ptr = (int[]){0, 2, 4, 7, 9},
                                     .col_idx = (int[]){0, 1, 1, 2, 0, 2, 3, 1, 3},
                                     .values =
                                         (double[]){0.1, 0.7, 0.2, 0.8, 0.5, 0.3, 0.9, 0.6, 0.4}};

static const sl_csr worked_nothing = {.row_ptr = (int[]){0}, .col_idx = NULL, .values = NULL};

static inline void assert_ints(const int *got, const int *expected, int count) {
  for (int i = 0; i < count; i++) assert_int_equal(got[i], expected[i]);
}

static inline void assert_doubles(const double *got, const double *expected, int count) {
  for (int i = 0; i < count; i++) assert_true(got[i] == expected[i]);
}

#endif
