/* models.h: what the kernels of lab 04 leave behind when they are wrong, as models: what both
 * kernels have in common, and the one on jagged diagonals. Included by lab.c and sections.h alone.
 */
#ifndef LAB_04_MODELS_H
#define LAB_04_MODELS_H

#include "judge/findings.h"
#include "judge/spmv.h"
#include "lens/lens.h"

#include <math.h>
#include <string.h>

/* ---- sums that are foretold ------------------------------------------------------------------ */

/* The matrix as the kernel is given it. */
typedef struct stored {
  const sl_evidence *evidence;
  const sl_case *given;
  const int *perm, *col_idx;
  const double *values;
  const double *bound; /* of y, by row */
  int places;          /* elements of perm */
} stored;

static stored stored_of(const sl_evidence *evidence) {
  const sl_problem *problem = evidence->problem;
  const sl_array *perm = sl_problem_find(problem, "perm");
  return (stored){.evidence = evidence,
                  .given = evidence->given,
                  .perm = perm->ints,
                  .col_idx = sl_problem_find(problem, "col_idx")->ints,
                  .values = sl_problem_find(problem, "values")->reals,
                  .bound = sl_problem_find(problem, "y")->bound,
                  .places = (int)perm->count};
}

static const int *ints_of(const stored *from, const char *name) {
  return sl_problem_find(from->evidence->problem, name)->ints;
}

static int int_of(const stored *from, const char *name) {
  return *ints_of(from, name);
}

/* A sum of products that a wrong kernel adds to an element of y. */
typedef struct tally {
  double value, magnitude;
  int terms;
} tally;

static void add_term(tally *to, double term) {
  to->value += term;
  to->magnitude += fabs(term);
  to->terms++;
}

/* The product of entry `k` and its element of x; NaN for what lies behind the arrays. */
static void add_entry(const stored *from, long long k, tally *to) {
  bool inside = k < from->given->matrix.nnz;
  add_term(to, inside ? from->values[k] * from->given->x[from->col_idx[k]] : (double)NAN);
}

static void add_row(const stored *from, int row, tally *to) {
  const sl_csr *a = &from->given->matrix;
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
    add_term(to, sl_row_product(from->given, k));
  }
}

/* The sum, or NaN where it cannot be foretold as precisely as the judge compares element `row` of
 * y: rounding may not come to more than the bound of the right answer, which has other terms. */
static double foreseen(const stored *from, int row, const tally *of) {
  double rounding = (of->terms + 2) * sl_precision_unit_roundoff(from->given->precision);
  bool close = rounding * (fabs(from->given->y[row]) + of->magnitude) <= from->bound[row];
  return from->given->exact || close ? of->value : (double)NAN;
}

/* ---- findings -------------------------------------------------------------------------------- */

static bool is_past_end(const sl_finding *f) {
  return sl_is_out_of_bounds(f) && f->index >= f->length;
}

/* What is far past the end of an array the lens takes for a place in front of the next one, and
 * what is farther for one on the host. */
static bool is_far(const sl_finding *f) {
  bool nowhere = f->index < 0 || f->length < 0; /* not in an array that is known */
  return (f->kind == LENS_OUT_OF_BOUNDS_READ && nowhere) || f->kind == LENS_HOST_POINTER ||
         f->kind == LENS_USE_AFTER_FREE; /* of an array of an earlier case */
}

static bool is_of_entries(const sl_finding *f) {
  return strcmp(f->array, "col_idx") == 0 || strcmp(f->array, "values") == 0;
}

static bool is_past_entries(const sl_finding *f) {
  return is_of_entries(f) ? is_past_end(f) : is_far(f);
}

/* ---- what both kernels get wrong --------------------------------------------------------------
 */

/* y[place] gets the row that stands there. */
static void predict_y_by_place(const sl_evidence *evidence, double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int place = 0; place < from.places; place++) {
    tally of = {0};
    add_row(&from, from.perm[place], &of);
    y[place] += foreseen(&from, place, &of);
  }
}

/* On the lens, blocks that meet at y, where each place, and each row of a section, has a thread. */
static sl_judgement explains_block_forgotten(const sl_evidence *evidence) {
  return evidence->num_findings ? sl_explains_race_of_blocks(evidence, "y") : SL_NEUTRAL;
}

#endif
