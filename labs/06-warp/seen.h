/* seen.h: mistakes of lab 06 whose answer depends on who is faster: what they have in common is
 * looked for in what came back and in what the lens saw. Included by lab.c alone. */
#ifndef LAB_06_SEEN_H
#define LAB_06_SEEN_H

#include "judge/compare.h"
#include "masks.h"

#include <signal.h>

/* The two that race are lanes of one vector. */
static bool is_within_vector(const sl_evidence *evidence, const sl_finding *f) {
  unsigned width = (unsigned)setting_of(evidence->given).width;
  return f->other.same_block && f->thread[0] / width == f->other.thread / width;
}

/* ---- which rows were worked on --------------------------------------------------------------- */

/* A row that would be right if nobody had worked on it tells nothing, and is not counted. */
typedef enum row_state { TELLS_NOTHING, LEFT_OUT, RIGHT, SPOILT } row_state;

static row_state state_of(const sl_array *y, int row, double got) {
  double initial = sl_initial_value(y, (size_t)row);
  bool untouched = isnan(initial) ? isnan(got) : got == initial;
  if (initial == y->expected[row]) return TELLS_NOTHING;
  if (untouched) return LEFT_OUT;
  return sl_within(got, y->expected[row], y->bound[row]) ? RIGHT : SPOILT;
}

typedef struct tally {
  int rows, count[SPOILT + 1];
  int first_left_out; /* −1: none was */
  int last_done;      /* −1: none was */
} tally;

static tally tally_of(const sl_evidence *evidence) {
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  tally t = {.rows = evidence->given->matrix.num_rows, .first_left_out = -1, .last_done = -1};
  for (int row = 0; got && row < t.rows; row++) {
    row_state state = state_of(y, row, got[row]);
    t.count[state]++;
    if (state == LEFT_OUT && t.first_left_out < 0) t.first_left_out = row;
    if (state >= RIGHT) t.last_done = row;
  }
  return t;
}

/* ---- which rows a step of the counter leaves out -----------------------------------------------
 */

typedef bool row_rule(const setting *s, int row);

static bool is_of_first_vector(const setting *s, int row) {
  return row % (WARP / s->width) == 0;
}

/* The counter moves on by a vector's lanes, which are more than the warp has vectors. */
static bool is_at_multiple_of_width(const setting *s, int row) {
  return row % s->width < WARP / s->width;
}

/* 32 / V lanes are given a row, which makes V rows of the 32 / V that were taken. */
static bool is_of_first_rows(const setting *s, int row) {
  return row % (WARP / s->width) < s->width;
}

/* Just the rows of the rule were worked on. */
static sl_judgement only_rows_of(const sl_evidence *evidence, row_rule *rule) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  bool any = false;
  for (int row = 0; got && row < s.a->num_rows; row++) {
    row_state state = state_of(y, row, got[row]);
    if (state == TELLS_NOTHING) continue;
    if ((state == LEFT_OUT) == rule(&s, row)) return SL_CONTRADICTS;
    any = any || state == LEFT_OUT;
  }
  return any ? SL_EXPLAINS : SL_NEUTRAL;
}

/* All vectors of a warp work on its first row. */
static sl_judgement explains_same_row(const sl_evidence *evidence) {
  bool widest = setting_of(evidence->given).width == WARP;
  if (!evidence->answers || widest || !sl_found_only(evidence, LENS_RACE, "y")) {
    return SL_CONTRADICTS;
  }
  return only_rows_of(evidence, is_of_first_vector);
}

/* 32 / V lanes are given a row, where V should be: of narrow vectors several work on one. Wide ones
 * are torn, and what comes of that tells nothing. */
static sl_judgement explains_row_by_vectors(const sl_evidence *evidence) {
  int width = setting_of(evidence->given).width;
  if (width > WARP / width) {
    return sl_no_finding_but(evidence, is_of_masks) ? SL_NEUTRAL : SL_CONTRADICTS;
  }
  bool fits = evidence->answers && sl_found_only(evidence, LENS_RACE, "y");
  return fits ? only_rows_of(evidence, is_of_first_rows) : SL_CONTRADICTS;
}

/* Nothing was found, and no row behind the first one that was left out was worked on. */
static bool ends_early(const sl_evidence *evidence, const tally *t) {
  return evidence->seen.num_findings == 0 && t->count[SPOILT] == 0 &&
         t->last_done < t->first_left_out;
}

