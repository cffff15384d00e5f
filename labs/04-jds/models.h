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

enum { BLOCK = 256 }; /* threads a block in drive.cu */

/* The place of the thread that a finding names, in a launch of the judge's. */
static long long place_of(const sl_finding *f) {
  return sl_finding_thread(f, BLOCK);
}

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

/* ---- kernel: jagged diagonals ---------------------------------------------------------------- */

typedef void place_rule(const stored *from, int place, tally *to);

/* Each place's thread adds what the rule says to y[perm[place]]. */
static void predict_by_place(const sl_evidence *evidence, place_rule *rule,
                             double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int place = 0; place < from.places; place++) {
    tally of = {0};
    rule(&from, place, &of);
    y[from.perm[place]] += foreseen(&from, from.perm[place], &of);
  }
}

static void all_but_last_diagonal(const stored *from, int place, tally *to) {
  const int *diag_ptr = ints_of(from, "diag_ptr");
  for (int d = 0; d < int_of(from, "num_diags") - 1; d++) {
    if (place < diag_ptr[d + 1] - diag_ptr[d]) add_entry(from, diag_ptr[d] + place, to);
  }
}

static void all_but_first_diagonal(const stored *from, int place, tally *to) {
  const int *diag_ptr = ints_of(from, "diag_ptr");
  for (int d = 1; d < int_of(from, "num_diags"); d++) {
    if (place < diag_ptr[d + 1] - diag_ptr[d]) add_entry(from, diag_ptr[d] + place, to);
  }
}

static void strides_of_ell(const stored *from, int place, tally *to) {
  const int *diag_ptr = ints_of(from, "diag_ptr");
  for (int d = 0; d < int_of(from, "num_diags"); d++) {
    if (place >= diag_ptr[d + 1] - diag_ptr[d]) continue;
    add_entry(from, (long long)d * from->given->matrix.num_rows + place, to);
  }
}

static void x_by_permutation(const stored *from, int place, tally *to) {
  const sl_csr *a = &from->given->matrix;
  int row = from->perm[place];
  for (int k = a->row_ptr[row]; k < a->row_ptr[row + 1]; k++) {
    int col = a->col_idx[k] < a->num_rows ? from->perm[a->col_idx[k]] : a->num_cols;
    add_term(to, col < a->num_cols ? a->values[k] * from->given->x[col] : (double)NAN);
  }
}

#define PREDICTS(rule)                                                                             \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    predict_by_place(evidence, rule, answers);                                                     \
  }
PREDICTS(all_but_last_diagonal)
PREDICTS(all_but_first_diagonal)
PREDICTS(strides_of_ell)
PREDICTS(x_by_permutation)

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

/* perm is taken for the place of each row: y[row] gets what stands at place perm[row]. */
static void predict_perm_backwards(const sl_evidence *evidence, double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < from.places; row++) {
    tally of = {0};
    add_row(&from, from.perm[from.perm[row]], &of);
    y[row] += foreseen(&from, row, &of);
  }
}

/* The first block's places are taken by all blocks at once: what comes of that is not foretold. */
static void predict_block_forgotten(const sl_evidence *evidence, double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int place = 0; place < from.places && place < BLOCK; place++) {
    int row = from.perm[place];
    y[row] =
        from.places < BLOCK ? sl_problem_find(evidence->problem, "y")->expected[row] : (double)NAN;
  }
}

/* On the lens, blocks that meet at y, where each place, and each row of a section, has a thread. */
static sl_judgement explains_block_forgotten(const sl_evidence *evidence) {
  return evidence->num_findings ? sl_explains_race_of_blocks(evidence, "y") : SL_NEUTRAL;
}

