/* models.h: what students get wrong in the kernels of lab 04, as models. Included by lab.c alone.
 */
#ifndef LAB_04_MODELS_H
#define LAB_04_MODELS_H

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
  return (long long)f->block[0] * BLOCK + f->thread[0];
}

static bool is_past_end(const sl_finding *f) {
  bool outside = f->kind == LENS_OUT_OF_BOUNDS_READ || f->kind == LENS_OUT_OF_BOUNDS_WRITE;
  return outside && f->index >= f->length;
}

/* What is far past the end of an array the lens takes for a place in front of the next one, and
 * what is farther for one on the host. */
static bool is_far(const sl_finding *f) {
  return (f->kind == LENS_OUT_OF_BOUNDS_READ && f->index < 0) || f->kind == LENS_HOST_POINTER;
}

static bool is_past_entries(const sl_finding *f) {
  bool of_entries = strcmp(f->array, "col_idx") == 0 || strcmp(f->array, "values") == 0;
  return of_entries ? is_past_end(f) : is_far(f);
}

typedef bool finding_rule(const stored *from, const sl_finding *f);

/* EXPLAINS when the rule fits all findings, NEUTRAL when there are none. */
static sl_judgement explains_by(const sl_evidence *evidence, finding_rule *rule) {
  stored from = stored_of(evidence);
  for (size_t i = 0; i < evidence->num_findings; i++) {
    if (!rule(&from, &evidence->findings[i])) return SL_CONTRADICTS;
  }
  return evidence->num_findings ? SL_EXPLAINS : SL_NEUTRAL;
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

static bool is_of_all_diagonals(const stored *from, const sl_finding *f) {
  const int *diag_ptr = ints_of(from, "diag_ptr");
  if (!is_past_entries(f) || place_of(f) >= from->places) return false;
  if (is_far(f)) return true;
  for (int d = 0; d < int_of(from, "num_diags"); d++) {
    if (diag_ptr[d] + place_of(f) == f->index) return true;
  }
  return false;
}

/* Where nobody saw it: each row that has ended takes something from behind the entries in the last
 * diagonal, and the rows that have not are right. */
static sl_judgement explains_all_diagonals(const sl_evidence *evidence) {
  sl_judgement by_findings = explains_by(evidence, is_of_all_diagonals);
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

static bool is_of_ell(const stored *from, const sl_finding *f) {
  if (!is_past_entries(f) || place_of(f) >= from->places) return false;
  return is_far(f) || (f->index - place_of(f)) % from->places == 0;
}

static sl_judgement explains_strides_of_ell(const sl_evidence *evidence) {
  return explains_by(evidence, is_of_ell);
}

static bool is_of_x_by_permutation(const stored *from, const sl_finding *f) {
  bool of_perm = strcmp(f->array, "perm") == 0 && f->index < from->given->matrix.num_cols;
  bool of_x = strcmp(f->array, "x") == 0 && f->index < from->places;
  return ((is_past_end(f) && (of_perm || of_x)) || is_far(f)) && place_of(f) < from->places;
}

static sl_judgement explains_x_by_permutation(const sl_evidence *evidence) {
  return explains_by(evidence, is_of_x_by_permutation);
}

static bool is_behind_diag_ptr(const stored *from, const sl_finding *f) {
  bool next = f->index == f->length && f->kind == LENS_OUT_OF_BOUNDS_READ;
  return next && strcmp(f->array, "diag_ptr") == 0 && place_of(f) < from->places;
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
  sl_judgement by_findings = explains_by(evidence, is_behind_diag_ptr);
  if (by_findings != SL_NEUTRAL) return by_findings;
  return spoils_first_place(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_beyond_places(const stored *from, const sl_finding *f) {
  return place_of(f) >= from->places;
}

static bool is_one_beyond_places(const stored *from, const sl_finding *f) {
  return place_of(f) == from->places && f->count == 1;
}

/* A thread without a place has no diagonal: it adds 0, and leaves no trace that a GPU could show.
 */
static sl_judgement explains_no_bounds_check(const sl_evidence *evidence) {
  return explains_by(evidence, is_beyond_places) == SL_EXPLAINS ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  return explains_by(evidence, is_one_beyond_places) == SL_EXPLAINS ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- sections -------------------------------------------------------------------------------- */

/* One section as its launch sees it. */
typedef struct section {
  int first, rows; /* places */
  int begin, width;
} section;

static int count_sections(const stored *from) {
  return int_of(from, "num_sections");
}

static section section_at(const stored *from, int s) {
  const int *row = ints_of(from, "section_row"), *ptr = ints_of(from, "section_ptr");
  int rows = row[s + 1] - row[s];
  return (section){row[s], rows, ptr[s], (ptr[s + 1] - ptr[s]) / rows};
}

static bool has_empty_rows(const stored *from) {
  return from->places < from->given->matrix.num_rows;
}

typedef void section_rule(const stored *from, const section *of, int j, tally *to);

/* The thread of row j of each section adds what the rule says to its row of y. */
static void predict_by_section(const sl_evidence *evidence, section_rule *rule,
                               double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int s = 0; s < count_sections(&from); s++) {
    section of = section_at(&from, s);
    for (int j = 0; j < of.rows && of.width > 0; j++) {
      tally terms = {0};
      int row = from.perm[of.first + j];
      rule(&from, &of, j, &terms);
      y[row] += foreseen(&from, row, &terms);
    }
  }
}

static void of_width(const stored *from, const section *of, int width, int j, tally *to) {
  for (int i = 0; i < width; i++) add_entry(from, of->begin + (long long)i * of->rows + j, to);
}

static void whole_row(const stored *from, const section *of, int j, tally *to) {
  of_width(from, of, of->width, j, to);
}

static void first_entries_of_all(const stored *from, const section *of, int j, tally *to) {
  for (int i = 0; i < of->width; i++) add_entry(from, (long long)i * of->rows + j, to);
}

static void side_by_side(const stored *from, const section *of, int j, tally *to) {
  for (int i = 0; i < of->width; i++) add_entry(from, of->begin + j * of->width + i, to);
}

static void as_many_as_the_section(const stored *from, const section *of, int j, tally *to) {
  of_width(from, of, of->width * of->rows, j, to);
}

static void all_but_last_section(const stored *from, const section *of, int j, tally *to) {
  int end = section_at(from, count_sections(from) - 1).first;
  if (of->first < end) whole_row(from, of, j, to);
}

static void all_but_first_section(const stored *from, const section *of, int j, tally *to) {
  if (of->first > 0) whole_row(from, of, j, to);
}

#define PREDICTS_SECTION(rule)                                                                     \
  static void predict_##rule(const sl_evidence *evidence, double *const *answers) {                \
    predict_by_section(evidence, rule, answers);                                                   \
  }
PREDICTS_SECTION(first_entries_of_all)
PREDICTS_SECTION(side_by_side)
PREDICTS_SECTION(as_many_as_the_section)
PREDICTS_SECTION(all_but_last_section)
PREDICTS_SECTION(all_but_first_section)

/* Rows without entries are reached by nobody. */
static void predict_section_overwritten(const sl_evidence *evidence, double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int place = 0; place < from.places; place++) y[from.perm[place]] = 0;
  predict_by_section(evidence, whole_row, answers);
}

/* Row j of every section is added to one element of y. */
static void predict_shared_rows(const sl_evidence *evidence, bool through_perm,
                                double *const *answers) {
  stored from = stored_of(evidence);
  double *y = sl_predicted(evidence, answers, "y");
  for (int j = 0; j < from.places; j++) {
    tally of = {0};
    for (int s = 0; s < count_sections(&from); s++) {
      section one = section_at(&from, s);
      if (j < one.rows && one.width > 0) whole_row(&from, &one, j, &of);
    }
    int row = through_perm ? from.perm[j] : j;
    if (of.terms) y[row] += foreseen(&from, row, &of);
  }
}

static void predict_y_by_row_of_section(const sl_evidence *evidence, double *const *answers) {
  predict_shared_rows(evidence, false, answers);
}

static void predict_perm_not_advanced(const sl_evidence *evidence, double *const *answers) {
  predict_shared_rows(evidence, true, answers);
}

/* Nothing but the empty rows is wrong: there is a grid of no blocks, or threads look for rows that
 * perm does not have and add 0 to them. A GPU sees the first alone. */
static sl_judgement explains_empty_section(const sl_evidence *evidence) {
  stored from = stored_of(evidence);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!has_empty_rows(&from)) return SL_CONTRADICTS;
  for (size_t row = 0; got && row < y->count; row++) {
    if (!sl_within(got[row], y->expected[row], y->bound[row])) return SL_CONTRADICTS;
  }
  return evidence->num_findings || evidence->cuda_error ? SL_EXPLAINS : SL_CONTRADICTS;
}

enum { MIN_BLOCK = 32, MAX_BLOCK = 1024, INVALID_CONFIGURATION = 9 };

/* In each section whole blocks are reached and the rows behind them are left as they were; −1 when
 * something else is wrong. Otherwise the most rows that are missed in a section. */
static int most_rows_missed(const stored *from, const double *got) {
  const sl_array *y = sl_problem_find(from->evidence->problem, "y");
  int most = 0;
  for (int s = 0; s < count_sections(from); s++) {
    section of = section_at(from, s);
    int reached = 0;
    for (int j = 0; j < of.rows && of.width > 0; j++) {
      int row = from->perm[of.first + j];
      bool right = sl_within(got[row], y->expected[row], from->bound[row]);
      if (right && reached == j) reached++;
      if (!right && got[row] != from->given->y[row]) return -1;
    }
    if (of.width > 0 && of.rows - reached > most) most = of.rows - reached;
  }
  return most;
}

/* A section of fewer rows than a block has threads gets no block at all, which the runtime refuses;
 * of a larger one the rows in the last, partly filled block are missed. */
static sl_judgement explains_grid_too_short(const sl_evidence *evidence) {
  stored from = stored_of(evidence);
  const double *got = sl_evidence_answer(evidence, "y");
  if (from.places == 0) return SL_CONTRADICTS;
  for (size_t i = 0; i < evidence->num_findings; i++) {
    if (evidence->findings[i].kind != LENS_BAD_LAUNCH) return SL_CONTRADICTS;
  }
  if (evidence->cuda_error) {
    return evidence->cuda_error == INVALID_CONFIGURATION ? SL_EXPLAINS : SL_CONTRADICTS;
  }
  int missed = got ? most_rows_missed(&from, got) : 0;
  return missed > 0 && missed < MAX_BLOCK ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* As many turns as the section has entries run past the last entry of the matrix. */
static bool is_of_too_many_turns(const stored *from, const sl_finding *f) {
  int most = 0;
  for (int s = 0; s < count_sections(from); s++) {
    section of = section_at(from, s);
    if (of.rows > most && of.width > 0) most = of.rows;
  }
  bool has_a_row = f->block[0] > 0 || f->thread[0] < (unsigned)most;
  return is_past_entries(f) && has_a_row;
}

static sl_judgement explains_too_many_turns(const sl_evidence *evidence) {
  return explains_by(evidence, is_of_too_many_turns);
}

/* The thread of row j of a section that has no such row goes through entries all the same, and adds
 * them to the row that stands there, which is one of the next section. What lies behind perm is not
 * foretold. */
static double stray_sum(const stored *from, const section *of, int j, int row) {
  tally terms = {0};
  whole_row(from, of, j, &terms);
  return foreseen(from, row, &terms);
}

static bool matches_stray_threads(const stored *from, const double *got, int block) {
  const int rows = from->given->matrix.num_rows;
  double *y;
  if (sl_alloc((size_t)rows, sizeof *y, "y with stray threads", &y) != SL_OK) return false;
  for (int row = 0; row < rows; row++)
    y[row] = sl_problem_find(from->evidence->problem, "y")->expected[row];
  for (int s = 0; s < count_sections(from); s++) {
    section of = section_at(from, s);
    int threads = (of.rows + block - 1) / block * block;
    for (int j = of.rows; j < threads && of.width > 0 && of.first + j < from->places; j++) {
      int row = from->perm[of.first + j];
      y[row] += stray_sum(from, &of, j, row);
    }
  }
  bool same = true;
  for (int place = 0; place < from->places; place++) {
    int row = from->perm[place];
    same =
        same && (isnan(y[row]) || isnan(got[row]) || sl_within(got[row], y[row], from->bound[row]));
  }
  sl_free(y);
  return same;
}

static bool is_of_a_stray_thread(const stored *from, const sl_finding *f) {
  int fewest = 0;
  for (int s = 0; s < count_sections(from); s++) {
    section of = section_at(from, s);
    if (of.width > 0 && (fewest == 0 || of.rows < fewest)) fewest = of.rows;
  }
  return is_past_end(f) && (f->block[0] > 0 || f->thread[0] >= (unsigned)fewest);
}

static sl_judgement explains_stray_threads(const sl_evidence *evidence) {
  stored from = stored_of(evidence);
  const double *got = sl_evidence_answer(evidence, "y");
  if (from.places == 0) return SL_CONTRADICTS;
  if (evidence->num_findings > 0) return explains_by(evidence, is_of_a_stray_thread);
  if (evidence->cuda_error || !got) {
    return evidence->cuda_error == INVALID_CONFIGURATION ? SL_CONTRADICTS : SL_NEUTRAL;
  }
  for (int block = MIN_BLOCK; block <= MAX_BLOCK; block *= 2) {
    if (matches_stray_threads(&from, got, block)) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

#endif
