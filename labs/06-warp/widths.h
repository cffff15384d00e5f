/* widths.h: what the task width of lab 06 asks. Included by lab.c alone. */
#ifndef LAB_06_WIDTHS_H
#define LAB_06_WIDTHS_H

#include "setting.h"

#include <stdio.h>

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

enum { NUM_SIZES = sizeof sizes / sizeof *sizes };

/* The call, for a student to try by hand. */
static void say_call(const sl_problem *problem, size_t i, char *out, size_t size) {
  const sl_array *num_rows = sl_problem_find(problem, "num_rows");
  const sl_array *nnz = sl_problem_find(problem, "nnz");
  (void)snprintf(out, size, "choose_vector_width(%d, %d)", num_rows->ints[i], nnz->ints[i]);
}

/* The table, and the case's own matrix. */
static sl_status pose_width(const sl_case *given, sl_problem *out) {
  int *num_rows, *nnz, *zeros; /* a skeleton returns 0 */
  double *expected;
  SL_TRY(sl_problem_own(out, NUM_SIZES + 1, sizeof *num_rows, &num_rows));
  SL_TRY(sl_problem_own(out, NUM_SIZES + 1, sizeof *nnz, &nnz));
  SL_TRY(sl_problem_own(out, NUM_SIZES + 1, sizeof *zeros, &zeros));
  for (int i = 0; i < NUM_SIZES; i++) {
    num_rows[i] = sizes[i][0];
    nnz[i] = sizes[i][1];
  }
  out->say_element = say_call;
  num_rows[NUM_SIZES] = given->matrix.num_rows;
  nnz[NUM_SIZES] = given->matrix.nnz;
  SL_TRY(sl_problem_int(out, "count", NUM_SIZES + 1));
  SL_TRY(sl_problem_ints(out, "num_rows", SL_HOST, SL_IN, num_rows, NUM_SIZES + 1));
  SL_TRY(sl_problem_ints(out, "nnz", SL_HOST, SL_IN, nnz, NUM_SIZES + 1));
  SL_TRY(sl_problem_ints(out, "widths", SL_HOST, SL_INOUT, zeros, NUM_SIZES + 1));
  out->arrays[out->num_arrays - 1].is_returned = true;
  SL_TRY(sl_problem_expect(out, &expected, NULL));
  for (int i = 0; i <= NUM_SIZES; i++) expected[i] = right_width(num_rows[i], nnz[i]);
  return SL_OK;
}

#endif