static bool is_of_all_diagonals(const sl_evidence *evidence, const sl_finding *f) {
  stored from = stored_of(evidence);
  const int *diag_ptr = ints_of(&from, "diag_ptr");
  if (f->kind != LENS_OUT_OF_BOUNDS_READ && !is_far(f)) return false;
  if (place_of(f) >= from.places) return false;
  if (!is_of_entries(f) || is_far(f)) return true; /* so far behind, other arrays are near */
  for (int d = 0; d < int_of(&from, "num_diags"); d++) {
    if (diag_ptr[d] + place_of(f) == f->index) return true;
  }
  return false;
}

/* Where nobody saw it: each row that has ended takes something from behind the entries in the last
 * diagonal, and the rows that have not are right. */
static sl_judgement explains_all_diagonals(const sl_evidence *evidence) {
  sl_judgement by_findings = sl_judge_findings(evidence, is_of_all_diagonals);
  if (by_findings == SL_EXPLAINS && !is_of_entries(&evidence->findings[0])) return SL_CONTRADICTS;
  const sl_csr *a = &evidence->given->matrix;
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (by_findings != SL_NEUTRAL || !got) return by_findings;
  int longest = sl_csr_longest_row(a);
  bool seen = false;
  for (int row = 0; row < a->num_rows; row++) {
    bool ended = sl_csr_row_length(a, row) < longest;
    if (ended == sl_within(got[row], y->expected[row], y->bound[row])) return SL_CONTRADICTS;
    seen = seen || ended;
  }
  return seen ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_of_ell(const sl_evidence *evidence, const sl_finding *f) {
  int places = stored_of(evidence).places;
  if (!is_past_entries(f) || place_of(f) >= places) return false;
  return is_far(f) || (f->index - place_of(f)) % places == 0;
}

static sl_judgement explains_strides_of_ell(const sl_evidence *evidence) {
  return sl_judge_findings(evidence, is_of_ell);
}

static bool is_of_x_by_permutation(const sl_evidence *evidence, const sl_finding *f) {
  int places = stored_of(evidence).places;
  bool of_perm = strcmp(f->array, "perm") == 0 && f->index < evidence->given->matrix.num_cols;
  bool of_x = strcmp(f->array, "x") == 0 && f->index < places;
  return ((is_past_end(f) && (of_perm || of_x)) || is_far(f)) && place_of(f) < places;
}

static sl_judgement explains_x_by_permutation(const sl_evidence *evidence) {
  return sl_judge_findings(evidence, is_of_x_by_permutation);
}

static bool is_behind_diag_ptr(const sl_evidence *evidence, const sl_finding *f) {
  bool next = f->index == f->length && f->kind == LENS_OUT_OF_BOUNDS_READ;
  bool has_place = place_of(f) < stored_of(evidence).places;
  return next && strcmp(f->array, "diag_ptr") == 0 && has_place;
}

/* On a GPU what lies behind diag_ptr makes a diagonal of one entry, which is NaN. */
static bool spoils_first_place(const sl_evidence *evidence) {
  stored from = stored_of(evidence);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!got || from.places == 0 || !isnan(got[from.perm[0]])) return false;
  for (int place = 1; place < from.places; place++) {
    int row = from.perm[place];
    if (!sl_within(got[row], y->expected[row], from.bound[row])) return false;
  }
  return true;
}

static sl_judgement explains_one_diagonal_too_many(const sl_evidence *evidence) {
  sl_judgement by_findings = sl_judge_findings(evidence, is_behind_diag_ptr);
  if (by_findings != SL_NEUTRAL) return by_findings;
  return spoils_first_place(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_beyond_places(const sl_evidence *evidence, const sl_finding *f) {
  return place_of(f) >= stored_of(evidence).places;
}

static bool is_one_beyond_places(const sl_evidence *evidence, const sl_finding *f) {
  return place_of(f) == stored_of(evidence).places && f->count == 1;
}

/* A thread without a place has no diagonal: it adds 0, and leaves no trace that a GPU could show.
 */
static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  return sl_all_findings(evidence, is_beyond_places) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  return sl_all_findings(evidence, is_one_beyond_places) ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
