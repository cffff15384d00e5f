/* seen.h: mistakes of lab 06 whose answer depends on timing: recognized by what all answers have in
 * common, and by what the lens saw. Included by lab.c alone. */
#ifndef LAB_06_SEEN_H
#define LAB_06_SEEN_H

#include "judge/compare.h"
#include "masks.h"

#include <math.h>

/* ---- which rows were processed --------------------------------------------------------------- */

/* A row that is right without being processed shows nothing, and does not count. */
typedef enum row_state { TELLS_NOTHING, LEFT_OUT, RIGHT, SPOILT } row_state;

/* The answer's y. */
typedef struct look {
  const sl_evidence *evidence;
  setting s;
  const sl_array *y;
  const double *got;
  int rows; /* all, or 0 if there is no answer */
  int count[SPOILT + 1];
  int first_left_out, last_done; /* −1: none was */
} look;

/* The property that rows are checked for. */
typedef bool row_rule(const look *l, int row);

static row_state state_of(const look *l, int row) {
  double initial = sl_compare_initial_value(l->y, (size_t)row), right = l->y->expected[row];
  bool untouched = isnan(initial) ? isnan(l->got[row]) : l->got[row] == initial;
  if (initial == right) return TELLS_NOTHING;
  if (untouched) return LEFT_OUT;
  return sl_within(l->got[row], right, l->y->bound[row]) ? RIGHT : SPOILT;
}

static look look_at(const sl_evidence *evidence) {
  look l = {.evidence = evidence,
            .s = setting_of(evidence->given),
            .y = sl_problem_find(evidence->problem, "y"),
            .got = sl_evidence_answer(evidence, "y"),
            .first_left_out = -1,
            .last_done = -1};
  l.rows = l.got ? l.s.a->num_rows : 0;
  for (int row = 0; row < l.rows; row++) {
    row_state state = state_of(&l, row);
    l.count[state]++;
    if (state == LEFT_OUT && l.first_left_out < 0) l.first_left_out = row;
    if (state >= RIGHT) l.last_done = row;
  }
  return l;
}

static bool each_row(const look *l, row_rule *fits) {
  for (int row = 0; row < l->rows; row++) {
    if (!fits(l, row)) return false;
  }
  return true;
}

/* There is an answer, and there are no findings except races at y. */
static bool only_raced(const look *l) {
  return l->got && sl_findings_only(l->evidence, LENS_RACE, "y");
}

/* The two racing lanes belong to one vector. */
static bool is_within_vector(const sl_evidence *evidence, const sl_finding *f) {
  unsigned width = (unsigned)setting_of(evidence->given).width;
  return f->other.same_block &&
         sl_finding_thread_number(evidence, f) / width == f->other.thread / width;
}

/* ---- which rows a step of the counter skips --------------------------------------------- */

static bool is_of_first_vector(const look *l, int row) {
  return row % l->s.vectors == 0;
}

/* The counter advances by a vector's lanes, which are more than the warp's vectors. */
static bool is_at_multiple_of_width(const look *l, int row) {
  return row % l->s.width < l->s.vectors;
}

/* 32 / V lanes get a row, so V rows of the 32 / V that were taken are processed. */
static bool is_of_first_rows(const look *l, int row) {
  return row % l->s.vectors < l->s.width;
}

