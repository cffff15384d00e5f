/** @file failed_case.h
 *  What a failed case looked like, to be shown to the student: the matrix, the inputs, what was
 *  expected and what came. It holds right answers, so only who judges for the student's own eyes
 *  asks for it (sl_judge_options.exhibits), and there is none of cases that nobody is to know.
 */
#ifndef SL_JUDGE_FAILED_CASE_H
#define SL_JUDGE_FAILED_CASE_H

#include "judge/attempt.h"

enum {
  SL_SMALL_SIDE = 12,     /**< rows and columns of a matrix that is shown whole */
  SL_SHOWN_ELEMENTS = 24, /**< of one array */
  SL_SHOWN_ROWS = 3,      /**< of a larger matrix: those of wrong answers */
  SL_SHOWN_ENTRIES = 8    /**< of one such row */
};

typedef struct sl_shown_element {
  size_t index;
  double before, expected, got;
  bool wrong;
  bool unset;     /**< an answer without contents, and nothing was written to it */
  char says[200]; /**< in the problem's own words: the call, or what is wrong; "" for none */
} sl_shown_element;

typedef struct sl_shown_array {
  char name[24];
  enum sl_wire_type type;
  enum sl_wire_role role;
  size_t count, num_wrong;
  bool is_returned;           /**< its elements are what a function returned, call by call */
  sl_shown_element *elements; /**< all, or the first ones that are wrong; owned */
  size_t num_elements;
} sl_shown_array;

typedef struct sl_shown_row {
  int row, length;
  int num_entries; /**< that are shown */
  int columns[SL_SMALL_SIDE];
  double values[SL_SMALL_SIDE], x[SL_SMALL_SIDE];
} sl_shown_row;

typedef struct sl_failed_case {
  int num_rows, num_cols, nnz;
  bool of_size;      /**< the case has no matrix */
  bool small;        /**< all rows are shown, and all inputs that are short */
  bool answered;     /**< something came back */
  bool sorted;       /**< the task's answers may stand in any order, and are shown in one */
  char elements[16]; /**< what they are, where they say themselves what is wrong; else "" */
  bool has_x;
  sl_shown_row rows[SL_SMALL_SIDE];
  int num_rows_shown;
  sl_shown_array arrays[SL_WIRE_MAX_ARRAYS]; /**< in the order of the problem */
  int num_arrays;
} sl_failed_case;

/** The exhibit of a failed attempt, NULL in `*out` where it would show nothing wrong. Free by
 *  sl_failed_case_free. Errors: SL_ERR_MEMORY. */
sl_status sl_failed_case_make(const sl_attempt *attempt, sl_failed_case **out);

void sl_failed_case_free(sl_failed_case *exhibit);

#endif
