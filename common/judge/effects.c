/* effects.c: mistakes that are recognised by their effect on y, independently of how the program is
 * written. */
#include "judge/effects.h"

#include "judge/compare.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "reference/spmv.h"

#include <math.h>
#include <string.h>

enum { WARP = 32 };

/* The answer y, in a task on y ← α A x + β y. */
typedef struct vector {
  const sl_array *y;
  const double *got;
  double alpha, beta;
} vector;

static double factor(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  return array ? array->reals[0] : 1;
}

/* Fills in `*out`. True if the task has expected values of y, an answer came back, and the lens
 * found nothing. */
static bool take_vector(const sl_evidence *evidence, vector *out) {
  *out = (vector){.y = sl_problem_find(evidence->problem, "y"),
                  .got = sl_evidence_answer(evidence, "y"),
                  .alpha = factor(evidence->problem, "alpha"),
                  .beta = factor(evidence->problem, "beta")};
  return out->y && out->y->expected && out->got && evidence->seen.num_findings == 0;
}

/* Like take_vector. It also requires an element with a bound for each row, and that the products
 * are those of the case's own values. */
static bool take_sums(const sl_evidence *evidence, vector *out) {
  return !evidence->problem->values && take_vector(evidence, out) && out->y->bound &&
         out->y->count == (size_t)evidence->given->matrix.num_rows;
}

/* Returns the sum of the row's products that the value `y` in the answer implies. */
static double sum_of_row(const vector *v, size_t row, double y) {
  double old = v->beta == 0 ? 0 : v->beta * sl_compare_initial_value(v->y, row);
  return (y - old) / v->alpha;
}

/* ---- whole sums ------------------------------------------------------------------------------ */

sl_judgement sl_effect_whole_sums(const sl_evidence *evidence) {
  static const double rounding = 1e-5; /* covers the rounding of float when the old y is added */
  vector v;
  if (evidence->given->exact || !take_vector(evidence, &v)) return SL_CONTRADICTS;
  bool any = v.y->count == 1;
  for (size_t row = 0; row < v.y->count; row++) {
    double sum = sum_of_row(&v, row, v.got[row]);
    if (!(fabs(sum - round(sum)) <= rounding * (1 + fabs(v.got[row])))) return SL_NEVER;
    any = any || round(sum) != 0;
  }
  return any ? SL_EXPLAINS : SL_NEUTRAL; /* if all sums are 0, there are other causes */
}

/* ---- rows of several threads ----------------------------------------------------------------- */

sl_judgement sl_effect_shared_rows(const sl_evidence *evidence) {
  return sl_finding_explains_only(evidence, LENS_RACE, "y");
}

static bool is_race_at_last_row(const sl_evidence *evidence, const sl_finding *f) {
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const sl_array *perm = sl_problem_find(evidence->problem, "perm");
  long long last = (long long)y->count - 1;
  if (perm && perm->count > 0) last = perm->ints[perm->count - 1];
  return f->kind == LENS_RACE && strcmp(f->array, "y") == 0 && !sl_finding_is_between_streams(f) &&
         f->index == last;
}

sl_judgement sl_effect_last_row_shared(const sl_evidence *evidence) {
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  if (!y) return SL_CONTRADICTS;
  if (y->count <= 1) return SL_NEUTRAL; /* a single row is also the first row */
  return sl_finding_explains_if(sl_findings_all(evidence, is_race_at_last_row));
}

/* ---- digits ---------------------------------------------------------------------------------- */

/* Whether the error of each element is less than a hundred-thousandth of the sum of absolute values
 * of its row's products. A missing product makes a larger error, unless the row is very long.
 */
static bool is_nearly_right(const vector *v, const sl_case *given) {
  static const double nearly = 1e-5;
  if (!v->y->bound || given->exact) return false;
  for (size_t row = 0; row < v->y->count; row++) {
    double bound = v->y->bound[row];
    double times = SL_BOUND_C * (sl_csr_row_length(&given->matrix, (int)row) + 2) *
                   sl_spmv_unit_roundoff(given->precision);
    if (!sl_within(v->got[row], v->y->expected[row], fmax(bound, nearly * bound / times)))
      return false;
  }
  return true;
}

sl_judgement sl_effect_digits_lost(const sl_evidence *evidence) {
  vector v;
  const sl_difference *d = evidence->difference;
  if (!take_vector(evidence, &v) || (d && d->wrong && d->wrong != v.y)) return SL_CONTRADICTS;
  return sl_finding_explains_if(is_nearly_right(&v, evidence->given));
}

/* ---- products of other rows ------------------------------------------------------------------ */

