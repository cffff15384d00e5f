/* questions.h: the questions of lab 04 before it shows figures. Included by lab.c alone. */
#ifndef LAB_04_QUESTIONS_H
#define LAB_04_QUESTIONS_H

#include "judge/lab.h"
#include "matrix/jds.h"

#include <math.h>

/* The launches of the sections: how many lengths there are, 0 not counted. */
static double launches(const sl_quiz_view *view) {
  sl_sections sections;
  if (sl_jds_sections_from_csr(view->matrix, &sections) != SL_OK) return NAN;
  double count = sections.num_sections;
  if (sl_jds_sections_filled_rows(&sections) < sections.num_rows) count--;
  sl_jds_sections_free(&sections);
  return count;
}

/* Requests of a kernel in which the thread of place p reads the lengths of the p rows before it: a
 * warp needs as many iterations as its last thread. */
static double prefix_requests(const sl_quiz_view *view) {
  double requests = 0;
  for (int begin = 0; begin < view->matrix->num_rows; begin += 32) {
    int end = begin + 32 < view->matrix->num_rows ? begin + 32 : view->matrix->num_rows;
    requests += end - 1;
  }
  return requests;
}

/* Slots per entry if rows are sorted within windows of 256 rows, and then padded in slices of 32
 * rows, each to its own longest row, which comes first: SELL-32-256. */
static double slots_in_windows_of_256(const sl_quiz_view *view) {
  enum { WINDOW = 256, SLICE = 32 };
  const sl_csr *a = view->matrix;
  int perm[WINDOW];
  double slots = 0;
  for (int begin = 0; begin < a->num_rows; begin += WINDOW) {
    sl_csr window = {.num_rows = a->num_rows - begin, .row_ptr = a->row_ptr + begin};
    if (window.num_rows > WINDOW) window.num_rows = WINDOW;
    if (sl_jds_sort_rows(&window, perm) != SL_OK) return NAN;
    for (int place = 0; place < window.num_rows; place += SLICE) {
      slots += (double)SLICE * sl_csr_row_length(&window, perm[place]);
    }
  }
  return a->nnz ? slots / a->nnz : 0;
}

static const sl_answer_function quiz_numbers[] = {
    {"launches", launches},
    {"prefix-requests", prefix_requests},
    {"slots-in-windows-of-256", slots_in_windows_of_256}};

#endif
