/* models.h: what students get wrong in lab 03, as models. Included by lab.c alone. */
#ifndef LAB_03_MODELS_H
#define LAB_03_MODELS_H

#include "judge/spmv.h"
#include "lens/lens.h"
#include "matrix/ell.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Bytes of entries in COO. */
static double coo_bytes(double entries, sl_precision precision) {
  return entries * ((double)sl_precision_bytes(precision) + 2 * sizeof(int));
}

/* ---- coo ------------------------------------------------------------------------------------- */

static const double poison = (int32_t)SL_WIRE_POISON; /* an answer of integers before the call */

/* The right answer, for a model to spoil. */
static double *right_rows(const sl_evidence *evidence, double *const *answers) {
  const sl_array *right = sl_problem_find(evidence->problem, "row_idx");
  double *row_idx = sl_predicted(evidence, answers, "row_idx");
  if (right->count) memcpy(row_idx, right->expected, right->count * sizeof *row_idx);
  return row_idx;
}

static void predict_next_row(const sl_evidence *evidence, double *const *answers) {
  double *row_idx = right_rows(evidence, answers);
  for (int k = 0; k < evidence->given->matrix.nnz; k++) row_idx[k] += 1;
}

/* A loop over entries that goes on to the next row at most once an entry. `late`: when an entry is
 * at or behind the row's end, else at the very end only. */
static void step_through(const sl_csr *a, bool late, double *row_idx) {
  for (int k = 0, row = 0; k < a->nnz; k++) {
    int end = a->row_ptr[row + 1];
    row += row + 1 < a->num_rows && (late ? k >= end : k == end);
    row_idx[k] = row;
  }
}

static void predict_one_step(const sl_evidence *evidence, double *const *answers) {
  step_through(&evidence->given->matrix, true, sl_predicted(evidence, answers, "row_idx"));
}

static void predict_one_step_at_the_end(const sl_evidence *evidence, double *const *answers) {
  step_through(&evidence->given->matrix, false, sl_predicted(evidence, answers, "row_idx"));
}

static void predict_first_entries(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = right_rows(evidence, answers);
  for (int row = 0; row < a->num_rows; row++) {
    for (int k = a->row_ptr[row] + 1; k < a->row_ptr[row + 1]; k++) row_idx[k] = poison;
  }
}

static void predict_all_but_last_entries(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = right_rows(evidence, answers);
  for (int row = 0; row < a->num_rows; row++) {
    if (sl_csr_row_length(a, row) > 0) row_idx[a->row_ptr[row + 1] - 1] = poison;
  }
}

static void predict_all_but_last_row(const sl_evidence *evidence, double *const *answers) {
  const sl_csr *a = &evidence->given->matrix;
  double *row_idx = right_rows(evidence, answers);
  if (a->num_rows == 0) return;
  for (int k = a->row_ptr[a->num_rows - 1]; k < a->nnz; k++) row_idx[k] = poison;
}

/* A crash at the element behind the last. */
static bool crashed_behind_the_end(const sl_evidence *evidence) {
  const char *array = evidence->fault_array ? evidence->fault_array : "";
  return strcmp(array, "row_idx") == 0 && evidence->fault_index == evidence->given->matrix.nnz;
}

static sl_judgement explains_one_entry_too_many(const sl_evidence *evidence) {
  return crashed_behind_the_end(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* An empty last row has its first entry behind the end. */
static sl_judgement explains_first_entries(const sl_evidence *evidence) {
  const sl_csr *a = &evidence->given->matrix;
  if (evidence->answers) return SL_NEUTRAL;
  bool empty = a->num_rows > 0 && sl_csr_row_length(a, a->num_rows - 1) == 0;
  return empty && crashed_behind_the_end(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- width ----------------------------------------------------------------------------------- */

static int rows_that_fill(const sl_csr *a, int width) {
  int rows = 0;
  for (int row = 0; row < a->num_rows; row++) rows += sl_csr_row_length(a, row) >= width;
  return rows;
}

static int rows_as_long_as(const sl_csr *a, int length) {
  return rows_that_fill(a, length) - rows_that_fill(a, length + 1);
}

static int right_width(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_that_fill(a, width) < a->num_rows) width--;
  return width;
}

/* Entries beyond the first `width` of their rows. */
static double entries_beyond(const sl_csr *a, int width) {
  double rest = 0;
  for (int row = 0; row < a->num_rows; row++) {
    int length = sl_csr_row_length(a, row);
    rest += length > width ? length - width : 0;
  }
  return rest;
}

static int width_of_two_thirds(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_that_fill(a, width) < 2LL * a->num_rows) width--;
  return width;
}

static int width_of_half(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 2LL * rows_that_fill(a, width) < a->num_rows) width--;
  return width;
}

static int width_of_third_rounded_down(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && rows_that_fill(a, width) < a->num_rows / 3) width--;
  return width;
}