/* The first rows are right, and the others were never reached. `least`: how many those are. */
static sl_judgement explains_prefix(const sl_evidence *evidence, int least) {
  tally t = tally_of(evidence);
  bool fits =
      ends_early(evidence, &t) && t.first_left_out > 0 && t.rows - t.first_left_out >= least;
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* As many rows as there are vectors; the others would have been for a second turn. */
static sl_judgement explains_one_turn(const sl_evidence *evidence) {
  return explains_prefix(evidence, WARP);
}

/* ---- loops that do not end, and rows past the last ------------------------------------------- */

/* The kernel has one loop that can: it ends when all lanes leave it at a row past the last. A wrong
 * mask makes lanes wait for ever, too, and a shuffle from a lane that takes no part hands out any
 * row. */
static sl_judgement explains_never_leaves(const sl_evidence *evidence) {
  bool exchanges =
      !sl_found(evidence, LENS_BAD_MASK, NULL) && !sl_found(evidence, LENS_BAD_SHUFFLE, NULL);
  if (!exchanges) return SL_CONTRADICTS;
  bool hangs = evidence->fault_signal == SIGUSR1 || sl_found(evidence, LENS_HANG, NULL);
  return hangs ? SL_EXPLAINS : SL_CONTRADICTS;
}

static bool is_beyond_rows(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  bool of_rows = strcmp(f->array, "row_ptr") == 0 || strcmp(f->array, "y") == 0;
  return of_rows && sl_is_out_of_bounds(f);
}

/* The element behind the last one, touched by one vector. */
static bool is_of_next_row(const sl_evidence *evidence, const sl_finding *f) {
  bool one = f->count <= (unsigned)setting_of(evidence->given).width;
  return one && f->index == f->length && is_beyond_rows(evidence, f);
}

/* One row too many, whatever the number of rows. */
static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  if (evidence->seen.num_findings == 0) {
    bool one = evidence->past_end == 1 || evidence->past_end == 2;
    return one ? SL_EXPLAINS : SL_CONTRADICTS;
  }
  return sl_all_findings(evidence, is_of_next_row) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- who wrote a row, and how often ---------------------------------------------------------- */

/* Whether a row came out as `value`, with `slack` times the rounding of the right answer. */
static bool has_value(const sl_array *y, int row, double got, double value, double slack) {
  double bound = slack * y->bound[row] + 1e-6 * fabs(value); /* also exact sums are rounded here */
  return sl_within(got, value, bound);
}

/* y[row] after it has been worked on again and again, which lets β act on what was just written. */
static bool was_done_again(const setting *s, const sl_array *y, int row, double got) {
  double sum = s->alpha * sl_row_right(s->given, row), value = sl_initial_value(y, (size_t)row);
  for (int times = 1; times <= WARP / s->width; times++) {
    value = s->beta == 0 ? sum : sum + s->beta * value;
    if (has_value(y, row, got, value, 2)) return true;
  }
  return false;
}

/* No row was lost, and some were worked on by several vectors. */
static sl_judgement all_done_some_again(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!got || !sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  for (int row = 0; row < s.a->num_rows; row++) {
    if (!was_done_again(&s, y, row, got[row])) return SL_CONTRADICTS;
  }
  return tally_of(evidence).count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_counter_by_one(const sl_evidence *evidence) {
  bool widest = setting_of(evidence->given).width == WARP;
  return widest ? SL_CONTRADICTS : all_done_some_again(evidence);
}

/* Wide vectors are more lanes than the warp has vectors, and rows are lost. Of narrow ones the warp
 * has more, and rows are taken again. */
static sl_judgement explains_counter_by_width(const sl_evidence *evidence) {
  int width = setting_of(evidence->given).width;
  if (width <= WARP / width) return all_done_some_again(evidence);
  bool fits = evidence->answers && evidence->seen.num_findings == 0 &&
              tally_of(evidence).count[SPOILT] == 0;
  return fits ? only_rows_of(evidence, is_at_multiple_of_width) : SL_CONTRADICTS;
}

/* What each lane of a vector holds after __shfl_down_sync has brought the sum to lane 0. */
static void reduce_down(const setting *s, int row, double *lanes) {
  memset(lanes, 0, WARP * sizeof *lanes);
  for (int j = 0; j < sl_csr_row_length(s->a, row); j++) {
    lanes[j % s->width] += sl_row_product(s->given, s->a->row_ptr[row] + j);
  }
  for (int offset = s->width / 2; offset > 0; offset /= 2) {
    for (int i = 0; i < s->width; i++) lanes[i] += lanes[i + offset < s->width ? i + offset : i];
  }
}

static bool was_written_by_a_lane(const setting *s, const sl_array *y, int row, double got) {
  double lanes[WARP];
  reduce_down(s, row, lanes);
  for (int i = 0; i < s->width; i++) {
    double value = s->alpha * lanes[i];
    if (s->beta != 0) value += s->beta * sl_initial_value(y, (size_t)row);
    if (has_value(y, row, got, value, s->width)) return true;
  }
  return false;
}

/* The lens sees the race. On a GPU, which counts nothing, one of the lanes wins. */
static sl_judgement explains_all_lanes_write(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!got || !sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  if (sl_all_findings(evidence, is_within_vector)) return SL_EXPLAINS;
  if (evidence->seen.num_findings || evidence->seen.num_counters) return SL_CONTRADICTS;
  for (int row = 0; row < s.a->num_rows; row++) {
    if (!was_written_by_a_lane(&s, y, row, got[row])) return SL_CONTRADICTS;
  }
  return tally_of(evidence).count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

#endif