sl_judgement sl_effect_products_elsewhere(const sl_evidence *evidence) {
  vector v;
  double got = 0, expected = 0, bound = 0;
  if (!take_vector(evidence, &v)) return SL_CONTRADICTS;
  if (is_nearly_right(&v, evidence->given)) return SL_CONTRADICTS;
  for (size_t row = 0; row < v.y->count; row++) {
    got += v.got[row];
    expected += v.y->expected[row];
    bound += v.y->bound ? v.y->bound[row] : 0;
  }
  return sl_finding_explains_if(sl_within(got, expected, bound));
}

/* ---- products that are added again ----------------------------------------------------------- */

/* With more products in a row, or more repetitions, nearly any sum could be composed of them. In
 * exact cases the numbers are small integers, so a sum may fit by chance, but hardly in several
 * rows. */
enum { MAX_PRODUCTS = 4, MAX_TIMES = 3, ENOUGH_EXACT_ROWS = 4 };

/* Whether `sum` is the sum of the products [k, end), each taken from one to MAX_TIMES times. */
static bool are_added(const sl_case *given, int k, int end, double sum, double bound) {
  if (k == end) return sl_within(sum, 0, bound);
  for (int times = 1; times <= MAX_TIMES; times++) {
    if (are_added(given, k + 1, end, sum - times * sl_spmv_row_product(given, k), bound))
      return true;
  }
  return false;
}

sl_judgement sl_effect_added_again(const sl_evidence *evidence) {
  const sl_case *given = evidence->given;
  const int *row_ptr = given->matrix.row_ptr;
  vector v;
  int again = 0;
  if (!take_sums(evidence, &v)) return SL_CONTRADICTS;
  for (size_t row = 0; row < v.y->count; row++) {
    double bound = v.y->bound[row] * MAX_TIMES;
    int length = row_ptr[row + 1] - row_ptr[row];
    if (sl_within(v.got[row], v.y->expected[row], v.y->bound[row])) continue;
    if (length == 0) return SL_CONTRADICTS;
    if (length > MAX_PRODUCTS) continue;
    double sum = sum_of_row(&v, row, v.got[row]);
    if (!are_added(given, row_ptr[row], row_ptr[row + 1], sum, bound / fabs(v.alpha)))
      return SL_CONTRADICTS;
    again++;
  }
  return again >= (given->exact ? ENOUGH_EXACT_ROWS : 1) ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- contents of wrong rows ------------------------------------------------------------------ */

typedef bool effects_row_rule(const sl_evidence *evidence, const vector *v, int row);

static bool is_right(const vector *v, int row) {
  return sl_within(v->got[row], v->y->expected[row], v->y->bound[row]);
}

/* Like take_vector. It also requires an element with a bound for each row. */
static bool take_rows(const sl_evidence *evidence, vector *out) {
  return take_vector(evidence, out) && out->y->bound &&
         out->y->count == (size_t)evidence->given->matrix.num_rows;
}

/* Whether some rows are wrong, and `fits` is true for each wrong row. */
static sl_judgement explains_wrong_rows(const sl_evidence *evidence, effects_row_rule *fits) {
  vector v;
  int wrong = 0;
  if (!take_rows(evidence, &v)) return SL_CONTRADICTS;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    if (is_right(&v, row)) continue;
    if (!fits(evidence, &v, row)) return SL_CONTRADICTS;
    wrong++;
  }
  return sl_finding_explains_if(wrong > 0);
}

static bool has_lost_old(const sl_evidence *evidence, const vector *v, int row) {
  (void)evidence;
  double old = v->beta * sl_compare_initial_value(v->y, (size_t)row);
  return sl_within(v->got[row], v->y->expected[row] - old, v->y->bound[row]);
}

static bool is_cleared_empty_row(const sl_evidence *evidence, const vector *v, int row) {
  return sl_csr_row_length(&evidence->given->matrix, row) == 0 && has_lost_old(evidence, v, row);
}

static bool is_as_it_was(const sl_evidence *evidence, const vector *v, int row) {
  (void)evidence;
  return v->got[row] == sl_compare_initial_value(v->y, (size_t)row);
}

sl_judgement sl_effect_empty_rows_cleared(const sl_evidence *evidence) {
  return explains_wrong_rows(evidence, is_cleared_empty_row);
}

sl_judgement sl_effect_old_lost(const sl_evidence *evidence) {
  return explains_wrong_rows(evidence, has_lost_old);
}

sl_judgement sl_effect_rows_not_computed(const sl_evidence *evidence) {
  return explains_wrong_rows(evidence, is_as_it_was);
}

/* Returns product k with the task's own values, if it has any. */
static double product_of(const sl_evidence *evidence, int k) {
  const double *values = evidence->problem->values;
  const sl_case *given = evidence->given;
  return values ? values[k] * given->x[given->matrix.col_idx[k]] : sl_spmv_row_product(given, k);
}

