/* counter.c: mistakes of lab 06 in how rows are taken from the counter. Which rows are right
 * depends on which vector was faster. The number of lanes that asked at once does not,
 * and it is the same for any number of host threads of the lens. */
#include "judge/compare.h"
#include "judge/findings.h"
#include "rows.h"

#include <math.h>
#include <string.h>

/* ---- rows that the counter skips ------------------------------------------------------------- */

static bool is_of_first_vector(const look *l, int row) {
  return row % l->s.vectors == 0;
}

/* Whether the row is processed if the counter advances by the lanes of a vector, which are more
 * than the vectors of the warp. */
static bool is_at_multiple_of_width(const look *l, int row) {
  return row % l->s.width < l->s.vectors;
}

/* Whether the row is processed if 32 / V lanes get a row: of each 32 / V rows that were taken, the
 * first V are processed. */
static bool is_of_first_rows(const look *l, int row) {
  return row % l->s.vectors < l->s.width;
}

/* Explains that all vectors of a warp process its first row, where they usually collide. */
static sl_judgement explains_same_row(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool met = evidence->seen.num_findings > 0;
  if (l.s.vectors <= 1 || !sl_warp_only_raced(&l)) return SL_CONTRADICTS;
  sl_judgement judgement = sl_warp_only_rows_of(&l, is_of_first_vector);
  return judgement == SL_EXPLAINS && !met ? SL_NEUTRAL : judgement;
}

/* Explains that 32 / V lanes get a row instead of V. Then several narrow vectors process the same
 * row. A wide vector is split between rows, so its results do not show this defect. */
static sl_judgement explains_row_by_vectors(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  if (l.s.width > l.s.vectors) {
    return sl_findings_none_but(evidence, sl_warp_is_of_masks) ? SL_NEUTRAL : SL_CONTRADICTS;
  }
  return sl_warp_only_raced(&l) ? sl_warp_only_rows_of(&l, is_of_first_rows) : SL_CONTRADICTS;
}

/* Explains that the first rows are right, as many as there are vectors, and that the other rows,
 * which need a second iteration, are missing. */
static sl_judgement explains_one_turn(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool ends_early =
      l.first_left_out > 0 && l.last_done < l.first_left_out && l.rows - l.first_left_out >= WARP;
  return sl_finding_explains_if(sl_warp_nothing_spoilt(&l) && ends_early);
}

/* ---- rows that were processed again ---------------------------------------------------------- */

/* Whether y[row] has the value of a row that was processed several times, so that β was applied to
 * the value just written. */
static bool was_done_again(const look *l, int row) {
  double sum = l->s.alpha * sl_spmv_row_right(l->s.given, row);
  double value = sl_compare_initial_value(l->y, (size_t)row);
  for (int times = 1; times <= l->s.vectors; times++) {
    value = l->s.beta == 0 ? sum : sum + l->s.beta * value;
    if (sl_warp_has_value(l, row, value, 2)) return true;
  }
  return false;
}

/* Explains that no row was lost, and some rows were processed by several vectors. The last row
 * alone does not count, because on the lens, whose warps alternate, other rows would be affected,
 * too. */
