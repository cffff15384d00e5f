/* setting.h: inputs for the functions of lab 06: sizes to choose a width for, and widths to launch
 * with. Included by lab.c alone. */
#ifndef LAB_06_SETTING_H
#define LAB_06_SETTING_H

#include "judge/spmv.h"

#include <stdio.h>

enum { WARP = 32 };

/* The widths of LightSpMV, by the mean length of a row. */
static int right_width(int num_rows, int nnz) {
  long long rows = num_rows;
  if (nnz < 2 * rows || rows == 0) return 2;
  return nnz < 4 * rows ? 4 : nnz < 64 * rows ? 8 : 32;
}

/* ---- the task width -------------------------------------------------------------------------- */

/* Means just below, at and just above the bounds, no rows, matrices so large that 64, 4 and 2 times
 * num_rows do not fit into an int, and means that a float rounds up to 64, 4 and 2. */
static const int sizes[][2] = {
    {0, 0},
    {1, 0},
    {1, 1},
    {1, 2},
    {1, 3},
    {1, 4},
    {1, 5},
    {1, 7},
    {1, 8},
    {1, 9},
    {1, 16},
    {1, 63},
    {1, 64},
    {1, 65},
    {1, 2000000000},
    {100, 199},
    {100, 200},
    {100, 201},
    {100, 399},
    {100, 400},
    {100, 401},
    {100, 6399},
    {100, 6400},
    {100, 100000},
    {40000000, 400000000},
    {600000000, 1800000000},
    {1200000000, 3},
    {30000000, 1919999999},
    {50000000, 199999999},
    {50000000, 99999999},
};

enum { NUM_SIZES = SL_COUNT(sizes), NUM_CALLS };

/* The call, for a student to try by hand. */
static void say_call(const sl_problem *problem, size_t i, char *out, size_t size) {
  const sl_array *num_rows = sl_problem_find(problem, "num_rows");
  const sl_array *nnz = sl_problem_find(problem, "nnz");
  (void)snprintf(out, size, "choose_vector_width(%d, %d)", num_rows->ints[i], nnz->ints[i]);
}

/* The table, and the case's own matrix. A skeleton returns 0. */
static sl_status pose_width(const sl_case *given, sl_problem *out) {
  int *num_rows, *nnz, right[NUM_CALLS];
  SL_TRY(sl_problem_own(out, NUM_CALLS, sizeof *num_rows, &num_rows));
  SL_TRY(sl_problem_own(out, NUM_CALLS, sizeof *nnz, &nnz));
  for (int i = 0; i < NUM_CALLS; i++) {
    num_rows[i] = i < NUM_SIZES ? sizes[i][0] : given->matrix.num_rows;
    nnz[i] = i < NUM_SIZES ? sizes[i][1] : given->matrix.nnz;
    right[i] = right_width(num_rows[i], nnz[i]);
  }
  out->say_element = say_call;
  SL_TRY(sl_problem_int(out, "count", NUM_CALLS));
  SL_TRY(sl_problem_ints(out, "num_rows", SL_HOST, SL_IN, num_rows, NUM_CALLS));
  SL_TRY(sl_problem_ints(out, "nnz", SL_HOST, SL_IN, nnz, NUM_CALLS));
  SL_TRY(sl_problem_change_ints(out, "widths", SL_HOST, NULL, right, NUM_CALLS));
  out->arrays[out->num_arrays - 1].is_returned = true;
  return SL_OK;
}

/* ---- the launches ---------------------------------------------------------------------------- */

typedef struct setting {
  const sl_case *given;
  const sl_csr *a;
  int width, vectors; /* lanes of a vector, vectors of a warp */
  double alpha, beta;
} setting;

/* Vectors of two lanes that the lens's GPU has at once. */
enum { MOST_VECTORS = 16384 };

/* If nearly all rows are empty the width is 32. It does not suit the matrix, but then there are
 * more rows than the lens's GPU has vectors at once, so that each has to take more than one. A
 * larger matrix has more rows than that with any width.
 * If A has more rows than columns β is 0. */
static setting setting_of(const sl_case *given) {
  const sl_csr *a = &given->matrix;
  bool nearly_empty = 2LL * a->nnz < a->num_rows && a->num_rows <= MOST_VECTORS;
  int width = nearly_empty ? WARP : right_width(a->num_rows, a->nnz);
  double beta = a->num_rows > a->num_cols ? 0 : -0.5;
  return (setting){given, a, width, WARP / width, 1.5, beta};
}

#endif