/* Exactly the rows of the rule were processed. */
static sl_judgement only_rows_of(const look *l, row_rule *rule) {
  for (int row = 0; row < l->rows; row++) {
    row_state state = state_of(l, row);
    if (state != TELLS_NOTHING && (state == LEFT_OUT) == rule(l, row)) return SL_CONTRADICTS;
  }
  return l->count[LEFT_OUT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* All vectors of a warp process its first row, and usually they collide there. */
static sl_judgement explains_same_row(const sl_evidence *evidence) {
  look l = look_at(evidence);
  bool met = evidence->seen.num_findings > 0;
  if (l.s.vectors <= 1 || !only_raced(&l)) return SL_CONTRADICTS;
  sl_judgement judgement = only_rows_of(&l, is_of_first_vector);
  return judgement == SL_EXPLAINS && !met ? SL_NEUTRAL : judgement;
}

/* 32 / V lanes get a row instead of V: several narrow vectors process the same row. Wide vectors
 * get split, and their results show nothing. */
static sl_judgement explains_row_by_vectors(const sl_evidence *evidence) {
  look l = look_at(evidence);
  if (l.s.width > l.s.vectors) {
    return sl_findings_none_but(evidence, is_of_masks) ? SL_NEUTRAL : SL_CONTRADICTS;
  }
  return only_raced(&l) ? only_rows_of(&l, is_of_first_rows) : SL_CONTRADICTS;
}

/* The first rows are right, as many as there are vectors. The others need a second iteration. */
static sl_judgement explains_one_turn(const sl_evidence *evidence) {
  look l = look_at(evidence);
  bool ends_early =
      l.first_left_out > 0 && l.last_done < l.first_left_out && l.rows - l.first_left_out >= WARP;
  return sl_finding_explains_if(evidence->seen.num_findings == 0 && l.count[SPOILT] == 0 &&
                                ends_early);
}

/* On the lens the first warp runs alone and takes all rows in order: those of its first iteration
 * are right, and most of the later ones are not. */
static sl_judgement explains_sum_not_reset(const sl_evidence *evidence) {
  look l = look_at(evidence);
  bool fits = l.got && evidence->seen.num_findings == 0;
  for (int row = 0; fits && row < l.rows && row < l.s.vectors; row++) {
    fits = state_of(&l, row) != SPOILT;
  }
  /* Some of the others may be unchanged or right by chance. */
  if (!fits || l.count[LEFT_OUT] > l.count[SPOILT] / 8) return SL_CONTRADICTS;
  return l.count[SPOILT] > WARP && l.count[SPOILT] > l.count[RIGHT] ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- loops that do not end, and rows past the last ------------------------------------------- */

/* Only the hang is found: a wrong mask or shift makes lanes wait forever, too, and a shuffle from a
 * lane that takes no part hands out any row. A program that runs out of time without this finding
 * shows nothing of what it did. */
static sl_judgement explains_never_leaves(const sl_evidence *evidence) {
  bool hangs = sl_finding_exists(evidence, LENS_HANG, NULL);
  return sl_finding_explains_if(hangs && sl_findings_only(evidence, LENS_HANG, NULL));
}

/* One vector accesses the element after the last one. */
static bool is_of_next_row(const sl_evidence *evidence, const sl_finding *f) {
  bool of_rows = strcmp(f->array, "row_ptr") == 0 || strcmp(f->array, "y") == 0;
  bool one = f->count <= (unsigned)setting_of(evidence->given).width;
  return of_rows && one && f->index == f->length && sl_finding_is_out_of_bounds(f);
}

/* One row too many, whatever the number of rows. */
static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  if (evidence->seen.num_findings > 0) {
    return sl_finding_explains_if(sl_findings_none_but(evidence, is_of_next_row));
  }
  return sl_finding_explains_if(evidence->past_end == 1 || evidence->past_end == 2);
}

/* ---- which lanes wrote a row, and how often
 * ---------------------------------------------------------- */

/* Whether a row came out as `value`, with `slack` times the rounding of the right answer. */
static bool has_value(const look *l, int row, double value, double slack) {
  double bound =
      slack * l->y->bound[row] + 1e-6 * fabs(value); /* exact sums are rounded here too */
  return sl_within(l->got[row], value, bound);
}

/* y[row] after it was processed several times, so that β applies to the value just written. */
static bool was_done_again(const look *l, int row) {
  double sum = l->s.alpha * sl_spmv_row_right(l->s.given, row);
  double value = sl_compare_initial_value(l->y, (size_t)row);
  for (int times = 1; times <= l->s.vectors; times++) {
    value = l->s.beta == 0 ? sum : sum + l->s.beta * value;
    if (has_value(l, row, value, 2)) return true;
  }
  return false;
}

/* No row was lost, and several vectors processed some rows: on the lens, whose warps alternate, not
 * only the last row. */
static sl_judgement all_done_some_again(const look *l) {
  bool last = l->rows > 2 && l->count[SPOILT] == 1 && state_of(l, l->rows - 1) == SPOILT;
  if (last || !only_raced(l) || !each_row(l, was_done_again)) return SL_CONTRADICTS;
  return l->count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_counter_by_one(const sl_evidence *evidence) {
  look l = look_at(evidence);
  return l.s.vectors > 1 ? all_done_some_again(&l) : SL_CONTRADICTS;
}

/* A wide vector has more lanes than the warp has vectors, so rows are lost. With narrow vectors it
 * has fewer, so rows are taken again. */
static sl_judgement explains_counter_by_width(const sl_evidence *evidence) {
  look l = look_at(evidence);
  if (l.s.width <= l.s.vectors) return all_done_some_again(&l);
  bool fits = l.got && evidence->seen.num_findings == 0 && l.count[SPOILT] == 0;
  return fits ? only_rows_of(&l, is_at_multiple_of_width) : SL_CONTRADICTS;
}

/* All lanes of a vector write its row, and race there. */
static sl_judgement explains_all_lanes_write(const sl_evidence *evidence) {
  look l = look_at(evidence);
  bool adds = sl_finding_counter_sum(&evidence->seen, SL_ANY, LENS_ATOMIC, "y").threads > 0;
  if (!only_raced(&l) || adds) return SL_CONTRADICTS;
  return sl_finding_explains_if(sl_findings_all(evidence, is_within_vector));
}

#endif
