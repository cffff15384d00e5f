/* models.h: what students get wrong in the kernels of lab 03, as models. Included by lab.c alone.
 */
#ifndef LAB_03_MODELS_H
#define LAB_03_MODELS_H

#include "base/memory.h"
#include "judge/findings.h"
#include "judge/spmv.h"
#include "lens/lens.h"

#include <math.h>
#include <string.h>

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

/* ---- entries in COO, in the order in which the student gets them ----------------------------- */

typedef struct given_entries {
  const sl_case *given;
  int count;
  const int *row_idx, *col_idx;
  const double *values;
} given_entries;

/* All of them in the task kernel, in the task hyb those of the COO part. */
static given_entries entries_of(const sl_evidence *evidence) {
  const sl_problem *problem = evidence->problem;
  bool hyb = sl_problem_find(problem, "coo_row_idx") != NULL;
  const sl_array *rows = sl_problem_find(problem, hyb ? "coo_row_idx" : "row_idx");
  return (given_entries){.given = evidence->given,
                         .count = (int)rows->count,
                         .row_idx = rows->ints,
                         .col_idx = sl_problem_find(problem, hyb ? "coo_col_idx" : "col_idx")->ints,
                         .values = sl_problem_find(problem, hyb ? "coo_values" : "values")->reals};
}

static double product_of(const given_entries *all, int k) {
  return all->values[k] * all->given->x[all->col_idx[k]];
}

/* What entry `k` adds, and where, when it goes astray. NaN where that cannot be foretold. */
typedef struct stray {
  int row;
  double product;
  int times;
} stray;

typedef stray stray_rule(const given_entries *all, int k);

/* What an element of y has got, some of which does not belong there. */
typedef struct strays {
  double terms, magnitude;
} strays;

static void take(double product, int times, double *y, strays *got) {
  *y += times * product;
  got->terms += times;
  got->magnitude += times * fabs(product);
}

/* The bound of an element is that of its own terms. Where those that came instead may round more
 * than it allows, the element is not foretold. */
static bool is_too_rough(const sl_evidence *evidence, int row, strays got) {
  const sl_case *given = evidence->given;
  double rounding = (got.terms + 2) * sl_precision_unit_roundoff(given->precision);
  double bound = sl_problem_find(evidence->problem, "y")->bound[row];
  bool fits = rounding * (fabs(given->y[row]) + got.magnitude) <= bound; /* false for NaN */
  return got.terms > 0 && !given->exact && !fits;
}

/* Behind y's redzone other arrays begin. What lands there may change anything. */
static bool lands_elsewhere(const sl_case *given, int row) {
  return row >= given->matrix.num_rows + (int)(SL_WIRE_REDZONE / sizeof(double));
}

/* y ← y + the ELL part, where there is one, + what the rule says of each entry in COO. */
static void predict_strays(const sl_evidence *evidence, stray_rule *rule, double *const *answers) {
  given_entries all = entries_of(evidence);
  int rows = all.given->matrix.num_rows;
  double *y = sl_predicted(evidence, answers, "y");
  strays *got = NULL;
  bool known = sl_alloc((size_t)rows, sizeof *got, "stray terms", &got) == SL_OK;
  for (int row = 0; row < rows && known; row++) {
    cut_row part = cut(evidence, row);
    for (int k = part.begin; k < part.middle; k++) {
      take(sl_row_product(all.given, k), 1, &y[row], &got[row]);
    }
  }
  for (int k = 0; k < all.count && known; k++) {
    stray it = rule(&all, k);
    known = !lands_elsewhere(all.given, it.row);
    if (it.row < rows) take(it.product, it.times, &y[it.row], &got[it.row]);
  }
  for (int row = 0; row < rows; row++) {
    if (!known || is_too_rough(evidence, row, got[row])) y[row] = (double)NAN;
  }
  sl_free(got);
}

static stray row_is_entry(const given_entries *all, int k) {
  return (stray){.row = k, .product = product_of(all, k), .times = 1};
}

static stray swapped(const given_entries *all, int k) {
  bool exists = all->row_idx[k] < all->given->matrix.num_cols;
  double x_k = exists ? all->given->x[all->row_idx[k]] : (double)NAN;
  return (stray){.row = all->col_idx[k], .product = all->values[k] * x_k, .times = 1};
}

