/* models.h: what students get wrong in lab 02, as models. Included by lab.c alone. */
#ifndef LAB_02_MODELS_H
#define LAB_02_MODELS_H

#include "judge/findings.h"
#include "judge/spmv.h"
#include "lens/lens.h"
#include "matrix/ell.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- the matrix of a case -------------------------------------------------------------------- */

/* An entry that happens to be 0 is an entry all the same, and matrices in practice have some. The
 * standard cases have none, so the lab makes some: the first entries of rows 7, 23, 39, … */
static inline bool is_zeroed(int row, int i) {
  return row % 16 == 7 && i == 0;
}

/* The slots of a case's matrix, counted from its CSR: entry i of a row is in slot i. */
typedef struct slots {
  const sl_case *given;
  int width;
  const double *bound; /* of y, by row; NULL where no y is asked for */
} slots;

static slots slots_of(const sl_case *given) {
  return (slots){.given = given, .width = sl_csr_longest_row(&given->matrix)};
}

static bool is_padding(const slots *ell, int row, int i) {
  return i >= sl_csr_row_length(&ell->given->matrix, row);
}

static int column(const slots *ell, int row, int i) {
  const sl_csr *a = &ell->given->matrix;
  return is_padding(ell, row, i) ? SL_ELL_PADDING : a->col_idx[a->row_ptr[row] + i];
}

static double value(const slots *ell, int row, int i) {
  const sl_csr *a = &ell->given->matrix;
  return is_padding(ell, row, i) || is_zeroed(row, i) ? 0 : a->values[a->row_ptr[row] + i];
}

/* ---- pad ------------------------------------------------------------------------------------- */

/* Everything as it should be, for a model to spoil. */
static void predict_right(const sl_evidence *evidence, double *const *answers) {
  const sl_problem *problem = evidence->problem;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (array->role == SL_IN || array->count == 0) continue;
    memcpy(answers[i], array->expected, array->count * sizeof(double));
  }
}

static void predict_width(const sl_evidence *evidence, int width, double *const *answers) {
  predict_right(evidence, answers);
  *sl_predicted(evidence, answers, "ell_width") = width;
}

static void predict_width_of_none(const sl_evidence *evidence, double *const *answers) {
  predict_width(evidence, 0, answers);
}

static void predict_width_of_first(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  predict_width(evidence, a->num_rows ? sl_csr_row_length(a, 0) : 0, answers);
}

static void predict_width_of_mean(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  predict_width(evidence, a->num_rows ? a->nnz / a->num_rows : 0, answers);
}

static void predict_width_without_last(const sl_evidence *evidence, double *const *answers) {
  sl_csr all_but_last = evidence->given->matrix;
  all_but_last.num_rows -= all_but_last.num_rows > 0;
  predict_width(evidence, sl_csr_longest_row(&all_but_last), answers);
}

static void predict_padding_zero(const sl_evidence *evidence, double *const *answers) {
  const sl_array *array = sl_problem_find(evidence->problem, "ell_col_idx");
  double *col_idx = sl_predicted(evidence, answers, "ell_col_idx");
  predict_right(evidence, answers);
  for (size_t i = 0; i < array->count; i++) {
    if (col_idx[i] == SL_ELL_PADDING) col_idx[i] = 0;
  }
}

/* What stands in the slots of the answers, padding where `columns` is left as NaN. */
static void predict_column_major(const sl_evidence *evidence, double *const *answers) {
  slots ell = slots_of(evidence->given);
  double *col_idx = sl_predicted(evidence, answers, "ell_col_idx");
  double *values = sl_predicted(evidence, answers, "ell_values");
  predict_right(evidence, answers);
  for (int i = 0; i < ell.width; i++) {
    for (int row = 0; row < ell.given->matrix.num_rows; row++) {
      *col_idx++ = column(&ell, row, i);
      *values++ = value(&ell, row, i);
    }
  }
}

