/* widths.h: what the task width of lab 06 asks, and what students get wrong in it. Included by
 * lab.c alone. */
#ifndef LAB_06_WIDTHS_H
#define LAB_06_WIDTHS_H

#include "models.h"

#include <signal.h>
#include <stdio.h>

/* Means just below, at and just above the bounds, no rows, and matrices so large that 64, 4 and 2
 * times num_rows do not fit into an int. */
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

/* 0: cannot be foretold. */
typedef int width_rule(int num_rows, int nnz);

static int bounds_included(int num_rows, int nnz) {
  long long rows = num_rows;
  return nnz <= 2 * rows ? 2 : nnz <= 4 * rows ? 4 : nnz <= 64 * rows ? 8 : 32;
}

/* Whole numbers that are compared with <= have lost their fraction: 2.99 counts as 2. */
static int whole_bounds_included(int num_rows, int nnz) {
  int mean = num_rows ? nnz / num_rows : 0;
  return mean <= 2 ? 2 : mean <= 4 ? 4 : mean <= 64 ? 8 : 32;
}

/* One of the three bounds alone. */
static int bound_2_included(int num_rows, int nnz) {
  return nnz == 2LL * num_rows ? 2 : right_width(num_rows, nnz);
}

static int bound_4_included(int num_rows, int nnz) {
  return nnz == 4LL * num_rows && nnz ? 4 : right_width(num_rows, nnz);
}

static int bound_64_included(int num_rows, int nnz) {
  return nnz == 64LL * num_rows && nnz ? 8 : right_width(num_rows, nnz);
}

static int next_power(int num_rows, int nnz) {
  int width = 2;
  while (width < WARP && (long long)width * num_rows < nnz) width *= 2;
  return width;
}

static int rows_by_entries(int num_rows, int nnz) {
  return nnz ? right_width(nnz, num_rows) : 0;
}

/* As int arithmetic comes out on the machines that there are. */
static int wrapped(int num_rows, int nnz) {
  uint32_t rows = (uint32_t)num_rows;
  if (num_rows == 0 || nnz < (int32_t)(2 * rows)) return 2;
  return nnz < (int32_t)(4 * rows) ? 4 : nnz < (int32_t)(64 * rows) ? 8 : 32;
}

static int without_rows_wide(int num_rows, int nnz) {
  return num_rows == 0 ? 32 : right_width(num_rows, nnz);
}

static void predict_widths(const sl_evidence *evidence, width_rule *rule, double *const *answers) {
  const sl_array *num_rows = sl_problem_find(evidence->problem, "num_rows");
  const sl_array *nnz = sl_problem_find(evidence->problem, "nnz");
  double *widths = sl_predicted(evidence, answers, "widths");
  for (size_t i = 0; i < num_rows->count; i++) {
    int width = rule(num_rows->ints[i], nnz->ints[i]);
    widths[i] = width ? width : (double)NAN;
  }
}

#define PREDICTS_WIDTHS(rule)                                                                      \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    predict_widths(evidence, rule, answers);                                                       \
  }
PREDICTS_WIDTHS(bounds_included)
PREDICTS_WIDTHS(whole_bounds_included)
PREDICTS_WIDTHS(bound_2_included)
PREDICTS_WIDTHS(bound_4_included)
PREDICTS_WIDTHS(bound_64_included)
PREDICTS_WIDTHS(next_power)
PREDICTS_WIDTHS(rows_by_entries)
PREDICTS_WIDTHS(wrapped)
PREDICTS_WIDTHS(without_rows_wide)

/* There are sizes without rows and one without entries: dividing by either ends the program. */
static sl_judgement explains_division_by_zero(const sl_evidence *evidence) {
  return evidence->fault_signal == SIGFPE ? SL_EXPLAINS : SL_CONTRADICTS;
}

#define ONE_BOUND_INCLUDED(bound, predict)                                                         \
  {                                                                                                \
    "one-bound-included", "a mean of just " bound " gets the narrower vector",                     \
        "The rule says \"under\" at each of its three bounds. Which of your comparisons lets in "  \
        "its "                                                                                     \
        "bound itself?",                                                                           \
        "<=", predict, NULL                                                                        \
  }

static const sl_mistake width_mistakes[] = {
    {"division-by-zero", "something is divided by 0, which ends the program",
     "A matrix can have no rows at all, and one with rows can have no entries. By which of the two "
     "do you divide, and which should it be?",
     "/", NULL, explains_division_by_zero},
    {"empty-matrix-wide",
     "without rows the width is 32: a comparison with a mean that is no number",
     "0.0 / 0 is NaN, and every comparison with NaN is false. Which branch is left over?", "return",
     predict_without_rows_wide, NULL},
    {"product-overflows",
     "for a large matrix the width is wrong: 64 * num_rows does not fit in an int",
     "An int ends at 2,147,483,647. How many rows may a matrix have, for 64 times as many to fit?",
     "64", predict_wrapped, NULL},
    {"bounds-included", "a mean of just 2, 4 or 64 gets the narrower vector",
     "The rule says \"under 4\". Is 4 under 4?", "<=", predict_bounds_included, NULL},
    {"bounds-included",
     "a mean from 2, 4 or 64 on up to the next whole number gets the narrower vector",
     "The rule says \"under 4\". Is 4 under 4? And what has the division made of 4.9?",
     "<=", predict_whole_bounds_included, NULL},
    ONE_BOUND_INCLUDED("2", predict_bound_2_included),
    ONE_BOUND_INCLUDED("4", predict_bound_4_included),
    ONE_BOUND_INCLUDED("64", predict_bound_64_included),
    {"next-power", "the width is the smallest power of two that holds the mean row",
     "The rule has three bounds, and 16 is no width of it. Which widths has it?", NULL,
     predict_next_power, NULL},
    {"rows-by-entries", "the rows are divided by the entries",
     "Five rows of three entries each: what is num_rows, what is nnz, and which quotient is 3?",
     "/", predict_rows_by_entries, NULL},
};

#endif
