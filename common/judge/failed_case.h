/** @file failed_case.h
 *  What a failed case looked like, for display to the student: the matrix, the inputs, expected and
 *  actual values. It contains right answers, so it is only made for the student's own runs
 *  (sl_judge_options.exhibits), and never for hidden cases.
 */
#ifndef SL_JUDGE_FAILED_CASE_H
#define SL_JUDGE_FAILED_CASE_H

#include "judge/attempt.h"

enum {
  SL_SMALL_SIDE = 12,     /**< most rows and columns of a matrix that is shown as a whole */
  SL_SHOWN_ELEMENTS = 24, /**< most elements that are shown of one array */
  SL_SHOWN_ROWS = 3,   /**< most rows that are shown of a larger matrix: rows with wrong answers */
  SL_SHOWN_ENTRIES = 8 /**< most entries that are shown of one such row */
};

typedef struct sl_shown_element {
  size_t index;
  double before, expected, got;
  bool wrong;
  bool unset;     /**< an answer without initial contents that was not written */
  char says[200]; /**< the problem's own text: the call, or what is wrong; "": none */
} sl_shown_element;

typedef struct sl_shown_array {
  char name[24];
  enum sl_wire_type type;
  enum sl_wire_role role;
  size_t count, num_wrong;
  bool is_returned;           /**< its elements are the results of a function, one per call */
  sl_shown_element *elements; /**< all elements, or the first wrong ones; owned */
  size_t num_elements;
} sl_shown_array;

typedef struct sl_shown_row {
  int row, length;
  int num_entries; /**< number of entries shown */
  int columns[SL_SMALL_SIDE];
  double values[SL_SMALL_SIDE], x[SL_SMALL_SIDE];
} sl_shown_row;

typedef struct sl_failed_case {
  int num_rows, num_cols, nnz;
  bool of_size;      /**< the case has no matrix */
  bool small;        /**< all rows and all short inputs are shown */
  bool answered;     /**< there is an answer */
  bool sorted;       /**< the task's answers may be in any order, and are shown sorted */
  char elements[16]; /**< name of the elements, if their own texts say what is wrong; else "" */
  bool has_x;
  sl_shown_row rows[SL_SMALL_SIDE];
  int num_rows_shown;
  sl_shown_array arrays[SL_WIRE_MAX_ARRAYS]; /**< in the order of the problem's arrays */
  int num_arrays;
} sl_failed_case;

/** Makes the exhibit of a failed attempt; `*out` is NULL if it would show nothing wrong. Free it
 *  with sl_failed_case_free. Errors: SL_ERR_MEMORY. */
sl_status sl_failed_case_make(const sl_attempt *attempt, sl_failed_case **out);

void sl_failed_case_free(sl_failed_case *exhibit);

#endif
