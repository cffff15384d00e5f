/* taken.h: mistakes of lab 06 in how rows are taken from the counter. Included by lab.c alone.
 *
 * Which rows come out right depends on who was faster. How many lanes asked at once does not: the
 * lens counts it, whatever the number of its workers. On a GPU the rows have to do. */
#ifndef LAB_06_TAKEN_H
#define LAB_06_TAKEN_H

#include "seen.h"

/* ---- who asked, and what became of the rows -------------------------------------------------- */

static sl_counter asked(const sl_evidence *evidence, int operation) {
  return sl_counter_sum(&evidence->seen, SL_ANY, operation, "next_row");
}

/* Whether a request came from more than `low` lanes of its warp and from `high` at most, on
 * average. In its last turns a warp is not whole any more. */
static bool asked_at_once(const look *l, int low, int high) {
  sl_counter atomics = asked(l->evidence, LENS_ATOMIC);
  return atomics.threads > (uint64_t)low * atomics.requests &&
         atomics.threads <= (uint64_t)high * atomics.requests;
}

/* Rows were lost: nobody worked on them. The others are right. */
static sl_judgement some_lost(const look *l) {
  if (l->count[SPOILT] > 0) return SL_CONTRADICTS;
  return l->count[LEFT_OUT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

static bool is_lost_or_done_again(const look *l, int row) {
  return state_of(l, row) == LEFT_OUT || was_done_again(l, row);
}

/* The same, but the others were worked on by several vectors: more lanes wrote y than there are
 * rows that anybody worked on. */
static sl_judgement some_lost_others_again(const look *l) {
  if (!each_row(l, is_lost_or_done_again)) return SL_CONTRADICTS;
  if (l->count[LEFT_OUT] == 0) return SL_NEUTRAL;
  sl_counter stores = sl_counter_sum(&l->evidence->seen, SL_ANY, LENS_STORE, "y");
  return sl_explains_if(stores.threads > (uint64_t)(l->rows - l->count[LEFT_OUT]));
}

/* One row in `share` was worked on, as nearly as a last turn of `turn` rows allows. */
static sl_judgement one_row_in(const look *l, int share, int turn) {
  int done = l->count[RIGHT] + l->count[SPOILT], rows = done + l->count[LEFT_OUT];
  if (share == 1 || done == 0) return SL_CONTRADICTS;
  if (done == rows) return rows <= turn ? SL_NEUTRAL : SL_CONTRADICTS;
  double wanted = (double)rows / share;
  return sl_explains_if(fabs(done - wanted) <= wanted / 4 + turn);
}

/* ---- the mistakes ---------------------------------------------------------------------------- */

/* All lanes of each vector ask, where one should: the first lane's rows are of use. */
static sl_judgement by_every_lane(const look *l, int share, int turn) {
  if (!sl_found_only(l->evidence, LENS_BAD_MASK, NULL)) return SL_CONTRADICTS;
  if (!l->evidence->seen.num_counters) return one_row_in(l, share, turn);
  return asked_at_once(l, l->s.vectors, WARP) ? some_lost(l) : SL_CONTRADICTS;
}

static sl_judgement explains_row_by_every_lane(const sl_evidence *evidence) {
  look l = look_at(evidence);
  return by_every_lane(&l, l.s.width, 2);
}

/* The same where a warp takes rows: those of one lane in 32 are of use. */
static sl_judgement explains_rows_by_every_lane(const sl_evidence *evidence) {
  look l = look_at(evidence);
  return by_every_lane(&l, WARP, l.s.vectors + 1);
}

/* Each vector asks as if it were the warp, and of the rows that it is given works on one. What it
 * does on a GPU is too near to the last one. */
static sl_judgement explains_rows_by_every_vector(const sl_evidence *evidence) {
  look l = look_at(evidence);
  bool fits = sl_found_only(evidence, LENS_BAD_MASK, NULL) && asked_at_once(&l, 1, l.s.vectors);
  return fits ? some_lost(&l) : SL_CONTRADICTS;
}

/* All vectors of a warp work on the row that the first one took. */
static sl_judgement explains_broadcast_from_warp(const sl_evidence *evidence) {
  look l = look_at(evidence);
  if (!sl_found_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  if (!evidence->seen.num_counters) return one_row_in(&l, l.s.vectors, 2);
  return asked_at_once(&l, 0, l.s.vectors) ? some_lost_others_again(&l) : SL_CONTRADICTS;
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
  return sl_explains_if(at_counter && sl_all_findings(evidence, is_of_not_atomic));
}

#endif