/* Entries stand one after the other, as in CSR; what is behind them is anyone's guess. */
static void predict_rows_run_on(const sl_evidence *evidence, double *const *answers) {
  slots ell = slots_of(evidence->given);
  const sl_csr *a = &ell.given->matrix;
  double *col_idx = sl_predicted(evidence, answers, "ell_col_idx");
  double *values = sl_predicted(evidence, answers, "ell_values");
  *sl_predicted(evidence, answers, "ell_width") = ell.width;
  for (int row = 0; row < a->num_rows; row++) {
    for (int i = 0; i < sl_csr_row_length(a, row); i++) {
      *col_idx++ = column(&ell, row, i);
      *values++ = value(&ell, row, i);
    }
  }
}

static void predict_last_entry_missed(const sl_evidence *evidence, double *const *answers) {
  slots ell = slots_of(evidence->given);
  const sl_csr *a = &ell.given->matrix;
  double *col_idx = sl_predicted(evidence, answers, "ell_col_idx");
  double *values = sl_predicted(evidence, answers, "ell_values");
  predict_right(evidence, answers);
  for (int row = 0; row < a->num_rows; row++) {
    int length = sl_csr_row_length(a, row);
    if (length == 0) continue;
    size_t last = (size_t)row * (size_t)ell.width + (size_t)length - 1;
    col_idx[last] = SL_ELL_PADDING;
    values[last] = 0;
  }
}

/* ---- padding that nobody wrote --------------------------------------------------------------- */

static const double poison = (int32_t)SL_WIRE_POISON; /* an answer of integers before the call */

