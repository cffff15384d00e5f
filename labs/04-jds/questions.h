/* questions.h: what lab 04 asks before it shows figures. Included by lab.c alone. */
#ifndef LAB_04_QUESTIONS_H
#define LAB_04_QUESTIONS_H

#include "judge/lab.h"
#include "matrix/jds.h"

#include <math.h>

/* The launches of the sections: how many lengths there are, 0 not counted. */
static double launches(const sl_quiz_view *view) {
  sl_sections sections;
  if (sl_csr_to_sections(view->matrix, &sections) != SL_OK) return NAN;
  double count = sections.num_sections;
  if (sl_sections_filled_rows(&sections) < sections.num_rows) count--;
  sl_sections_free(&sections);
  return count;
}

/* Requests of a kernel in which the thread of place p reads the lengths of the p rows before it: a
 * warp takes as many turns as its last thread. */
static double prefix_requests(const sl_quiz_view *view) {
  double requests = 0;
  for (int begin = 0; begin < view->matrix->num_rows; begin += 32) {
    int end = begin + 32 < view->matrix->num_rows ? begin + 32 : view->matrix->num_rows;
    requests += end - 1;
  }
  return requests;
}

/* Slots an entry when rows are sorted within windows of 256 rows, and then padded in slices of 32
 * rows, each to its own longest, which stands first: SELL-32-256. */
static double slots_in_windows_of_256(const sl_quiz_view *view) {
  enum { WINDOW = 256, SLICE = 32 };
  const sl_csr *a = view->matrix;
  int perm[WINDOW];
  double slots = 0;
  for (int begin = 0; begin < a->num_rows; begin += WINDOW) {
    sl_csr window = {.num_rows = a->num_rows - begin, .row_ptr = a->row_ptr + begin};
    if (window.num_rows > WINDOW) window.num_rows = WINDOW;
    if (sl_csr_sort_rows(&window, perm) != SL_OK) return NAN;
    for (int place = 0; place < window.num_rows; place += SLICE) {
      slots += (double)SLICE * sl_csr_row_length(&window, perm[place]);
    }
  }
  return a->nnz ? slots / a->nnz : 0;
}

static const sl_question questions[] = {
    {.name = "most-launches",
     .ask = "For which of these matrices does the task `sections` need the most launches?",
     .unit = "launches",
     .matrices = {"hpcg:10", "road:55", "onedense:600", "web:2000"},
     .answer = launches,
     .why = "One launch for each length that occurs. A mesh has a handful of lengths. In a network "
            "nearly every long row has a length of its own, and so a launch of its own."},
    {.name = "turns-for-one-dense-row",
     .ask = "onedense:600 has one row of 600 entries, and 599 of at most three. How many requests "
            "for values does the kernel on jagged diagonals make? ELL makes 11,400 for columns.",
     .unit = "requests",
     .matrices = {"onedense:600"},
     .task = "kernel",
     .count = {SL_REQUESTS, "values"},
     .tolerance = 0.03,
     .why = "The dense row stands at place 0, so one warp takes 600 turns. The 18 others take as "
            "many as their own longest row has entries: three at most."},
    {.name = "threads-at-work",
     .ask = "In lab 01's kernel 2.8 of 32 threads take part in an average request for values on "
            "web:2000. How many do after sorting, in the kernel on jagged diagonals?",
     .unit = "threads",
     .matrices = {"web:2000"},
     .task = "kernel",
     .count = {SL_THREADS_A_REQUEST, "values"},
     .tolerance = 0.1,
     .why = "Neighbouring places hold rows of nearly the same length, so most warps end together. "
            "The few longest rows are left: each differs from its neighbours by many entries."},
    {.name = "scattered-y",
     .ask = "y is read and written through the permutation. How many sectors does a request for y "
            "ask for on web:2000? In the matrix's own order it would be 4.",
     .unit = "sectors a request",
     .matrices = {"web:2000"},
     .task = "kernel",
     .count = {SL_SECTORS_A_REQUEST, "y"},
     .tolerance = 0.1,
     .why = "Rows of one length come from all over the matrix, and so do their elements of y. That "
            "happens once a row, and not once an entry."},
    {.name = "scattered-x",
     .ask =
         "For which of these matrices does a request for x ask for the most sectors after sorting?",
     .unit = "sectors a request",
     .matrices = {"laplace2d5:48", "hpcg:10", "rmat:11", "road:55"},
     .task = "kernel",
     .count = {SL_SECTORS_A_REQUEST, "x"},
     .why = "In a mesh most neighbouring rows have the same length, and a stable sort leaves them "
            "neighbours. In a road network rows of one to four entries stand in no order. Sorting "
            "tears neighbours apart, and nearly all 32 threads take part. In a random graph fewer "
            "do."},
    {.name = "prefix-in-the-kernel",
     .ask =
         "A kernel has no pointers, and the thread of each place adds up the lengths of all rows "
         "before it. How many requests for lengths does that make for the 1000 rows of hpcg:10?",
     .unit = "requests",
     .matrices = {"hpcg:10"},
     .answer = prefix_requests,
     .tolerance = 0.05,
     .why = "A warp takes as many turns as its last thread has rows before it: 31, 63, 95, … Half "
            "of the rows times the number of warps. Twice the rows cost four times as much."},
    {.name = "window",
     .ask = "Rows are sorted only within windows of 256 rows, and then padded in slices of 32 "
            "rows, each to its own longest row. How many slots an entry does web:2000 need? "
            "Without slices it is 139.59.",
     .unit = "slots an entry",
     .matrices = {"web:2000"},
     .answer = slots_in_windows_of_256,
     .tolerance = 0.15,
     .why = "One long row pads 31 others and no more. Sorting puts it beside the longest of its "
            "window; no row moves farther than 256 places, so x and y stay near."},
};

#endif