/* A third of the rows are of this very length. */
static int width_of_one_length(const sl_csr *a) {
  int width = sl_csr_longest_row(a);
  while (width > 0 && 3LL * rows_as_long_as(a, width) < a->num_rows) width--;
  return width;
}

static int width_of_mean(const sl_csr *a) {
  return a->num_rows ? a->nnz / a->num_rows : 0;
}

static int width_one_too_large(const sl_csr *a) {
  return a->num_rows ? right_width(a) + 1 : 0;
}

#define PREDICTS_WIDTH(rule)                                                                       \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    *sl_predicted(evidence, answers, "hyb_width") = rule(&evidence->given->matrix);                \
  }
PREDICTS_WIDTH(sl_csr_longest_row)
PREDICTS_WIDTH(width_of_mean)
PREDICTS_WIDTH(width_of_two_thirds)
PREDICTS_WIDTH(width_of_half)
PREDICTS_WIDTH(width_of_third_rounded_down)
PREDICTS_WIDTH(width_of_one_length)
PREDICTS_WIDTH(width_one_too_large)

/* ---- kernel: the entries in the order in which the student gets them ------------------------- */

typedef struct given_entries {
  const sl_case *given;
  const int *row_idx, *col_idx;
  const double *values;
} given_entries;

static given_entries entries_of(const sl_evidence *evidence) {
  const sl_problem *problem = evidence->problem;
  return (given_entries){.given = evidence->given,
                         .row_idx = sl_problem_find(problem, "row_idx")->ints,
                         .col_idx = sl_problem_find(problem, "col_idx")->ints,
                         .values = sl_problem_find(problem, "values")->reals};
}

/* Adds to an element of y what does not belong there. Its bound is that of other terms, so only
 * whole numbers can be foretold. */
static void add_stray(const sl_case *given, double *y, int row, double product) {
  if (row < given->matrix.num_rows) y[row] += given->exact ? product : (double)NAN;
}

static double product_of(const given_entries *all, int k) {
  return all->values[k] * all->given->x[all->col_idx[k]];
}

static void predict_row_is_entry(const sl_evidence *evidence, double *const *answers) {
  given_entries all = entries_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int k = 0; k < all.given->matrix.nnz; k++) add_stray(all.given, y, k, product_of(&all, k));
}

static void predict_swapped(const sl_evidence *evidence, double *const *answers) {
  given_entries all = entries_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int k = 0; k < all.given->matrix.nnz; k++) {
    bool exists = all.row_idx[k] < all.given->matrix.num_cols;
    double x_k = exists ? all.given->x[all.row_idx[k]] : (double)NAN;
    add_stray(all.given, y, all.col_idx[k], all.values[k] * x_k);
  }
}

enum { THREADS = 256 }; /* in a block of drive.cu */

/* Each block adds the entries of the first. */
static void predict_block_forgotten(const sl_evidence *evidence, double *const *answers) {
  given_entries all = entries_of(evidence);
  int nnz = all.given->matrix.nnz, blocks = nnz / THREADS + 1;
  double *y = sl_predicted(evidence, answers, "y");
  for (int k = 0; k < nnz && k < THREADS; k++) {
    if (blocks == 1) {
      y[all.row_idx[k]] += product_of(&all, k);
    } else {
      add_stray(all.given, y, all.row_idx[k], blocks * product_of(&all, k));
    }
  }
}

static void predict_last_entry_missed(const sl_evidence *evidence, double *const *answers) {
  given_entries all = entries_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int k = 0; k + 1 < all.given->matrix.nnz; k++) y[all.row_idx[k]] += product_of(&all, k);
}

static long long entry_of(const sl_finding *f) {
  return (long long)f->block[0] * THREADS + f->thread[0];
}

/* Writes outside, by threads whose entry has a number that no row has: at just that element of y,
 * or so far behind it that the lens knows of no array there. */
static sl_judgement explains_row_is_entry(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    const sl_finding *f = &evidence->findings[i];
    bool in_y = strcmp(f->array, "y") == 0 && f->index == entry_of(f);
    bool mine = entry_of(f) >= evidence->given->matrix.num_rows &&
                entry_of(f) < evidence->given->matrix.nnz;
    bool outside = f->kind == LENS_OUT_OF_BOUNDS_WRITE && (in_y || !f->array[0]);
    if (!mine || !outside) return SL_CONTRADICTS;
  }
  return evidence->num_findings > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* What threads beyond the last entry leave on a GPU: NaN in y, where the redzones lead them, or
 * something behind y. */
static int traces_of_strangers(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  int traces = evidence->past_end > 0;
  for (int row = 0; y && row < evidence->given->matrix.num_rows; row++) {
    traces += (bool)isnan(y[row]);
  }
  return traces;
}