enum { THREADS = 256 }; /* in a block of drive.cu */

/* Each block adds the entries of the first. */
static stray block_forgotten(const given_entries *all, int k) {
  int blocks = all->given->matrix.nnz / THREADS + 1;
  return (stray){
      .row = all->row_idx[k], .product = product_of(all, k), .times = k < THREADS ? blocks : 0};
}

#define PREDICTS_STRAYS(rule)                                                                      \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    predict_strays(evidence, rule, answers);                                                       \
  }
PREDICTS_STRAYS(row_is_entry)
PREDICTS_STRAYS(swapped)
PREDICTS_STRAYS(block_forgotten)

static void predict_last_entry_missed(const sl_evidence *evidence, double *const *answers) {
  given_entries all = entries_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int k = 0; k + 1 < all.given->matrix.nnz; k++) y[all.row_idx[k]] += product_of(&all, k);
}

static long long entry_of(const sl_finding *f) {
  return sl_finding_thread(f, THREADS);
}

/* A write outside, by a thread whose entry has a number that no row has: at just that element of y,
 * or so far behind it that the lens knows of no array there. */
static bool is_of_row_by_entry(const sl_evidence *evidence, const sl_finding *f) {
  const sl_csr *a = &evidence->given->matrix;
  bool in_y = strcmp(f->array, "y") == 0 && f->index == entry_of(f);
  bool mine = entry_of(f) >= a->num_rows && entry_of(f) < a->nnz;
  return mine && f->kind == LENS_OUT_OF_BOUNDS_WRITE && (in_y || !f->array[0]);
}

