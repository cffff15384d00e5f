/* questions.h: what lab 03 asks before it shows the figures. Included by lab.c alone. */
#ifndef LAB_03_QUESTIONS_H
#define LAB_03_QUESTIONS_H

#include "split.h"

#include <math.h>

static double width_by_rule(const sl_quiz_view *view) {
  return right_width(view->matrix);
}

static double percent_in_coo(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  return a->nnz ? 100 * entries_in_coo(a) / a->nnz : 0;
}

static double ell_over_hyb(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  double ell = sl_entry_bytes(view->precision) * a->num_rows * sl_csr_longest_row(a);
  double hyb = hyb_bytes(a, right_width(a), view->precision);
  return hyb == 0 ? 0 : ell / hyb;
}

static double searched_by_every_row(const sl_quiz_view *view) {
  return view->matrix->num_rows * entries_in_coo(view->matrix);
}

/* With one thread an entry, whatever the student's kernel does. */
static double additions_of_entries(const sl_quiz_view *view) {
  return view->matrix->nnz;
}

/* Each lane moves a sector when all of a request add to one element. */
static double sectors_on_one_element(const sl_quiz_view *view) {
  double entries = entries_in_coo(view->matrix);
  return entries == 0 ? 0 : entries / ceil(entries / 32);
}

static const sl_question questions[] = {
    {.name = "width-by-rule",
     .ask = "web:2000 has 2000 rows with 7.2 entries on average, and the longest has 1000. How "
            "wide is the ELL part, if at least a third of the rows are to fill it?",
     .unit = "slots a row",
     .matrices = {"web:2000"},
     .answer = width_by_rule,
     .why = "Most rows are shorter than the mean: a few long ones have raised it. The rule counts "
            "rows, so it does not see how long the longest is."},
    {.name = "most-in-coo",
     .ask = "Cut by the rule, of which of these matrices is the largest share of the entries left "
            "for the COO part?",
     .unit = "per cent of the entries",
     .matrices = {"hpcg:10", "road:55", "circuit:2000", "web:2000"},
     .answer = percent_in_coo,
     .why = "Where rows are nearly equal, nothing is left. Where a few rows hold most of the "
            "entries, most are left."},
    {.name = "saved-over-ell",
     .ask = "For which of these matrices does HYB save most against ELL, in bytes of ELL for each "
            "byte of HYB?",
     .unit = "times",
     .matrices = {"hpcg:10", "road:55", "web:2000", "onedense:600"},
     .answer = ell_over_hyb,
     .why = "HYB takes out what ELL suffers from: the rows that are far longer than the others. "
            "Without such rows HYB is ELL."},
    {.name = "atomic-additions",
     .ask = "hpcg:10 has 1000 rows and 21,952 entries. How many additions to y does the COO kernel "
            "make, with one thread an entry?",
     .unit = "additions",
     .matrices = {"hpcg:10"},
     .task = "kernel",
     .answer = additions_of_entries,
     .why = "One for each entry. A kernel with one thread a row adds to y 1000 times only, because "
            "it adds up in a register first."},
    {.name = "atomics-in-any-order",
     .ask = "The entries of hpcg:10 come in random order, and its 1000 elements of y lie in 125 "
            "sectors. How many sectors does one request of atomicAdd move, on average?",
     .unit = "sectors a request",
     .matrices = {"hpcg:10"},
     .task = "kernel",
     .count = {SL_SECTORS_AN_ATOMIC, NULL},
     .tolerance = 0.1,
     .why = "32 lanes add to 32 random elements. Two of them now and then fall into one sector, "
            "and save one when they are on different elements."},
    {.name = "atomics-on-one-row",
     .ask = "In the COO part of onedense:600 all 597 entries are of one row. How many sectors does "
            "one request of atomicAdd move, on average, if all its lanes add to the same element?",
     .unit = "sectors a request",
     .matrices = {"onedense:600"},
     .task = "hyb",
     .answer = sectors_on_one_element,
     .tolerance = 0.03,
     .why = "Not one: lanes that add to one element are served one after another, and each moves "
            "the sector again. 597 additions in 19 requests are 31.4 a request."},
    {.name = "every-row-searches",
     .ask = "The COO part of web:2000 has 8,349 entries. If the thread of each of the 2000 rows "
            "looks through all of them for its own, how many row indices are compared?",
     .unit = "comparisons",
     .matrices = {"web:2000"},
     .answer = searched_by_every_row,
     .tolerance = 0.02,
     .why = "Rows times entries. With a matrix twice as large in both it is four times as many, "
            "where one thread an entry has twice as much to do."},
};

#endif