/* All that was found was done by threads beyond the last entry. `one`: by the first of them alone.
 */
static bool beyond_entries(const sl_evidence *evidence, bool one) {
  int nnz = evidence->given->matrix.nnz;
  for (size_t i = 0; i < evidence->num_findings; i++) {
    const sl_finding *f = &evidence->findings[i];
    if (entry_of(f) < nnz) return false;
    if (one && (entry_of(f) > nnz || f->count > 1)) return false;
  }
  if (evidence->num_findings > 0) return true;
  int traces = traces_of_strangers(evidence);
  return one ? traces == 1 && evidence->past_end <= 2 : traces > 0; /* words of 4 bytes */
}

static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  return beyond_entries(evidence, false) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  return beyond_entries(evidence, true) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- a row cut at a width; in the task kernel at 0 ------------------------------------------- */

typedef struct cut_row {
  int begin, middle, end; /* entries: the first of the row, the first in COO, behind the last */
} cut_row;

static int width_of(const sl_evidence *evidence) {
  const sl_array *width = sl_problem_find(evidence->problem, "width");
  return width ? width->ints[0] : 0;
}

static cut_row cut(const sl_evidence *evidence, int row) {
  const sl_csr *a = &evidence->given->matrix;
  int begin = a->row_ptr[row], end = a->row_ptr[row + 1], width = width_of(evidence);
  return (cut_row){begin, end - begin > width ? begin + width : end, end};
}

static double sum_of_entries(const sl_evidence *evidence, int from, int to) {
  double sum = 0;
  for (int k = from; k < to; k++) sum += sl_row_product(evidence->given, k);
  return sum;
}

static bool is_close(const sl_evidence *evidence, int row, double got, double wanted) {
  return sl_within(got, wanted, sl_problem_find(evidence->problem, "y")->bound[row]);
}

static bool only_races(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    if (evidence->findings[i].kind != LENS_RACE) return false;
  }
  return evidence->num_findings > 0;
}

/* ---- the COO kernel: y overwritten, updates lost --------------------------------------------- */

/* Each row with entries holds the product of one of them, and what y held before is gone. Empty
 * rows are as they were. */
static sl_judgement explains_overwritten_by_entry(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  if (!y || (evidence->num_findings > 0 && !only_races(evidence))) return SL_CONTRADICTS;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    cut_row part = cut(evidence, row);
    bool found = part.begin == part.end && y[row] == evidence->given->y[row];
    for (int k = part.begin; k < part.end && !found; k++) {
      found = is_close(evidence, row, y[row], sl_row_product(evidence->given, k));
    }
    if (!found) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

enum { MAX_SUBSETS = 1 << 10 };

/* Whether y holds some of the row's products of the COO part, not none of them. */
static bool holds_a_subset(const sl_evidence *evidence, int row, cut_row part, double got) {
  double before = evidence->given->y[row] + sum_of_entries(evidence, part.begin, part.middle);
  for (int subset = 1; subset < 1 << (part.end - part.middle); subset++) {
    double sum = before;
    for (int k = part.middle; k < part.end; k++) {
      if (subset >> (k - part.middle) & 1) sum += sl_row_product(evidence->given, k);
    }
    if (is_close(evidence, row, got, sum)) return true;
  }
  return false;
}

/* The lens sees the race. A GPU shows its outcome: rows with several entries have lost some of
 * them. Long rows are not looked at: they have too many subsets. */
static sl_judgement explains_no_atomic(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  if (evidence->num_findings > 0) return only_races(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
  if (!y) return SL_CONTRADICTS;
  const double *expected = sl_problem_find(evidence->problem, "y")->expected;
  bool lost = false;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    cut_row part = cut(evidence, row);
    if (is_close(evidence, row, y[row], expected[row])) continue;
    if (isnan(y[row]) || part.end - part.middle < 2) return SL_CONTRADICTS;
    if (1LL << (part.end - part.middle < 31 ? part.end - part.middle : 31) > MAX_SUBSETS) continue;
    if (!holds_a_subset(evidence, row, part, y[row])) return SL_CONTRADICTS;
    lost = true;
  }
  return lost ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- hyb ------------------------------------------------------------------------------------- */

/* y ← keep · y + ell · (ELL part) + coo · (COO part) */
static void predict_parts(const sl_evidence *evidence, double *const *answers, int keep, int ell,
                          int coo) {
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    cut_row part = cut(evidence, row);
    double rest = sum_of_entries(evidence, part.middle, part.end);
    y[row] = keep * y[row] + ell * sum_of_entries(evidence, part.begin, part.middle) + coo * rest;
    /* The bound is that of fewer terms. In longer rows it has room enough. */
    bool tight = coo > 1 && part.middle < part.end && part.end - part.begin < 4;
    if (tight && !evidence->given->exact) y[row] = (double)NAN;
  }
}

#define PREDICTS_PARTS(name, keep, ell, coo)                                                       \
  static void predict_##name(const sl_evidence *evidence, double *const *answers) {                \
    predict_parts(evidence, answers, keep, ell, coo);                                              \
  }
