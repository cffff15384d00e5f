/* setting.h: what the launches of lab 06 are given. Included by lab.c alone. */
#ifndef LAB_06_SETTING_H
#define LAB_06_SETTING_H

#include "judge/spmv.h"
#include "lens/lens.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WARP = 32 };

/* The widths of LightSpMV, by the mean length of a row. */
static int right_width(int num_rows, int nnz) {
  long long rows = num_rows;
  if (nnz < 2 * rows || rows == 0) return 2;
  return nnz < 4 * rows ? 4 : nnz < 64 * rows ? 8 : 32;
}

typedef struct setting {
  const sl_case *given;
  const sl_csr *a;
  int width;
  double alpha, beta;
} setting;

/* Where nearly all rows are empty the width is 32. It does not suit the matrix, but there are then
 * more rows than the lens's GPU has vectors at once, so that each has to take more than one.
 * Where A has more rows than columns β is 0. */
static setting setting_of(const sl_case *given) {
  const sl_csr *a = &given->matrix;
  bool nearly_empty = 2LL * a->nnz < a->num_rows;
  return (setting){.given = given,
                   .a = a,
                   .width = nearly_empty ? WARP : right_width(a->num_rows, a->nnz),
                   .alpha = 1.5,
                   .beta = a->num_rows > a->num_cols ? 0 : -0.5};
}

#endif