static sl_judgement all_done_some_again(const look *l) {
  bool last = l->rows > 2 && l->count[SPOILT] == 1 && sl_warp_state_of(l, l->rows - 1) == SPOILT;
  if (last || !sl_warp_only_raced(l) || !sl_warp_each_row(l, was_done_again)) return SL_CONTRADICTS;
  return l->count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

static sl_judgement explains_counter_by_one(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  return l.s.vectors > 1 ? all_done_some_again(&l) : SL_CONTRADICTS;
}

/* Explains that the counter advances by the lanes of a vector. A wide vector has more lanes than
 * the warp has vectors, so rows are lost. A narrow vector has fewer, so rows are taken again. */
static sl_judgement explains_counter_by_width(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  if (l.s.width <= l.s.vectors) return all_done_some_again(&l);
  return sl_warp_nothing_spoilt(&l) ? sl_warp_only_rows_of(&l, is_at_multiple_of_width)
                                    : SL_CONTRADICTS;
}

/* ---- which lanes asked ----------------------------------------------------------------------- */

static sl_counter asked(const sl_evidence *evidence, int operation) {
  return sl_finding_counter_sum(&evidence->seen, SL_ANY, operation, "next_row");
}

/* Whether a request came from more than `low` and at most `high` lanes of its warp, on average. In
 * its last iterations a warp is no longer whole. */
static bool asked_at_once(const look *l, int low, int high) {
  sl_counter atomics = asked(l->evidence, LENS_ATOMIC);
  return atomics.threads > (uint64_t)low * atomics.requests &&
         atomics.threads <= (uint64_t)high * atomics.requests;
}

/* Explains that rows were lost because no vector processed them, and the other rows are right. */
static sl_judgement some_lost(const look *l) {
  if (l->count[SPOILT] > 0) return SL_CONTRADICTS;
  return l->count[LEFT_OUT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

static bool is_lost_or_done_again(const look *l, int row) {
  return sl_warp_state_of(l, row) == LEFT_OUT || was_done_again(l, row);
}

/* Like some_lost, but several vectors processed the other rows: more lanes wrote y than there are
 * processed rows. */
static sl_judgement some_lost_others_again(const look *l) {
  if (!sl_warp_each_row(l, is_lost_or_done_again)) return SL_CONTRADICTS;
  if (l->count[LEFT_OUT] == 0) return SL_NEUTRAL;
  sl_counter stores = sl_finding_counter_sum(&l->evidence->seen, SL_ANY, LENS_STORE, "y");
  return sl_finding_explains_if(stores.threads > (uint64_t)(l->rows - l->count[LEFT_OUT]));
}

/* Explains that one row out of `share` was processed, up to a last iteration of `turn` rows. */
static sl_judgement one_row_in(const look *l, int share, int turn) {
  int done = l->count[RIGHT] + l->count[SPOILT], rows = done + l->count[LEFT_OUT];
  if (share == 1 || done == 0) return SL_CONTRADICTS;
  if (done == rows) return rows <= turn ? SL_NEUTRAL : SL_CONTRADICTS;
  double wanted = (double)rows / share;
  return sl_finding_explains_if(fabs(done - wanted) <= wanted / 4 + turn);
}

/* Explains that all lanes of each vector ask instead of one, and only the first lane's rows are
 * used. */
static sl_judgement by_every_lane(const look *l, int share, int turn) {
  if (!sl_findings_only(l->evidence, LENS_BAD_MASK, NULL)) return SL_CONTRADICTS;
  /* Lanes that do not run in step ask one after another. Then each row was taken. */
  bool all_taken = asked(l->evidence, LENS_ATOMIC).threads >= (uint64_t)l->rows;
  if (all_taken && !asked_at_once(l, l->s.vectors, WARP) && l->count[SPOILT] == 0) {
    return one_row_in(l, share, turn);
  }
  return asked_at_once(l, l->s.vectors, WARP) ? some_lost(l) : SL_CONTRADICTS;
}

static sl_judgement explains_row_by_every_lane(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  return by_every_lane(&l, l.s.width, 2);
}

/* The same mistake in a program whose warps take rows: only the rows of one lane in 32 are used. */
static sl_judgement explains_rows_by_every_lane(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  return by_every_lane(&l, WARP, l.s.vectors + 1);
}

/* Explains that each vector asks as if it were the warp, and works on one of the rows that it gets.
 */
static sl_judgement explains_rows_by_every_vector(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool fits = sl_findings_only(evidence, LENS_BAD_MASK, NULL) && asked_at_once(&l, 1, l.s.vectors);
  return fits ? some_lost(&l) : SL_CONTRADICTS;
}

/* Explains that all vectors of a warp process the row that the first one took. */
static sl_judgement explains_broadcast_from_warp(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  if (!sl_findings_only(evidence, LENS_RACE, "y")) return SL_CONTRADICTS;
  return asked_at_once(&l, 0, l.s.vectors) ? some_lost_others_again(&l) : SL_CONTRADICTS;
}

/* Whether two lanes collide at the counter, or at y because they got the same row. */
static bool is_of_not_atomic(const sl_evidence *evidence, const sl_finding *f) {
  if (f->kind == LENS_RACE && strcmp(f->array, "next_row") == 0) return true;
  return sl_warp_is_race_at_y(f) && !sl_warp_is_within_vector(evidence, f);
}

/* Explains that two threads change the counter, or one reads it while another changes it, and at
 * least one of them does so without an atomic. The lens allows a plain load before the first
 * atomic. */
static sl_judgement explains_not_atomic(const sl_evidence *evidence) {
  bool at_counter =
      sl_finding_exists(evidence, LENS_RACE, "next_row") || asked(evidence, LENS_LOAD).requests > 0;
  return sl_finding_explains_if(at_counter && sl_findings_all(evidence, is_of_not_atomic));
}

/* Explains that the counter has handed out the rows, and then was set back to 0. */
static sl_judgement explains_counter_reset(const sl_evidence *evidence) {
  const double *next_row = sl_evidence_answer(evidence, "next_row");
  look l = sl_warp_look(evidence);
  bool fits = next_row && sl_warp_nothing_spoilt(&l) && l.count[LEFT_OUT] == 0;
  uint64_t rows = (uint64_t)evidence->given->matrix.num_rows;
  return sl_finding_explains_if(fits && *next_row == 0 &&
                                asked(evidence, LENS_ATOMIC).threads >= rows);
}

/* Explains that the element after the counter is read, because the pointer was advanced. */
static sl_judgement explains_pointer_moved(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  const sl_finding *f = seen->findings;
  if (seen->num_findings == 0) return SL_CONTRADICTS;
  bool behind = sl_finding_is_out_of_bounds(f) && strcmp(f->array, "next_row") == 0 && f->index > 0;
  return sl_finding_explains_if(behind && asked(evidence, LENS_ATOMIC).requests == 0);
}

/* Whether the row is the value of a lane that never asked and was assigned nothing: the lens's own
 * pattern. */
static bool is_row_of_nothing(const sl_finding *f) {
  return f->index < -1000000;
}

/* Whether a lane reads row_ptr at a negative row. `of_leader`: the lane that asks, whose number
 * comes from the counter; otherwise another lane. */
static bool is_negative_row(const sl_evidence *evidence, const sl_finding *f, bool of_leader) {
  unsigned lane =
      sl_finding_thread_number(evidence, f) % (unsigned)sl_warp_setting_of(evidence->given).width;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && strcmp(f->array, "row_ptr") == 0 && f->index < 0 &&
         (lane == 0) == of_leader;
}

static sl_judgement explains_counter_falls(const sl_evidence *evidence) {
  const sl_lens_report *seen = &evidence->seen;
  bool first = seen->num_findings > 0 && is_negative_row(evidence, seen->findings, true) &&
               !is_row_of_nothing(seen->findings);
  return sl_finding_explains_if(first && asked(evidence, LENS_ATOMIC).threads > 0);
}

static bool is_at_multiple_of_lanes(const look *l, int row) {
  return row % l->s.width == 0;
}

/* Explains that a vector processes one row, but the counter advances by its number of lanes. If all
 * lanes ask, the same rows may be processed, but then at least as many lanes have asked as there
 * are rows. */
static sl_judgement explains_counter_by_lanes(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  uint64_t lanes = asked(evidence, LENS_ATOMIC).threads;
  bool fits = sl_warp_nothing_spoilt(&l) && lanes > 0;
  sl_judgement judgement =
      fits ? sl_warp_only_rows_of(&l, is_at_multiple_of_lanes) : SL_CONTRADICTS;
  return judgement == SL_EXPLAINS && lanes >= (uint64_t)l.rows ? SL_NEUTRAL : judgement;
}

/* ---- who asks -------------------------------------------------------------------------------- */

/* Whether two lanes collide at y, or one lane uses a number that no counter gives. Each must be the
 * first of `of` lanes, and one of them not the first of its block. An atomic addition never gives a
 * row to two such lanes. */
static bool is_of_leader(const sl_evidence *evidence, const sl_finding *f, unsigned of) {
  unsigned thread = sl_finding_thread_number(evidence, f);
  bool at_y =
      sl_warp_is_race_at_y(f) && f->other.known && f->other.same_block && f->other.thread % of == 0;
  bool astray = f->kind == LENS_OUT_OF_BOUNDS_READ && strcmp(f->array, "row_ptr") == 0 &&
                is_row_of_nothing(f) && thread > 0;
  return thread % of == 0 && (at_y || astray);
}

/* Whether the finding may be a consequence: other lanes do the same, or wait forever. */
static bool is_of_row_not_taken(const sl_evidence *evidence, const sl_finding *f) {
  return sl_warp_is_of_masks(evidence, f) || sl_finding_is_out_of_bounds(f);
}

/* Explains that lanes that should ask for a row, each the first of `of`, process one that was not
 * taken. */
static sl_judgement explains_some_ask(const sl_evidence *evidence, unsigned of) {
  const sl_lens_report *seen = &evidence->seen;
  sl_counter atomics = asked(evidence, LENS_ATOMIC);
  bool one_at_a_time = atomics.threads > 0 && atomics.threads == atomics.requests;
  if (seen->num_findings == 0 || asked(evidence, LENS_LOAD).requests > 0) return SL_CONTRADICTS;
  return sl_finding_explains_if(one_at_a_time && is_of_leader(evidence, seen->findings, of) &&
                                sl_findings_all(evidence, is_of_row_not_taken));
}

/* If a warp has several vectors, they would ask together. */
static sl_judgement explains_one_vector_asks(const sl_evidence *evidence) {
  setting s = sl_warp_setting_of(evidence->given);
  return s.vectors > 1 ? explains_some_ask(evidence, (unsigned)s.width) : SL_CONTRADICTS;
}

SL_RULE_BY(explains_one_warp_asks, explains_some_ask, WARP)

/* A lane that does not ask uses a number that does not come from the counter. */
static sl_judgement explains_broadcast_forgotten(const sl_evidence *evidence) {
  const sl_finding *f = evidence->seen.findings;
  if (evidence->seen.num_findings == 0) return SL_FITS;
  if (is_negative_row(evidence, f, true)) return SL_CONTRADICTS;
  return is_negative_row(evidence, f, false) ? SL_EXPLAINS : SL_FITS;
}

static sl_judgement explains_vectors_ask(const sl_evidence *evidence) {
  return sl_finding_explains_if(sl_evidence_right(evidence) &&
                                sl_warp_asks_for_each_vector(evidence));
}

/* ---- shared memory --------------------------------------------------------------------------- */

static bool is_race_in_own_memory(const sl_evidence *evidence, const sl_finding *f) {
  return f->kind == LENS_RACE && f->other.same_block &&
         !sl_problem_find(evidence->problem, f->array);
}

/* Whether the finding is such a race or a consequence: exchanging the row too early or too late
 * sends lanes to other rows, out of the loop, or out of bounds. */
static bool is_of_own_memory(const sl_evidence *evidence, const sl_finding *f) {
  return is_race_in_own_memory(evidence, f) || is_of_row_not_taken(evidence, f) ||
         f->kind == LENS_UNINITIALISED_READ;
}

SL_RULE_BY(explains_memory_not_ordered, sl_finding_explains_all, is_race_in_own_memory,
           is_of_own_memory)

/* ---- a row that never ends ------------------------------------------------------------------- */

/* Only the hang is found: a wrong mask or shift makes lanes wait forever, too, and a shuffle from a
 * lane that takes no part hands out any row. A program that runs out of time without this finding
 * shows nothing of what it did. */
SL_RULE_BY(only_hangs, sl_finding_explains_only, LENS_HANG, NULL)

/* Whether lanes read entries repeatedly, but hardly ever the start of their row. Then the loop over
 * the entries does not end. */
static bool is_in_row(const sl_evidence *evidence) {
  enum { FAR_MORE = 1000 };
  const sl_lens_report *seen = &evidence->seen;
  uint64_t entries = sl_finding_counter_sum(seen, SL_ANY, LENS_LOAD, "values").threads,
           rows = UINT64_MAX;
  for (size_t i = 0; i < seen->num_counters; i++) {
    const sl_counter *c = &seen->counters[i];
    bool of_rows = c->operation == LENS_LOAD && strcmp(c->array, "row_ptr") == 0;
    if (of_rows && c->threads < rows) rows = c->threads;
  }
  return rows < UINT64_MAX && entries > FAR_MORE * (rows + 1);
}

static sl_judgement explains_row_never_ends(const sl_evidence *evidence) {
  return is_in_row(evidence) ? only_hangs(evidence) : SL_CONTRADICTS;
}

/* Whether the loop that hangs has neither an atomic nor a shuffle. A loop that takes rows reaches
 * one of them in each iteration, so this is another loop. */
static bool is_silent_loop(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->seen.num_findings; i++) {
    const sl_finding *f = &evidence->seen.findings[i];
    if (f->kind == LENS_HANG && f->reason == LENS_NOTHING_CHANGES) return true;
  }
  return false;
}

static sl_judgement explains_turns_never_end(const sl_evidence *evidence) {
  if (is_in_row(evidence) || is_silent_loop(evidence)) return SL_CONTRADICTS;
  return only_hangs(evidence);
}

static const sl_rule counter_rules[] = {
    {"barrier-missing", explains_memory_not_ordered},
    {"counter-not-atomic", explains_not_atomic},
    {"counter-reset", explains_counter_reset},
    {"pointer-moved", explains_pointer_moved},
    {"counter-falls", explains_counter_falls},
    {"counter-by-lanes", explains_counter_by_lanes},
    {"one-vector-asks", explains_one_vector_asks},
    {"one-warp-asks", explains_one_warp_asks},
    {"broadcast-forgotten", explains_broadcast_forgotten},
    {"row-never-ends", explains_row_never_ends},
    {"never-leaves", explains_turns_never_end},
    {"one-turn", explains_one_turn},
    {"row-by-every-lane", explains_row_by_every_lane},
    {"broadcast-from-warp", explains_broadcast_from_warp},
    {"counter-by-width", explains_counter_by_width},
    {"same-row", explains_same_row},
    {"row-by-vectors", explains_row_by_vectors},
    {"counter-by-one", explains_counter_by_one},
    {"rows-by-every-vector", explains_rows_by_every_vector},
    {"rows-by-every-lane", explains_rows_by_every_lane},
    {"vectors-ask", explains_vectors_ask},
};

const sl_rule_list sl_warp_counter_rules = SL_RULE_LIST(counter_rules);
