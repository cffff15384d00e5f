/* sections.h: what students get wrong with sections in lab 04, as models. Included by lab.c alone.
 */
#ifndef LAB_04_SECTIONS_H
#define LAB_04_SECTIONS_H

#include "base/memory.h"
#include "models.h"

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

static void add_product_of(const stored *from, long long value, long long column, tally *to) {
  add_term(to, from->values[value] * from->given->x[from->col_idx[column]]);
}

static void values_not_advanced(const stored *from, const section *of, int j, tally *to) {
  for (int i = 0; i < of->width; i++) {
    long long entry = (long long)i * of->rows + j;
    add_product_of(from, entry, of->begin + entry, to);
  }
}

static void columns_not_advanced(const stored *from, const section *of, int j, tally *to) {
  for (int i = 0; i < of->width; i++) {
    long long entry = (long long)i * of->rows + j;
    add_product_of(from, of->begin + entry, entry, to);
  }
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
PREDICTS_SECTION(values_not_advanced)
PREDICTS_SECTION(columns_not_advanced)
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
  bool launches_alone = sl_found_only(evidence, LENS_BAD_LAUNCH, NULL);
  if (from.places == 0 || !launches_alone) return SL_CONTRADICTS;
  if (evidence->cuda_error) {
    return sl_grid_refused(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
  }
  int missed = got ? most_rows_missed(&from, got) : 0;
  return missed > 0 && missed < SL_MAX_BLOCK ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* As many turns as the section has entries run past the last entry of the matrix. */
static bool is_of_too_many_turns(const sl_evidence *evidence, const sl_finding *f) {
  stored from = stored_of(evidence);
  int most = 0;
  for (int s = 0; s < count_sections(&from); s++) {
    section of = section_at(&from, s);
    if (of.rows > most && of.width > 0) most = of.rows;
  }
  bool has_a_row = f->block[0] > 0 || f->thread[0] < (unsigned)most;
  return is_past_entries(f) && has_a_row;
}

static sl_judgement explains_too_many_turns(const sl_evidence *evidence) {
  return sl_judge_findings(evidence, is_of_too_many_turns);
}

/* The thread of row j of a section that has no such row goes through entries all the same, and adds
 * them to the row that stands there, which is one of the next section. What lies behind perm is not
 * foretold. */
static double stray_sum(const stored *from, const section *of, int j, int row) {
  tally terms = {0};
  whole_row(from, of, j, &terms);
  return foreseen(from, row, &terms);
}

/* Adds to `y` what stray threads of blocks of `block` threads do, or only the first of each
 * section.
 */
static void add_stray_sums(const stored *from, int block, bool one, double *y) {
  for (int s = 0; s < count_sections(from); s++) {
    section of = section_at(from, s);
    int threads = (of.rows + block - 1) / block * block;
    if (one && threads > of.rows) threads = of.rows + 1;
    for (int j = of.rows; j < threads && of.width > 0 && of.first + j < from->places; j++) {
      int row = from->perm[of.first + j];
      y[row] += stray_sum(from, &of, j, row);
    }
  }
}

static bool matches_stray_threads(const stored *from, const double *got, int block, bool one) {
  const sl_array *right = sl_problem_find(from->evidence->problem, "y");
  double *y;
  if (sl_alloc(right->count, sizeof *y, "y with stray threads", &y) != SL_OK) return false;
  memcpy(y, right->expected, right->count * sizeof *y);
  add_stray_sums(from, block, one, y);
  bool same = true;
  for (int place = 0; place < from->places; place++) {
    int row = from->perm[place];
    bool unforeseen = isnan(y[row]) || isnan(got[row]);
    same = same && (unforeseen || sl_within(got[row], y[row], from->bound[row]));
  }
  sl_free(y);
  return same;
}

/* Past the end, by a thread without a row in at least one section; `one`: by the first such thread
 * of a section, and no more often than there are sections. */
static bool is_of_stray(const sl_evidence *evidence, const sl_finding *f, bool one) {
  stored from = stored_of(evidence);
  int sections = count_sections(&from);
  bool stray = f->block[0] > 0; /* who launched how many threads a block is not known */
  for (int s = 0; s < sections && !stray; s++) {
    section of = section_at(&from, s);
    int j = (int)f->thread[0];
    stray = of.width > 0 && (one ? j == of.rows : j >= of.rows);
  }
  return is_past_end(f) && stray && !(one && f->count > (unsigned long long)sections);
}

static bool is_of_any_stray(const sl_evidence *evidence, const sl_finding *f) {
  return is_of_stray(evidence, f, false);
}

static bool is_of_first_stray(const sl_evidence *evidence, const sl_finding *f) {
  return is_of_stray(evidence, f, true);
}

static sl_judgement explains_stray(const sl_evidence *evidence, bool one) {
  stored from = stored_of(evidence);
  const double *got = sl_evidence_answer(evidence, "y");
  bool fits = sl_no_finding_but(evidence, one ? is_of_first_stray : is_of_any_stray);
  if (from.places == 0 || !fits) return SL_CONTRADICTS;
  if (evidence->num_findings > 0) return SL_EXPLAINS;
  if (evidence->cuda_error || !got) {
    return sl_grid_refused(evidence) ? SL_CONTRADICTS : SL_NEUTRAL;
  }
  for (int block = SL_MIN_BLOCK; block <= SL_MAX_BLOCK; block *= 2) {
    if (matches_stray_threads(&from, got, block, one)) return SL_EXPLAINS;
  }
  return SL_CONTRADICTS;
}

static sl_judgement explains_section_bound_too_far(const sl_evidence *evidence) {
  return explains_stray(evidence, true);
}

static sl_judgement explains_stray_threads(const sl_evidence *evidence) {
  return explains_stray(evidence, false);
}

#endif
