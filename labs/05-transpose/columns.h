/* columns.h: the entries of each column of a transpose in order, and the comparison with the
 * student's answer. */
#ifndef LAB_05_COLUMNS_H
#define LAB_05_COLUMNS_H

#include "judge/lab.h"

/* The value of an element that no thread wrote. */
enum { SL_TRANSPOSE_UNWRITTEN = (int32_t)SL_WIRE_POISON };

/* The student's answer, and the right one. */
typedef struct transposed {
  int num_cols, nnz;
  const int *col_idx; /* the columns in CSR */
  const double *col_ptr, *right_rows, *right_values;
  const double *rows, *values;
  /* all rows, and all values, are at their places in the right answer */
  bool rows_right, values_right;
} transposed;

/* Fills in `*t`. False if there is no answer, or if the columns do not begin where they should. */
bool sl_transpose_look(const sl_evidence *evidence, transposed *t);

/* Whether each column has the wanted entries, in any order; without rows, the wanted values. Also
 * false if there is not enough memory for the check. */
bool sl_transpose_same_by_column(const transposed *t, const double *rows, const double *values,
                                 const double *wanted_rows, const double *wanted_values);
bool sl_transpose_same_entries(const transposed *t);
bool sl_transpose_same_values(const transposed *t, const double *wanted);

/* Whether two numbers are equal, or both are NaN. */
bool sl_transpose_same(double a, double b);

/* Whether a slot of the answer holds entry k of the right one. */
bool sl_transpose_has(const transposed *t, int slot, int k);

/* Whether an array holds the entries of the answer. */
bool sl_transpose_is_answer(const char *array);

/* Explains a mistake, unless `right`: a program with the mistake leaves the right answer if the
 * order of entries happens to be right. */
sl_judgement sl_transpose_explains_unless(bool right);

/* Returns the number of bits of the largest column number. */
int sl_transpose_bits(int num_cols);

/* Sorts the entries of each column by row, and entries of one row by value. */
void sl_transpose_sort_columns(const double *col_ptr, int num_cols, double *rows, double *values);

/* Rules of the tasks scatter and sorted, and those that both have. */
extern const sl_rule_list sl_transpose_move_rules, sl_transpose_scatter_rules,
    sl_transpose_sorted_rules;

#endif
