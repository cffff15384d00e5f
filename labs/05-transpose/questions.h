/* questions.h: the questions of lab 05 before it shows figures. Included by lab.c alone. */
#ifndef LAB_05_QUESTIONS_H
#define LAB_05_QUESTIONS_H

#include "base/memory.h"
#include "matrix/csc.h"
#include "rules.h"

#include <math.h>

/* The slots of all entries, in the order of CSR, if each column is filled from the first row on.
 */
static sl_status slots_by_rows(const sl_csr *a, int **slots_out) {
  sl_csc csc;
  SL_TRY(sl_csc_from_csr(a, &csc));
  sl_status status = sl_alloc((size_t)a->nnz, sizeof **slots_out, "slots", slots_out);
  for (int k = 0; status == SL_OK && k < a->nnz; k++)
    (*slots_out)[k] = csc.col_ptr[a->col_idx[k]]++;
  sl_csc_free(&csc);
  return status;
}

/* The number of different sectors of ints among `count` slots, at most a warp's. */
static int count_sectors_of(const int *slots, int count) {
  enum { INTS_OF_A_SECTOR = 8 };
  int different = 0;
  for (int i = 0; i < count; i++) {
    int k = 0;
    while (k < i && slots[k] / INTS_OF_A_SECTOR != slots[i] / INTS_OF_A_SECTOR) k++;
    different += k == i;
  }
  return different;
}

/* Sectors per request for row_idx of a scatter with one thread per row, whatever the student's
 * does. */
static double sectors_by_rows(const sl_quiz_view *view) {
  enum { WARP = 32 };
  const sl_csr *a = view->matrix;
  int *slots, turn[WARP];
  double sectors = 0, requests = 0;
  if (slots_by_rows(a, &slots) != SL_OK) return NAN;
  for (int begin = 0; begin < a->num_rows; begin += WARP) {
    for (int k = 0, count = 1; count > 0; k++) {
      count = 0;
      for (int row = begin; row < begin + WARP && row < a->num_rows; row++) {
        if (k < sl_csr_row_length(a, row)) turn[count++] = slots[a->row_ptr[row] + k];
      }
      sectors += count_sectors_of(turn, count);
      requests += count > 0;
    }
  }
  sl_free(slots);
  return requests > 0 ? sectors / requests : 0;
}

static double dense_over_entries(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  return a->nnz ? (double)a->num_rows * a->num_cols / a->nnz : 0;
}

static double bytes_an_entry(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  double entry_bytes = sizeof(float) + sizeof(int);
  double pointers = (double)a->num_rows + a->num_cols + 2;
  return a->nnz ? 2 * entry_bytes + sizeof(int) * pointers / a->nnz : 0;
}

/* The passes of a radix sort with one bit per pass. */
static double radix_turns(const sl_quiz_view *view) {
  return bits_of_columns(view->matrix->num_cols);
}

static double longest_column(const sl_quiz_view *view) {
  const sl_csr *a = view->matrix;
  int *count, longest = 0;
  if (sl_alloc((size_t)a->num_cols, sizeof *count, "counts", &count) != SL_OK) return 0;
  for (int k = 0; k < a->nnz; k++) {
    if (++count[a->col_idx[k]] > longest) longest++;
  }
  sl_free(count);
  return longest;
}

static const sl_answer_function quiz_numbers[] = {{"longest-column", longest_column},
                                                  {"bytes-an-entry", bytes_an_entry},
                                                  {"dense-over-entries", dense_over_entries},
                                                  {"sectors-by-rows", sectors_by_rows},
                                                  {"radix-turns", radix_turns}};

#endif
