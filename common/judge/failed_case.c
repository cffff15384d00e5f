/* failed_case.c: copies what is worth showing of a failed case, because the case itself is freed
 * soon.
 */
#include "judge/failed_case.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- the matrix ------------------------------------------------------------------------------ */

static void show_row(const sl_attempt *attempt, int row, int most, sl_failed_case *out) {
  const sl_csr *matrix = &attempt->given->matrix;
  const double *values = attempt->problem->values ? attempt->problem->values : matrix->values;
  sl_shown_row *shown = &out->rows[out->num_rows_shown++];
  *shown = (sl_shown_row){.row = row, .length = sl_csr_row_length(matrix, row)};
  for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
    if (shown->num_entries == most) break;
    int i = shown->num_entries++;
    shown->columns[i] = matrix->col_idx[k];
    shown->values[i] = values[k];
    shown->x[i] = attempt->given->x[matrix->col_idx[k]];
  }
}

/* Whether the matrix is small enough to see at a glance. The longest row counts, too, because a row
 * with duplicates can have more entries than there are columns. */
static bool is_small(const sl_csr *matrix) {
  return matrix->num_rows <= SL_SMALL_SIDE && matrix->num_cols <= SL_SMALL_SIDE &&
         sl_csr_longest_row(matrix) <= SL_SMALL_SIDE;
}

/* Shows all rows of a small matrix. Of a larger matrix, shows rows whose elements of y are wrong.
 */
static void show_rows(const sl_attempt *attempt, sl_failed_case *out) {
  const sl_csr *matrix = &attempt->given->matrix;
  if (out->of_size) return;
  for (int row = 0; out->small && row < matrix->num_rows; row++) {
    show_row(attempt, row, SL_SMALL_SIDE, out);
  }
  for (int i = 0; !out->small && i < out->num_arrays; i++) {
    const sl_shown_array *array = &out->arrays[i];
    bool by_row = strcmp(array->name, "y") == 0 && array->count == (size_t)matrix->num_rows;
    for (size_t e = 0; by_row && e < array->num_elements; e++) {
      if (!array->elements[e].wrong || out->num_rows_shown == SL_SHOWN_ROWS) continue;
      show_row(attempt, (int)array->elements[e].index, SL_SHOWN_ENTRIES, out);
    }
  }
}

/* ---- the arrays ------------------------------------------------------------------------------ */

static double input_of(const sl_array *array, size_t i) {
  return array->type == SL_INT ? array->ints[i] : array->reals[i];
}

static bool is_wrong(const sl_array *array, const double *got, size_t i) {
  double bound = array->bound ? array->bound[i] : 0.0;
  return got && !sl_within(got[i], array->expected[i], bound);
}

static void show_element(const sl_attempt *attempt, const sl_array *array, const double *got,
                         size_t i, sl_shown_element *out) {
  const sl_problem *problem = attempt->problem;
  *out = (sl_shown_element){.index = i};
  if (array->role == SL_IN) {
    out->before = input_of(array, i);
    return;
  }
  out->before = sl_compare_initial_value(array, i);
  out->expected = array->expected[i];
  out->wrong = is_wrong(array, got, i);
  if (got) out->got = got[i];
  out->unset = got && array->role == SL_OUT &&
               sl_compare_is_untouched(array, i, got[i], attempt->given->precision);
  if (problem->say_answer) {
    if (out->wrong) problem->say_answer(problem, i, got[i], out->says, sizeof out->says);
  } else if (problem->say_element) {
    problem->say_element(problem, i, out->says, sizeof out->says);
  }
}

static size_t count_wrong(const sl_array *array, const double *got) {
  size_t wrong = 0;
  for (size_t i = 0; i < array->count; i++) wrong += is_wrong(array, got, i);
  return wrong;
}

/* Shows a short array as a whole, and of a long one the first wrong elements. A long input and a
 * long right answer are not shown. */
static sl_status show_array(const sl_attempt *attempt, int number, sl_failed_case *out) {
  const sl_array *array = &attempt->problem->arrays[number];
  const double *got = out->answered ? attempt->decoded.answers[number] : NULL;
  bool input = array->role == SL_IN, whole = array->count <= SL_SHOWN_ELEMENTS;
  bool shown_nowhere = array->role == SL_SCRATCH || (!input && !array->expected);
  if (shown_nowhere || (input && (!out->small || !whole))) return SL_OK;
  sl_shown_array *shown = &out->arrays[out->num_arrays++];
  *shown = (sl_shown_array){.type = array->type,
                            .role = array->role,
                            .count = array->count,
                            .is_returned = array->is_returned};
  (void)snprintf(shown->name, sizeof shown->name, "%s", array->name);
  if (!input) shown->num_wrong = count_wrong(array, got);
  bool empty = !input && out->answered && shown->num_wrong == 0;
  if (empty || (!whole && !out->answered)) return SL_OK;
  size_t most = whole ? array->count : (size_t)SL_SHOWN_ELEMENTS / 3;
  SL_TRY(sl_alloc(most, sizeof *shown->elements, "the shown part of an array", &shown->elements));
  for (size_t i = 0; i < array->count && shown->num_elements < most; i++) {
    if (!whole && !is_wrong(array, got, i)) continue;
    show_element(attempt, array, got, i, &shown->elements[shown->num_elements++]);
  }
  return SL_OK;
}

/* ---- the whole case -------------------------------------------------------------------------- */

static bool shows_something(const sl_failed_case *exhibit) {
  bool wrong = !exhibit->answered;
  for (int i = 0; i < exhibit->num_arrays; i++) wrong |= exhibit->arrays[i].num_wrong > 0;
  return wrong && (exhibit->answered || exhibit->small);
}

sl_status sl_failed_case_make(const sl_attempt *attempt, sl_failed_case **out) {
  const sl_problem *problem = attempt->problem;
  const sl_csr *matrix = &attempt->given->matrix;
  sl_failed_case *made;
  *out = NULL;
  SL_TRY(sl_alloc(1, sizeof *made, "the picture of a case", &made));
  made->num_rows = matrix->num_rows;
  made->num_cols = matrix->num_cols;
  made->nnz = matrix->nnz;
  made->of_size = attempt->given->of_size;
  made->answered = attempt->reply.collected;
  made->sorted = attempt->task->arrange != NULL;
  if (problem->say_answer) {
    (void)snprintf(made->elements, sizeof made->elements, "%s", problem->elements);
  }
  made->has_x = sl_problem_find(problem, "x") != NULL;
  /* If the answer is shown in words or as calls, the matrix is of no help. */
  bool of_matrix = !problem->say_answer && !problem->say_element;
  made->small = of_matrix && is_small(matrix);
  sl_status status = SL_OK;
  for (int i = 0; i < problem->num_arrays && status == SL_OK; i++) {
    status = show_array(attempt, i, made);
  }
  if (status == SL_OK && of_matrix) show_rows(attempt, made);
  if (status == SL_OK && shows_something(made)) {
    *out = made;
  } else {
    sl_failed_case_free(made);
  }
  return status;
}

void sl_failed_case_free(sl_failed_case *exhibit) {
  if (!exhibit) return;
  for (int i = 0; i < exhibit->num_arrays; i++) sl_free(exhibit->arrays[i].elements);
  sl_free(exhibit);
}
