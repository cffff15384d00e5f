/* seen.h: mistakes of lab 06 whose answer depends on who is faster: what they have in common is
 * looked for in what came back and in what the lens saw. Included by lab.c alone. */
#ifndef LAB_06_SEEN_H
#define LAB_06_SEEN_H

#include "judge/compare.h"
#include "judge/findings.h"
#include "models.h"
#include "reference/team.h"

#include <signal.h>

/* ---- which rows were worked on ----------------------------------------------------------------
 */

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
  bool ends_there;    /* no row behind it was worked on */
} tally;

static tally tally_of(const sl_evidence *evidence) {
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  tally t = {.rows = evidence->given->matrix.num_rows, .first_left_out = -1, .ends_there = true};
  for (int row = 0; got && row < t.rows; row++) {
    row_state state = state_of(y, row, got[row]);
    t.count[state]++;
    if (state == LEFT_OUT && t.first_left_out < 0) t.first_left_out = row;
    if (state >= RIGHT && t.first_left_out >= 0) t.ends_there = false;
  }
  return t;
}

/* One row in `share` was worked on, as nearly as turns of `turn` rows allow. On the lens the lanes
 * of a warp ask the counter one after the other, and as many warps ask at once as the machine has
 * cores: the first lanes of these may all be served before any second one. */
static sl_judgement one_row_in(const sl_evidence *evidence, int share, int turn) {
  tally t = tally_of(evidence);
  int done = t.count[RIGHT] + t.count[SPOILT], rows = done + t.count[LEFT_OUT];
  if (share == 1 || done == 0) return SL_CONTRADICTS;
  double wanted = (double)rows / share, first_turns = (double)turn * sl_team_cores();
  if (done == rows) return rows <= first_turns ? SL_NEUTRAL : SL_CONTRADICTS;
  return fabs(done - wanted) <= wanted / 4 + first_turns ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Every lane takes a row from the counter, and one in a vector is of use. */
static sl_judgement explains_row_by_every_lane(const sl_evidence *evidence) {
  bool fits = sl_found_only(evidence, LENS_BAD_MASK, NULL);
  return fits ? one_row_in(evidence, setting_of(evidence->given).width, 2) : SL_CONTRADICTS;
}

/* The same where a warp takes rows: those of one lane in 32 are of use. */
static sl_judgement explains_rows_by_every_lane(const sl_evidence *evidence) {
  int vectors = WARP / setting_of(evidence->given).width;
  bool fits = sl_found_only(evidence, LENS_BAD_MASK, NULL);
  return fits ? one_row_in(evidence, WARP, vectors + 1) : SL_CONTRADICTS;
}

/* The other lanes have left, and are still asked for their parts. */
static sl_judgement explains_broadcast_forgotten(const sl_evidence *evidence) {
  return sl_found_only(evidence, LENS_BAD_SHUFFLE, NULL) ? SL_FITS : SL_NEUTRAL;
}

/* All vectors of a warp work on the row that the first one took. */
static sl_judgement explains_broadcast_from_warp(const sl_evidence *evidence) {
  bool fits = sl_found_only(evidence, LENS_RACE, "y");
  return fits ? one_row_in(evidence, WARP / setting_of(evidence->given).width, 2) : SL_CONTRADICTS;
}

/* The same where a warp takes rows: it is known which row that is. */
static sl_judgement explains_same_row(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!got || s.width == WARP || !sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  bool any = false;
  for (int row = 0; row < s.a->num_rows; row++) {
    row_state state = state_of(y, row, got[row]);
    if (state == TELLS_NOTHING) continue;
    if ((state == LEFT_OUT) == is_of_first_vector(&s, row)) return SL_CONTRADICTS;
    any = any || state == LEFT_OUT;
  }
  return any ? SL_EXPLAINS : SL_NEUTRAL;
}

/* The first rows are right, and the others were never reached. `least`: how many those are. */
static sl_judgement explains_prefix(const sl_evidence *evidence, int least) {
  tally t = tally_of(evidence);
  bool fits = evidence->num_findings == 0 && t.first_left_out > 0 && t.ends_there &&
              t.count[SPOILT] == 0 && t.rows - t.first_left_out >= least;
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_too_few_vectors(const sl_evidence *evidence) {
  return explains_prefix(evidence, 1);
}

/* As many rows as there are vectors; the others would have been for a second turn. */
static sl_judgement explains_one_turn(const sl_evidence *evidence) {
  return explains_prefix(evidence, WARP);
}

/* ---- loops that do not end ---------------------------------------------------------------------
 */

/* The kernel has one loop that can: it ends when all lanes know a row past the last. */
static sl_judgement explains_never_leaves(const sl_evidence *evidence) {
  bool hangs = evidence->fault_signal == SIGUSR1 || sl_found(evidence, LENS_HANG, NULL);
  return hangs ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- who wrote a row, and how often ------------------------------------------------------------
 */

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

static sl_judgement explains_counter_by_one(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!got || s.width == WARP || !sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  for (int row = 0; row < s.a->num_rows; row++) {
    if (!was_done_again(&s, y, row, got[row])) return SL_CONTRADICTS;
  }
  return tally_of(evidence).count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
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

/* The lens sees the race. On a GPU one of the lanes wins. */
static sl_judgement explains_all_lanes_write(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  if (!got || !sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  if (evidence->num_findings > 0) return SL_EXPLAINS;
  for (int row = 0; row < s.a->num_rows; row++) {
    if (!was_written_by_a_lane(&s, y, row, got[row])) return SL_CONTRADICTS;
  }
  return tally_of(evidence).count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- y where β is 0, and masks -----------------------------------------------------------------
 */

/* There y has no contents: NaN on a GPU, and the lens sees that nobody has written them. */
static sl_judgement explains_y_read(const sl_evidence *evidence) {
  const double *got = sl_evidence_answer(evidence, "y");
  if (setting_of(evidence->given).beta != 0 || !got) return SL_CONTRADICTS;
  if (!sl_found_only(evidence, LENS_UNINITIALISED_READ, "y")) return SL_CONTRADICTS;
  for (int row = 0; row < evidence->given->matrix.num_rows; row++) {
    if (!isnan(got[row])) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

/* A mask that leaves out a lane which is there. */
static bool is_mask_without_caller(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_MASK && strstr(f->detail, "does not name");
}

static bool is_mask_of_absent(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_MASK && strstr(f->detail, "never arrive");
}

static sl_judgement explains_shift_too_far(const sl_evidence *evidence) {
  bool widest = setting_of(evidence->given).width == WARP;
  bool fits = sl_all_findings(evidence, is_mask_without_caller);
  return widest && fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* Where an exchange has gone wrong, later ones can lack lanes, too. */
static bool is_of_mask_of_first_vector(const sl_evidence *evidence, const sl_finding *f) {
  bool in_first = f->thread[0] % WARP < (unsigned)setting_of(evidence->given).width;
  if (f->kind == LENS_BAD_SHUFFLE) return true; /* of a lane that the mask leaves out */
  return f->kind == LENS_BAD_MASK && !(is_mask_without_caller(evidence, f) && in_first);
}

static sl_judgement explains_mask_of_first_vector(const sl_evidence *evidence) {
  bool foreign = sl_first_finding(evidence, is_mask_without_caller) != NULL;
  bool fits = foreign && sl_no_finding_but(evidence, is_of_mask_of_first_vector);
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_mask_of_absent(const sl_evidence *evidence) {
  return sl_all_findings(evidence, is_mask_of_absent) ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
