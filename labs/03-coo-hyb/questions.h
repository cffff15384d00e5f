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
  double ell = sl_spmv_entry_bytes(view->precision) * a->num_rows * sl_csr_longest_row(a);
  double hyb = hyb_bytes(a, right_width(a), view->precision);
  return hyb == 0 ? 0 : ell / hyb;
}

static double searched_by_every_row(const sl_quiz_view *view) {
  return view->matrix->num_rows * entries_in_coo(view->matrix);
}

/* With one thread per entry, whatever the student's kernel does. */
static double additions_of_entries(const sl_quiz_view *view) {
  return view->matrix->nnz;
}

/* Each lane moves a sector when all of a request add to one element. */
static double sectors_on_one_element(const sl_quiz_view *view) {
  double entries = entries_in_coo(view->matrix);
  return entries == 0 ? 0 : entries / ceil(entries / 32);
}

static const sl_answer_function quiz_numbers[] = {
    {"width-by-rule", width_by_rule},
    {"percent-in-coo", percent_in_coo},
    {"ell-over-hyb", ell_over_hyb},
    {"entries", additions_of_entries},
    {"sectors-on-one-element", sectors_on_one_element},
    {"searched-by-every-row", searched_by_every_row}};

#endif