/* Whether `sum` is 0, or the sum of some of the products [k, end). */
static bool is_sum_of_some(const sl_evidence *evidence, int k, int end, double sum, double bound) {
  if (sl_within(sum, 0, bound)) return true;
  if (k == end) return false;
  return is_sum_of_some(evidence, k + 1, end, sum, bound) ||
         is_sum_of_some(evidence, k + 1, end, sum - product_of(evidence, k), bound);
}

sl_judgement sl_effect_products_missing(const sl_evidence *evidence) {
  const int *row_ptr = evidence->given->matrix.row_ptr;
  vector v;
  int lack = 0;
  if (!take_rows(evidence, &v)) return SL_CONTRADICTS;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    const int *bounds = row_ptr + row;
    int length = bounds[1] - bounds[0];
    if (is_right(&v, row)) continue;
    if (length == 0) return SL_CONTRADICTS;
    if (length > MAX_PRODUCTS) continue;
    double sum = sum_of_row(&v, (size_t)row, v.got[row]);
    double bound = v.y->bound[row] / fabs(v.alpha);
    if (!is_sum_of_some(evidence, bounds[0], bounds[1], sum, bound)) {
      return SL_CONTRADICTS;
    }
    lack++;
  }
  return lack >= (evidence->given->exact ? ENOUGH_EXACT_ROWS : 1) ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- entries taken in pairs ------------------------------------------------------------------ */

/* Whether the row lacks its last entry, has it twice, or also has the first entry of the next row.
 */
static bool has_wrong_rest(const vector *v, const sl_case *given, int row) {
  int end = given->matrix.row_ptr[row + 1];
  double more = (v->got[row] - v->y->expected[row]) / v->alpha;
  double bound = 2 * v->y->bound[row] / fabs(v->alpha);
  if (end > 0 && sl_within(fabs(more), fabs(sl_spmv_row_product(given, end - 1)), bound))
    return true;
  return end < given->matrix.nnz && sl_within(more, sl_spmv_row_product(given, end), bound);
}

sl_judgement sl_effect_rest_by_end(const sl_evidence *evidence) {
  enum { ENOUGH_ROWS = 3 };
  const int *row_ptr = evidence->given->matrix.row_ptr;
  vector v;
  int wrong = 0, right = 0;
  /* the program crashes if it reads past the last row */
  if (evidence->fault_signal) return SL_NEUTRAL;
  if (!take_sums(evidence, &v)) return SL_CONTRADICTS;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    bool odd = row_ptr[row] % 2 == 1;
    if (sl_within(v.got[row], v.y->expected[row], v.y->bound[row])) {
      right += odd && row_ptr[row] < row_ptr[row + 1];
    } else if (odd && has_wrong_rest(&v, evidence->given, row)) {
      wrong++;
    } else {
      return SL_CONTRADICTS;
    }
  }
  return wrong >= ENOUGH_ROWS && right * ENOUGH_ROWS < wrong ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- bytes in the place of elements ---------------------------------------------------------- */

/* Returns the int that memset(…, number, …) produces: the last byte of the number, four times. */
static double of_bytes(double number) {
  uint32_t byte = (uint32_t)(int64_t)number & 0xff;
  return (double)(int32_t)(byte * 0x01010101U);
}

sl_judgement sl_effect_set_bytes(const sl_evidence *evidence) {
  const sl_problem *problem = evidence->problem;
  bool any = false;
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    const double *got = evidence->answers ? evidence->answers[i] : NULL;
    if (array->type != SL_INT || !array->expected || !got) continue;
    for (size_t j = 0; j < array->count; j++) {
      if (got[j] == array->expected[j]) continue;
      if (got[j] != of_bytes(array->expected[j])) return SL_CONTRADICTS;
      any = true;
    }
  }
  return sl_finding_explains_if(any && evidence->seen.num_findings == 0);
}

/* ---- rows without entries -------------------------------------------------------------------- */

sl_judgement sl_effect_empty_rows(const sl_csr *matrix, const double *got, const double *right,
                                  size_t count) {
  bool any = false;
  for (size_t k = 0; k < count; k++) {
    if (got[k] == right[k]) continue;
    if (!(got[k] >= 0 && got[k] < right[k])) return SL_CONTRADICTS;
    if (matrix->row_ptr[(int)got[k]] != matrix->row_ptr[(int)right[k]]) return SL_CONTRADICTS;
    any = true;
  }
  return sl_finding_explains_if(any);
}

