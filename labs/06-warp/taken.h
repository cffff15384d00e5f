/* taken.h: mistakes of lab 06 in how rows are taken from the counter. Included by lab.c alone.
 *
 * Which rows come out right depends on who was faster. How many lanes asked at once does not: the
 * lens counts it, whatever the number of its workers. On a GPU the rows have to do. */
#ifndef LAB_06_TAKEN_H
#define LAB_06_TAKEN_H

#include "judge/reply.h"
#include "seen.h"

/* ---- who asked ------------------------------------------------------------------------------- */

/* Requests of one kind for an array, and the lanes that took part in them. */
typedef struct asking {
  uint64_t requests, threads;
} asking;

static asking asked_of(const sl_evidence *evidence, int operation, const char *array) {
  asking sum = {0, 0};
  for (size_t i = 0; i < evidence->seen.num_counters; i++) {
    const sl_counter *c = &evidence->seen.counters[i];
    if (c->operation != operation || strcmp(c->array, array) != 0) continue;
    sum.requests += c->requests;
    sum.threads += c->threads;
  }
  return sum;
}

static asking asked(const sl_evidence *evidence, int operation) {
  return asked_of(evidence, operation, "next_row");
}

/* Whether a request came from more than `low` lanes of its warp and from `high` at most, on
 * average. In its last turns a warp is not whole any more. */
static bool asked_at_once(const sl_evidence *evidence, int low, int high) {
  asking atomics = asked(evidence, LENS_ATOMIC);
  return atomics.threads > (uint64_t)low * atomics.requests &&
         atomics.threads <= (uint64_t)high * atomics.requests;
}

/* ---- what became of the rows ----------------------------------------------------------------- */

/* Rows were lost: nobody worked on them. The others are right. */
static sl_judgement some_lost(const sl_evidence *evidence) {
  tally t = tally_of(evidence);
  if (t.count[SPOILT] > 0) return SL_CONTRADICTS;
  return t.count[LEFT_OUT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* More lanes wrote y than there are rows that anybody worked on. */
static bool written_again(const sl_evidence *evidence) {
  tally t = tally_of(evidence);
  return asked_of(evidence, LENS_STORE, "y").threads > (uint64_t)(t.rows - t.count[LEFT_OUT]);
}

/* The same, but the others were worked on by several vectors. */
static sl_judgement some_lost_others_again(const sl_evidence *evidence) {
  setting s = setting_of(evidence->given);
  const sl_array *y = sl_problem_find(evidence->problem, "y");
  const double *got = sl_evidence_answer(evidence, "y");
  bool any = false;
  for (int row = 0; got && row < s.a->num_rows; row++) {
    bool lost = state_of(y, row, got[row]) == LEFT_OUT;
    if (!lost && !was_done_again(&s, y, row, got[row])) return SL_CONTRADICTS;
    any = any || lost;
  }
  if (!any) return SL_NEUTRAL;
  return written_again(evidence) ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* One row in `share` was worked on, as nearly as a last turn of `turn` rows allows. */
static sl_judgement one_row_in(const sl_evidence *evidence, int share, int turn) {
  tally t = tally_of(evidence);
  int done = t.count[RIGHT] + t.count[SPOILT], rows = done + t.count[LEFT_OUT];
  if (share == 1 || done == 0) return SL_CONTRADICTS;
  if (done == rows) return rows <= turn ? SL_NEUTRAL : SL_CONTRADICTS;
  double wanted = (double)rows / share;
  return fabs(done - wanted) <= wanted / 4 + turn ? SL_EXPLAINS : SL_CONTRADICTS;
}

/* ---- the mistakes ---------------------------------------------------------------------------- */

/* All lanes of each vector ask, where one should: the first lane's rows are of use. */
static sl_judgement by_every_lane(const sl_evidence *evidence, int share, int turn) {
  int vectors = WARP / setting_of(evidence->given).width;
  if (!sl_found_only(evidence, LENS_BAD_MASK, NULL)) return SL_CONTRADICTS;
  if (!evidence->seen.num_counters) return one_row_in(evidence, share, turn);
  return asked_at_once(evidence, vectors, WARP) ? some_lost(evidence) : SL_CONTRADICTS;
}

static sl_judgement explains_row_by_every_lane(const sl_evidence *evidence) {
  return by_every_lane(evidence, setting_of(evidence->given).width, 2);
}

/* The same where a warp takes rows: those of one lane in 32 are of use. */
static sl_judgement explains_rows_by_every_lane(const sl_evidence *evidence) {
  return by_every_lane(evidence, WARP, WARP / setting_of(evidence->given).width + 1);
}

/* Each vector asks as if it were the warp, and of the rows that it is given works on one. What it
 * does on a GPU is too near to the last one. */
static sl_judgement explains_rows_by_every_vector(const sl_evidence *evidence) {
  bool fits = sl_found_only(evidence, LENS_BAD_MASK, NULL) &&
              asked_at_once(evidence, 1, WARP / setting_of(evidence->given).width);
  return fits ? some_lost(evidence) : SL_CONTRADICTS;
}

/* All vectors of a warp work on the row that the first one took. */
static sl_judgement explains_broadcast_from_warp(const sl_evidence *evidence) {
  int vectors = WARP / setting_of(evidence->given).width;
  if (!sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  if (!evidence->seen.num_counters) return one_row_in(evidence, vectors, 2);
  if (!asked_at_once(evidence, 0, vectors)) return SL_CONTRADICTS;
  return some_lost_others_again(evidence);
}

/* Two lanes meet at the counter, or in y because they were given one row. */
static bool is_of_not_atomic(const sl_evidence *evidence, const sl_finding *f) {
  if (f->kind != LENS_RACE) return false;
  if (strcmp(f->array, "next_row") == 0) return true;
  return strcmp(f->array, "y") == 0 && !is_within_vector(evidence, f);
}

/* Two threads change the counter, or read it while another one does, and at least one of them not
 * with an atomic. The lens forgives a plain load before the first atomic. */
static sl_judgement explains_not_atomic(const sl_evidence *evidence) {
  bool at_counter =
      sl_found(evidence, LENS_RACE, "next_row") || asked(evidence, LENS_LOAD).requests > 0;
  bool fits = at_counter && sl_all_findings(evidence, is_of_not_atomic);
  return fits ? SL_EXPLAINS : SL_CONTRADICTS;
}

#endif