/* Entries are right, and of the padding something is as it was before the call. */
static sl_judgement explains_unwritten_padding(const sl_evidence *evidence, const char *col_name,
                                               const char *value_name) {
  const double *col_idx = sl_evidence_answer(evidence, col_name);
  const double *values = sl_evidence_answer(evidence, value_name);
  const sl_array *right = sl_problem_find(evidence->problem, col_name);
  const double *right_values = sl_problem_find(evidence->problem, value_name)->expected;
  bool unwritten = false;
  if (!col_idx || !values) return SL_NEUTRAL;
  for (size_t i = 0; i < right->count; i++) {
    bool same_col = col_idx[i] == right->expected[i], same_value = values[i] == right_values[i];
    if (same_col && same_value) continue;
    bool left = (same_col || col_idx[i] == poison) && (same_value || isnan(values[i]));
    if (right->expected[i] != SL_ELL_PADDING || !left) return SL_CONTRADICTS;
    unwritten = true;
  }
  return unwritten ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_padding_not_written(const sl_evidence *evidence) {
  return explains_unwritten_padding(evidence, "ell_col_idx", "ell_values");
}

/* The columns of the padding are there, of its values some are not. */
static sl_judgement explains_padding_values_not_written(const sl_evidence *evidence) {
  const double *col_idx = sl_evidence_answer(evidence, "ell_col_idx");
  const sl_array *right = sl_problem_find(evidence->problem, "ell_col_idx");
  if (!col_idx) return SL_NEUTRAL;
  for (size_t i = 0; i < right->count; i++) {
    if (col_idx[i] != right->expected[i]) return SL_CONTRADICTS;
  }
  return explains_padding_not_written(evidence);
}

static sl_judgement explains_padding_not_copied(const sl_evidence *evidence) {
  return explains_unwritten_padding(evidence, "col_idx", "values");
}

/* ---- crashes in pad: one step past the end --------------------------------------------------- */

static sl_judgement explains_step_past(const sl_evidence *evidence, const char *one,
                                       const char *other) {
  const char *array = evidence->fault_array ? evidence->fault_array : "";
  if (strcmp(array, one) != 0 && strcmp(array, other) != 0) return SL_CONTRADICTS;
  long long count = (long long)sl_problem_find(evidence->problem, array)->count;
  return evidence->fault_index == count ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_one_entry_too_many(const sl_evidence *evidence) {
  return explains_step_past(evidence, "col_idx", "values");
}

/* With more rows than slots, rows that begin num_rows elements apart come to the same place. */
static sl_judgement explains_padding_too_far(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows, width = slots_of(evidence->given).width;
  sl_judgement step = explains_step_past(evidence, "ell_col_idx", "ell_values");
  return step == SL_EXPLAINS && width > 0 && rows > width ? SL_NEUTRAL : step;
}

/* ---- transpose ------------------------------------------------------------------------------- */

static void copy_values(const sl_evidence *evidence, double *const *answers) {
  const sl_array *from = sl_problem_find(evidence->problem, "row_major_values");
  double *values = sl_predicted(evidence, answers, "values");
  if (from->count) memcpy(values, from->reals, from->count * sizeof *values);
}

static void predict_values_copied(const sl_evidence *evidence, double *const *answers) {
  predict_right(evidence, answers);
  copy_values(evidence, answers);
}

static void predict_copied(const sl_evidence *evidence, double *const *answers) {
  const sl_array *from = sl_problem_find(evidence->problem, "row_major_col_idx");
  double *col_idx = sl_predicted(evidence, answers, "col_idx");
  for (size_t i = 0; i < from->count; i++) col_idx[i] = from->ints[i];
  copy_values(evidence, answers);
}

/* Taken for column-major, and brought into row-major order. */
static void predict_transposed_back(const sl_evidence *evidence, double *const *answers) {
  slots ell = slots_of(evidence->given);
  size_t rows = (size_t)ell.given->matrix.num_rows, width = (size_t)ell.width;
  const int *from_col_idx = sl_problem_find(evidence->problem, "row_major_col_idx")->ints;
  const double *from_values = sl_problem_find(evidence->problem, "row_major_values")->reals;
  double *col_idx = sl_predicted(evidence, answers, "col_idx");
  double *values = sl_predicted(evidence, answers, "values");
  for (size_t row = 0; row < rows; row++) {
    for (size_t i = 0; i < width; i++) {
      col_idx[row * width + i] = from_col_idx[i * rows + row];
      values[row * width + i] = from_values[i * rows + row];
    }
  }
}

/* Slot i of row r goes to i·width + r: some elements get several slots, the order of the loops says
 * which one stays, and some get none. */
static void predict_wrong_stride_written(const sl_evidence *evidence, double *const *answers) {
  slots ell = slots_of(evidence->given);
  size_t rows = (size_t)ell.given->matrix.num_rows, width = (size_t)ell.width;
  double *col_idx = sl_predicted(evidence, answers, "col_idx");
  for (size_t i = 0; i < rows * width; i++) col_idx[i] = poison;
  for (size_t row = 0; row < rows; row++) {
    for (size_t i = 0; i < width; i++) {
      size_t to = i * width + row;
      if (to >= rows * width) continue; /* this crashes */
      col_idx[to] = col_idx[to] == poison ? column(&ell, (int)row, (int)i) : (double)NAN;
    }
  }
}

static void predict_last_slot_not_copied(const sl_evidence *evidence, double *const *answers) {
  slots ell = slots_of(evidence->given);
  size_t rows = (size_t)ell.given->matrix.num_rows;
  if (ell.width == 0) return;
  predict_right(evidence, answers);
  size_t last = ((size_t)ell.width - 1) * rows;
  for (size_t row = 0; row < rows; row++) {
    sl_predicted(evidence, answers, "col_idx")[last + row] = poison;
    sl_predicted(evidence, answers, "values")[last + row] = (double)NAN;
  }
}

/* The first step outside is the one past the end. */
static sl_judgement explains_slot_too_far(const sl_evidence *evidence) {
  const sl_array *array =
      sl_problem_find(evidence->problem, evidence->fault_array ? evidence->fault_array : "");
  bool past_end = !evidence->answers && array && evidence->fault_index == (long long)array->count;
  return past_end ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- the kernels ----------------------------------------------------------------------------- */

static double product(const slots *ell, int row, int i) {
  return is_padding(ell, row, i) ? 0 : value(ell, row, i) * ell->given->x[column(ell, row, i)];
}

static double sum_up_to(const slots *ell, int row, int width) {
  double sum = 0;
  for (int i = 0; i < width && !is_padding(ell, row, i); i++) sum += product(ell, row, i);
  return sum;
}

static double all_slots(const slots *ell, int row) {
  return sum_up_to(ell, row, ell->width);
}

static double all_but_last_slot(const slots *ell, int row) {
  return sum_up_to(ell, row, ell->width - 1);
}

static double up_to_zero(const slots *ell, int row) {
  int i = 0;
  while (!is_padding(ell, row, i) && value(ell, row, i) != 0) i++;
  return sum_up_to(ell, row, i);
}

static double without_column_zero(const slots *ell, int row) {
  double sum = 0;
  for (int i = 0; !is_padding(ell, row, i); i++) {
    if (column(ell, row, i) != 0) sum += product(ell, row, i);
  }
  return sum;
}

/* Whether a sum of `terms` terms can be foretold as precisely as the judge compares: rounding may
 * not come to more than the bound of the right answer, which has other terms. */
static bool is_foreseeable(const slots *ell, int row, int terms, double magnitude) {
  const sl_case *given = ell->given;
  double rounding = (terms + 2) * sl_precision_unit_roundoff(given->precision);
  return given->exact || rounding * (fabs(given->y[row]) + magnitude) <= ell->bound[row];
}

/* The row's slots are taken from elements first, first + step, … of arrays in the order `stored`.
 * NaN where they lie outside, and where it matters whether the loop skips padding or ends there. */
static double misread(const slots *ell, int row, sl_order stored, long long first, int step) {
  long long rows = ell->given->matrix.num_rows, width = ell->width;
  double sum = 0, magnitude = 0;
  int terms = 0;
  bool ended = false;
  for (long long i = 0; i < width; i++) {
    long long at = first + i * step;
    if (at >= rows * width) return (double)NAN;
    int slot_row = (int)(stored == SL_ROW_MAJOR ? at / width : at % rows);
    int slot = (int)(stored == SL_ROW_MAJOR ? at % width : at / rows);
    double term = product(ell, slot_row, slot);
    ended = ended || is_padding(ell, slot_row, slot);
    if (ended && term != 0) return (double)NAN;
    sum += term;
    magnitude += fabs(term);
    terms += term != 0;
  }
  return is_foreseeable(ell, row, terms, magnitude) ? sum : (double)NAN;
}

static double read_as_row_major(const slots *ell, int row) {
  return misread(ell, row, SL_COLUMN_MAJOR, (long long)row * ell->width, 1);
}

static double read_as_column_major(const slots *ell, int row) {
  return misread(ell, row, SL_ROW_MAJOR, row, ell->given->matrix.num_rows);
}

static double columns_a_width_apart(const slots *ell, int row) {
  return misread(ell, row, SL_COLUMN_MAJOR, row, ell->width);
}

static double rows_num_rows_apart(const slots *ell, int row) {
  return misread(ell, row, SL_ROW_MAJOR, (long long)row * ell->given->matrix.num_rows, 1);
}

typedef double slot_rule(const slots *ell, int row);

static void predict_by_slots(const sl_evidence *evidence, slot_rule *rule, double *const *answers) {
  slots ell = slots_of(evidence->given);
  double *y = sl_predicted(evidence, answers, "y");
  ell.bound = sl_problem_find(evidence->problem, "y")->bound;
  for (int row = 0; row < ell.given->matrix.num_rows; row++) y[row] += rule(&ell, row);
}

#define PREDICTS(rule)                                                                             \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    predict_by_slots(evidence, rule, answers);                                                     \
  }
PREDICTS(all_but_last_slot)
PREDICTS(up_to_zero)
PREDICTS(without_column_zero)
PREDICTS(read_as_row_major)
PREDICTS(read_as_column_major)
PREDICTS(columns_a_width_apart)
PREDICTS(rows_num_rows_apart)

static void predict_overwritten(const sl_evidence *evidence, double *const *answers) {
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) y[row] = 0;
  predict_by_slots(evidence, all_slots, answers);
}

/* ---- what the lens and the redzones saw of the kernels ----------------------------------------
 */

static bool is_in_front_of_x(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && strcmp(f->array, "x") == 0 && f->index < 0;
}

/* In front of x there is NaN on a GPU: it has come into every row with padding, and no other. */
static bool padding_spoils_its_rows(const sl_evidence *evidence) {
  slots ell = slots_of(evidence->given);
  const double *y = sl_evidence_answer(evidence, "y");
  bool spoilt = false;
  for (int row = 0; y && row < ell.given->matrix.num_rows; row++) {
    bool padded = is_padding(&ell, row, ell.width - 1) && ell.width > 0;
    if (padded != (bool)isnan(y[row])) return false;
    spoilt = spoilt || padded;
  }
  return spoilt;
}

static sl_judgement explains_padding_not_skipped(const sl_evidence *evidence) {
  if (sl_all_findings(evidence, is_in_front_of_x)) return SL_EXPLAINS;
  bool spoilt = evidence->num_findings == 0 && padding_spoils_its_rows(evidence);
  return spoilt ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* The row of the thread that a finding names; drive.cu launches blocks of 256 threads. */
static long long row_of(const sl_finding *f) {
  return sl_finding_thread(f, 256);
}

static bool is_beyond_rows(const sl_evidence *evidence, const sl_finding *f) {
  return row_of(f) >= evidence->given->matrix.num_rows;
}

static bool is_one_beyond_rows(const sl_evidence *evidence, const sl_finding *f) {
  return row_of(f) == evidence->given->matrix.num_rows && f->count <= 1;
}

/* All that was found was done by threads beyond the last row, or left its traces behind y. The lens
 * ends a thread at its first step outside, which may be in any array. */
static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  if (evidence->num_findings > 0) return sl_judge_findings(evidence, is_beyond_rows);
  return evidence->past_end > 0 ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* The same of the first of these threads alone, whose traces are words of 4 bytes. */
static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  if (evidence->num_findings > 0) return sl_judge_findings(evidence, is_one_beyond_rows);
  return evidence->past_end == 1 || evidence->past_end == 2 ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_of_slots(const sl_finding *f) {
  return strcmp(f->array, "col_idx") == 0 || strcmp(f->array, "values") == 0;
}

static bool is_past_slots(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return is_of_slots(f) && f->index >= f->length;
}

/* Row r is looked for at r · num_rows: a step past the end is at just such a place. */
static sl_judgement explains_rows_num_rows_apart(const sl_evidence *evidence) {
  const sl_finding *first = sl_first_finding(evidence, is_past_slots);
  if (!first) return SL_NEUTRAL;
  long long slot = first->index - row_of(first) * evidence->given->matrix.num_rows;
  bool there = slot >= 0 && slot < sl_csr_longest_row(&evidence->given->matrix);
  return there ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_read_by_row(const sl_evidence *evidence, const sl_finding *f) {
  return f->kind == LENS_OUT_OF_BOUNDS_READ && row_of(f) < evidence->given->matrix.num_rows;
}

/* All that was found are reads by threads that have a row, and one at least is where the slot
 * behind the last of its row is looked for. In a large matrix that is so far behind the end that
 * another array begins. */
static sl_judgement found_at_slot(const sl_evidence *evidence, sl_finding_rule *is_there) {
  if (slots_of(evidence->given).width == 0) {
    return SL_NEUTRAL; /* arrays without elements: other findings come first */
  }
  if (!sl_no_finding_but(evidence, is_read_by_row)) return SL_CONTRADICTS;
  return sl_first_finding(evidence, is_there) ? SL_EXPLAINS : SL_NEUTRAL;
}

static bool is_slot_width_by_column(const sl_evidence *evidence, const sl_finding *f) {
  slots ell = slots_of(evidence->given);
  long long last = (long long)ell.width * ell.given->matrix.num_rows;
  return is_of_slots(f) && f->index == last + row_of(f);
}

static bool is_slot_width_by_row(const sl_evidence *evidence, const sl_finding *f) {
  return is_of_slots(f) && f->index == (row_of(f) + 1) * slots_of(evidence->given).width;
}

static sl_judgement explains_column_major_too_far(const sl_evidence *evidence) {
  return found_at_slot(evidence, is_slot_width_by_column);
}

static sl_judgement explains_row_major_too_far(const sl_evidence *evidence) {
  return found_at_slot(evidence, is_slot_width_by_row);
}

#endif