PREDICTS_PARTS(hyb_overwritten, 0, 1, 1)
PREDICTS_PARTS(ell_alone, 0, 1, 0)
PREDICTS_PARTS(coo_forgotten, 1, 1, 0)
PREDICTS_PARTS(ell_forgotten, 1, 0, 1)
PREDICTS_PARTS(coo_twice, 1, 1, 2)

/* All that was found are reads in front of an array: x[-1]. */
static bool found_in_front(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    const sl_finding *f = &evidence->findings[i];
    if (f->kind != LENS_OUT_OF_BOUNDS_READ || f->index >= 0) return false;
  }
  return evidence->num_findings > 0;
}

/* In front of x there is NaN on a GPU: it has come into every row with padding, and no other. */
static sl_judgement explains_padding_not_skipped(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  if (evidence->num_findings > 0) return found_in_front(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
  bool spoilt = false;
  for (int row = 0; y && row < evidence->given->matrix.num_rows; row++) {
    bool padded = sl_csr_row_length(&evidence->given->matrix, row) < width_of(evidence);
    if (padded != (bool)isnan(y[row])) return SL_CONTRADICTS;
    spoilt = spoilt || padded;
  }
  return spoilt ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Steps behind the end of arrays, whatever the student has called them; on a GPU their traces. */
static sl_judgement explains_strangers(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    const sl_finding *f = &evidence->findings[i];
    bool outside = f->kind == LENS_OUT_OF_BOUNDS_READ || f->kind == LENS_OUT_OF_BOUNDS_WRITE;
    if (!outside || f->index < f->length) return SL_CONTRADICTS;
  }
  bool seen = evidence->num_findings > 0 || traces_of_strangers(evidence) > 0;
  return seen ? SL_EXPLAINS : SL_CONTRADICTS;
}

static int coo_nnz(const sl_evidence *evidence) {
  return sl_problem_find(evidence->problem, "coo_nnz")->ints[0];
}

/* CUDA would not launch a kernel, and nothing else was found. */
static bool refused(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->num_findings; i++) {
    if (evidence->findings[i].kind != LENS_BAD_LAUNCH) return false;
  }
  return !evidence->answers && evidence->cuda_error != 0;
}

static sl_judgement explains_empty_grid(const sl_evidence *evidence) {
  bool empty =
      evidence->given->matrix.num_rows == 0 || width_of(evidence) == 0 || coo_nnz(evidence) == 0;
  return empty && refused(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

enum { MIN_BLOCK = 32, MAX_BLOCK = 1024 };

/* Whether y holds the ELL part of the first `rows` rows, the first `entries` of the COO part, and
 * no more. */
static bool reached(const sl_evidence *evidence, int rows, int entries) {
  const double *y = sl_evidence_answer(evidence, "y");
  int number = 0; /* of the row's first entry in COO */
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    cut_row part = cut(evidence, row);
    int rest = part.end - part.middle, left = entries - number;
    int taken = left < 0 ? 0 : left < rest ? left : rest;
    double wanted = evidence->given->y[row];
    if (row < rows) wanted += sum_of_entries(evidence, part.begin, part.middle);
    wanted += sum_of_entries(evidence, part.middle, part.middle + taken);
    if (!is_close(evidence, row, y[row], wanted)) return false;
    number += rest;
  }
  return true;
}

/* Whole blocks are launched, and the rows or the entries of the last, partly filled one missed. */
static sl_judgement explains_grid_too_short(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows, entries = coo_nnz(evidence);
  if (refused(evidence))
    return rows < MAX_BLOCK || entries < MAX_BLOCK ? SL_EXPLAINS : SL_CONTRADICTS;
  if (!evidence->answers || evidence->num_findings > 0) return SL_CONTRADICTS;
  for (int block = MIN_BLOCK; block <= MAX_BLOCK; block *= 2) {
    int short_rows = rows - rows % block, short_entries = entries - entries % block;
    bool fits = reached(evidence, short_rows, entries) || reached(evidence, rows, short_entries) ||
                reached(evidence, short_rows, short_entries);
    if (fits) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

/* The COO kernel has as many threads as there are rows. */
static sl_judgement explains_grid_of_rows(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows;
  if (!evidence->answers || evidence->num_findings > 0) return SL_CONTRADICTS;
  for (int block = MIN_BLOCK; block <= MAX_BLOCK; block *= 2) {
    if (reached(evidence, rows, (rows + block - 1) / block * block)) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

#endif