sl_judgement sl_effect_empty_row_found(const sl_evidence *evidence) {
  const sl_array *rows = sl_problem_find(evidence->problem, "row_idx");
  const double *got = sl_evidence_answer(evidence, "row_idx");
  if (!rows || !got || !rows->expected || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  return sl_effect_empty_rows(&evidence->given->matrix, got, rows->expected, rows->count);
}

/* ---- empty matrices -------------------------------------------------------------------------- */

static bool is_left_as_it_was(const sl_difference *d) {
  return d && d->wrong && d->untouched == d->wrong_count;
}

sl_judgement sl_effect_empty_left_out(const sl_evidence *evidence) {
  const sl_difference *d = evidence->difference;
  bool nothing_else = evidence->seen.num_findings == 0 && !evidence->fault_signal &&
                      !evidence->cuda_error && !evidence->past_end;
  bool empty = !evidence->given->of_size && evidence->given->matrix.nnz == 0;
  return sl_finding_explains_if(nothing_else && empty && is_left_as_it_was(d) && !d->changed_input);
}

static bool has_initial_value(const sl_array *array, size_t i, double got) {
  double initial = sl_compare_initial_value(array, i);
  return got == initial || (isnan(got) && isnan(initial));
}

static bool has_initial_values(const sl_array *array, const double *got) {
  for (size_t i = 0; i < array->count; i++) {
    if (!has_initial_value(array, i, got[i])) return false;
  }
  return true;
}

sl_judgement sl_effect_nothing_stored(const sl_evidence *evidence) {
  const sl_difference *d = evidence->difference;
  const sl_lens_report *seen = &evidence->seen;
  if (!is_left_as_it_was(d) || d->wrong->place != SL_DEVICE) {
    return SL_CONTRADICTS;
  }
  const double *got = sl_evidence_answer(evidence, d->wrong->name);
  if (got && !has_initial_values(d->wrong, got)) return SL_CONTRADICTS;
  bool stored = sl_finding_counter_sum(seen, SL_ANY, LENS_STORE, d->wrong->name).requests > 0 ||
                sl_finding_counter_sum(seen, SL_ANY, LENS_ATOMIC, d->wrong->name).requests > 0;
  return sl_finding_explains_if(seen->num_launches > 0 && seen->num_findings == 0 && !stored);
}

sl_judgement sl_effect_no_launch(const sl_evidence *evidence) {
  const sl_difference *d = evidence->difference;
  const sl_lens_report *seen = &evidence->seen;
  bool nothing_else = seen->num_findings == 0 && !evidence->fault_signal && !evidence->cuda_error;
  return sl_finding_explains_if(seen->num_launches == 0 && nothing_else && is_left_as_it_was(d) &&
                                d->wrong->place == SL_DEVICE);
}

/* ---- rows that were not reached -------------------------------------------------------------- */

static size_t row_at(const int *rows, size_t i) {
  return rows ? (size_t)rows[i] : i;
}

bool sl_effect_rows_cut(const sl_array *y, const double *got, const int *rows, size_t count,
                        sl_range *reached_out) {
  size_t most = 0;
  while (most < count) {
    size_t row = row_at(rows, most);
    if (!y->expected || !sl_within(got[row], y->expected[row], y->bound ? y->bound[row] : 0)) break;
    most++;
  }
  if (most == count) return false;
  for (size_t i = most; i < count; i++) {
    size_t row = row_at(rows, i);
    if (!has_initial_value(y, row, got[row])) return false;
  }
  size_t least = most;
  for (; least > 0; least--) {
    size_t row = row_at(rows, least - 1);
    if (got[row] != sl_compare_initial_value(y, row)) break;
  }
  *reached_out = (sl_range){(uint32_t)least, (uint32_t)most};
  return true;
}

bool sl_effect_fills_warps(const sl_range *reached) {
  return reached->last >= WARP && reached->last / WARP * WARP >= reached->first;
}

static unsigned long long count_threads(const sl_lens_report *seen) {
  unsigned long long count = 0;
  for (size_t i = 0; i < seen->num_launches; i++) {
    const sl_launch *it = &seen->launches[i];
    if (it->error) continue;
    count += sl_finding_grid_blocks(it) * sl_finding_block_threads(it);
  }
  return count;
}

sl_judgement sl_effect_too_few_threads(const sl_evidence *evidence) {
  vector v;
  sl_range reached;
  if (!take_vector(evidence, &v)) return SL_CONTRADICTS;
  if (!sl_effect_rows_cut(v.y, v.got, NULL, v.y->count, &reached)) return SL_CONTRADICTS;
  const sl_array *width = sl_problem_find(evidence->problem, "vector_width");
  unsigned threads_a_row = width ? (unsigned)width->ints[0] : 1;
  unsigned long long rows = count_threads(&evidence->seen) / threads_a_row;
  return sl_finding_explains_if(rows > 0 && rows >= reached.first && rows <= reached.last);
}