static sl_judgement explains_row_is_entry(const sl_evidence *evidence) {
  return sl_judge_findings(evidence, is_of_row_by_entry);
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

static bool is_beyond_entries(const sl_evidence *evidence, const sl_finding *f) {
  return entry_of(f) >= evidence->given->matrix.nnz;
}

static bool is_one_beyond_entries(const sl_evidence *evidence, const sl_finding *f) {
  return entry_of(f) == evidence->given->matrix.nnz && f->count <= 1;
}

/* All that was found was done by threads beyond the last entry. */
static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  if (evidence->num_findings > 0) return sl_judge_findings(evidence, is_beyond_entries);
  return traces_of_strangers(evidence) > 0 ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* By the first of them alone. */
static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  if (evidence->num_findings > 0) return sl_judge_findings(evidence, is_one_beyond_entries);
  bool one = traces_of_strangers(evidence) == 1 && evidence->past_end <= 2; /* words of 4 bytes */
  return one ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- sums of a row's entries ----------------------------------------------------------------- */

static double sum_of_entries(const sl_evidence *evidence, int from, int to) {
  double sum = 0;
  for (int k = from; k < to; k++) sum += sl_row_product(evidence->given, k);
  return sum;
}

static bool is_close(const sl_evidence *evidence, int row, double got, double wanted) {
  return sl_within(got, wanted, sl_problem_find(evidence->problem, "y")->bound[row]);
}

static bool only_races(const sl_evidence *evidence) {
  return sl_found_only(evidence, LENS_RACE, NULL);
}

/* ---- the COO kernel: y overwritten, updates lost --------------------------------------------- */

/* Each row with entries holds the product of one of them, and what y held before is gone. Empty
 * rows are as they were. */
static sl_judgement explains_overwritten_by_entry(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  if (!y || !only_races(evidence)) return SL_CONTRADICTS;
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

/* Without an ELL part nothing is overwritten. */
static void predict_ell_overwrites(const sl_evidence *evidence, double *const *answers) {
  predict_parts(evidence, answers, width_of(evidence) == 0, 1, 1);
}

/* Rows with entries in the COO part hold the product of one of them, the others are right. */
static sl_judgement explains_coo_overwrites(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  const double *expected = sl_problem_find(evidence->problem, "y")->expected;
  if (!y || !only_races(evidence)) return SL_CONTRADICTS;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    cut_row part = cut(evidence, row);
    bool found = part.middle == part.end && is_close(evidence, row, y[row], expected[row]);
    for (int k = part.middle; k < part.end && !found; k++) {
      found = is_close(evidence, row, y[row], sl_row_product(evidence->given, k));
    }
    if (!found) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

/* A read in front of an array: x[-1]. */
static bool is_in_front(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && f->index < 0;
}

/* In front of x there is NaN on a GPU: it has come into every row with padding, and no other. */
static sl_judgement explains_padding_not_skipped(const sl_evidence *evidence) {
  const double *y = sl_evidence_answer(evidence, "y");
  if (evidence->num_findings > 0) return sl_judge_findings(evidence, is_in_front);
  bool spoilt = false;
  for (int row = 0; y && row < evidence->given->matrix.num_rows; row++) {
    bool padded = sl_csr_row_length(&evidence->given->matrix, row) < width_of(evidence);
    if (padded != (bool)isnan(y[row])) return SL_CONTRADICTS;
    spoilt = spoilt || padded;
  }
  return spoilt ? SL_EXPLAINS : SL_CONTRADICTS;
}

static int coo_nnz(const sl_evidence *evidence) {
  return sl_problem_find(evidence->problem, "coo_nnz")->ints[0];
}

/* The thread of a row or an entry, as far as the array tells which, in a block of any size. */
static bool has_work(const sl_evidence *evidence, const sl_finding *f) {
  long long rows = evidence->given->matrix.num_rows, entries = coo_nnz(evidence);
  long long slots = rows * width_of(evidence);
  bool in_ell = f->length == slots && slots != entries;
  return f->block[0] == 0 && f->thread[0] < (in_ell || rows < entries ? rows : entries);
}

static bool is_stranger_past_end(const sl_evidence *evidence, const sl_finding *f) {
  return sl_is_out_of_bounds(f) && f->index >= f->length && !has_work(evidence, f);
}

/* Steps behind the end of arrays, whatever the student has called them; on a GPU their traces. */
static sl_judgement explains_strangers(const sl_evidence *evidence) {
  if (evidence->num_findings > 0) return sl_judge_findings(evidence, is_stranger_past_end);
  return traces_of_strangers(evidence) > 0 ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* CUDA would not launch a kernel, and nothing else was found. */
static bool refused(const sl_evidence *evidence) {
  bool launches_alone = sl_found_only(evidence, LENS_BAD_LAUNCH, NULL);
  return launches_alone && !evidence->answers && sl_grid_refused(evidence);
}

static sl_judgement explains_empty_grid(const sl_evidence *evidence) {
  bool empty =
      evidence->given->matrix.num_rows == 0 || width_of(evidence) == 0 || coo_nnz(evidence) == 0;
  return empty && refused(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

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
static bool fits_short_grid(const sl_evidence *evidence, int block) {
  int rows = evidence->given->matrix.num_rows, entries = coo_nnz(evidence);
  int short_rows = rows - rows % block, short_entries = entries - entries % block;
  return reached(evidence, short_rows, entries) || reached(evidence, rows, short_entries) ||
         reached(evidence, short_rows, short_entries);
}

/* The COO kernel has as many threads as there are rows. */
static bool fits_grid_of_rows(const sl_evidence *evidence, int block) {
  int rows = evidence->given->matrix.num_rows;
  return reached(evidence, rows, (rows + block - 1) / block * block);
}

/* Nobody knows how many threads the student's blocks have. */
typedef bool grid_model(const sl_evidence *evidence, int block);

static bool fits_some_block(const sl_evidence *evidence, grid_model *fits) {
  if (!evidence->answers || evidence->num_findings > 0) return false;
  for (int block = SL_MIN_BLOCK; block <= SL_MAX_BLOCK; block *= 2) {
    if (fits(evidence, block)) return true;
  }
  return false;
}

/* Where a grid for the rows would have reached as far, this one is left open: a short grid shows in
 * other cases too. */
static sl_judgement explains_grid_too_short(const sl_evidence *evidence) {
  int rows = evidence->given->matrix.num_rows, entries = coo_nnz(evidence);
  bool small = rows < SL_MAX_BLOCK || entries < SL_MAX_BLOCK;
  if (refused(evidence)) return small ? SL_EXPLAINS : SL_CONTRADICTS;
  if (!fits_some_block(evidence, fits_short_grid)) return SL_CONTRADICTS;
  return fits_some_block(evidence, fits_grid_of_rows) ? SL_NEUTRAL : SL_EXPLAINS;
}

static sl_judgement explains_grid_of_rows(const sl_evidence *evidence) {
  return fits_some_block(evidence, fits_grid_of_rows) ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
