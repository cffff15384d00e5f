/* questions.h: what lab 05 asks before it shows figures. Included by lab.c alone. */
#ifndef LAB_05_QUESTIONS_H
#define LAB_05_QUESTIONS_H

#include "base/memory.h"
#include "matrix/csc.h"
#include "rules.h"

#include <math.h>

/* The slots of all entries, in the order of CSR, when each column is filled from the first row on.
 */
static sl_status slots_by_rows(const sl_csr *a, int **slots_out) {
  sl_csc csc;
  SL_TRY(sl_csr_to_csc(a, &csc));
  sl_status status = sl_alloc((size_t)a->nnz, sizeof **slots_out, "slots", slots_out);
  for (int k = 0; status == SL_OK && k < a->nnz; k++)
    (*slots_out)[k] = csc.col_ptr[a->col_idx[k]]++;
  sl_csc_free(&csc);
  return status;
}

/* Different sectors of ints among `count` slots, no more than a warp has. */
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

/* Sectors a request for row_idx of a scatter with a thread a row, whatever the student's does. */
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

/* The turns of a radix sort that looks at one bit a turn. */
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

static const sl_question questions[] = {
    {.name = "count-one-column",
     .ask = "All 1024 entries of this matrix are in one column. How many sectors does a request of "
            "the atomic addition to count move, where 32 threads add to the same word?",
     .unit = "sectors a request",
     .matrices = {"dense:1024x1"},
     .task = "count",
     .count = {SL_SECTORS_AN_ATOMIC, "count"},
     .why = "Additions to one word cannot happen at once: they are served one after another, and "
            "each of the 32 moves the sector of that word."},
    {.name = "count-diagonal",
     .ask = "And where every entry has a column of its own, next to its neighbour's?",
     .unit = "sectors a request",
     .matrices = {"diagonal:1024"},
     .task = "count",
     .count = {SL_SECTORS_AN_ATOMIC, "count"},
     .why = "32 neighbouring words are 128 bytes: 4 sectors. Nobody has to wait for anybody."},
    {.name = "longest-column",
     .ask = "Many threads that add to one word wait for each other. In which of these matrices is "
            "the longest such queue, that is, the column with the most entries?",
     .unit = "entries",
     .matrices = {"hpcg:10", "road:55", "web:2000", "circuit:2000"},
     .answer = longest_column,
     .why = "Regular meshes have no long columns. Where some nodes are known to all others, their "
            "columns collect a large share of the entries."},
    {.name = "bytes-an-entry",
     .ask = "road:55 has 3025 rows and columns and 7,172 entries. How many bytes must a transpose "
            "move for each entry, if row and column pointers are counted with it and values have 4 "
            "bytes?",
     .unit = "bytes an entry",
     .matrices = {"road:55"},
     .answer = bytes_an_entry,
     .tolerance = 0.01,
     .why =
         "16 bytes for the entry itself: its value and an index are read, its value and an index "
         "are written. The pointers of rows and columns add more, the shorter the rows are."},
    {.name = "zeros-counted",
     .ask = "Somebody reports the bandwidth of this transpose as if all 3025 · 3025 elements of "
            "the matrix had been moved, zeros too, and not 7,172. By what factor is that larger "
            "than with the values of the entries alone?",
     .unit = "times",
     .matrices = {"road:55"},
     .answer = dense_over_entries,
     .tolerance = 0.05,
     .why = "Zeros are neither read nor written. If they are counted, the bandwidth goes beyond "
            "anything that the card can do."},
    {.name = "scattered-stores",
     .ask = "Each thread of the scatter has a row. In which of these matrices does a store to "
            "row_idx touch the most sectors a request?",
     .unit = "sectors a request",
     .matrices = {"diagonal:1024", "banded:1024", "road:55", "dense:1024x27"},
     .task = "scatter",
     .answer = sectors_by_rows,
     .why = "Where neighbouring threads put entries into neighbouring columns, their slots are a "
            "column's length apart. In a full column they share it, and stand side by side."},
    {.name = "radix-turns",
     .ask = "A radix sort by column looks at one bit of the column's number in each turn. How many "
            "turns does this matrix take?",
     .unit = "turns",
     .matrices = {"web:2000"},
     .answer = radix_turns,
     .why = "The largest number is 1999, which is below 2048: it has 11 bits. A GPU's libraries "
            "look at several bits a turn, and so read and write the entries fewer times."},
};

#endif
