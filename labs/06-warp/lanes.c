/* lanes.c: mistakes of lab 06 in how lanes add up their partial sums and which lane writes y,
 * recognised by models of a warp with neighbouring rows. */
#include "judge/compare.h"
#include "judge/effects.h"
#include "judge/findings.h"
#include "rows.h"

#include <math.h>
#include <string.h>

/* ---- a warp that adds up --------------------------------------------------------------------- */

typedef enum exchange { DOWN, XOR } exchange;

/* Computes the partial sums of the lanes of a warp whose vector 0 has `first_row`. */
static void fill_lanes(const look *l, int first_row, double lanes[WARP]) {
  int width = l->s.width;
  memset(lanes, 0, WARP * sizeof *lanes);
  for (int vector = 0; vector < l->s.vectors && first_row + vector < l->rows; vector++) {
    int row = first_row + vector;
    for (int j = 0; j < sl_csr_row_length(l->s.a, row); j++) {
      lanes[vector * width + j % width] +=
          sl_spmv_row_product(l->s.given, l->s.a->row_ptr[row] + j);
    }
  }
}

/* Simulates one exchange within groups of `width` lanes. A lane that reads from outside its group
 * gets its own partial sum. */
static void add_from(exchange kind, int offset, int width, double lanes[WARP]) {
  double before[WARP];
  memcpy(before, lanes, sizeof before);
  for (int i = 0; i < WARP; i++) {
    int from = kind == XOR ? i ^ offset : i + offset;
    bool beyond = kind == XOR ? from / width > i / width : i % width + offset >= width;
    lanes[i] += before[beyond ? i : from];
  }
}

/* How a warp adds up: over the distance `from`, then half of it, and so on down to 1. */
typedef struct reduction {
  exchange kind;
  int from, width;
} reduction;

static double value_of(const look *l, int row, double sum) {
  double value = l->s.alpha * sum;
  return l->s.beta == 0 ? value : value + l->s.beta * sl_compare_initial_value(l->y, (size_t)row);
}

/* Whether lane 0 of each vector has written the result of the reduction. `whole`: only in warps in
 * which each vector has a row. */
static bool rows_have(const look *l, reduction r, bool whole) {
  for (int first = 0; first < l->rows; first += l->s.vectors) {
    double lanes[WARP];
    if (whole && first + l->s.vectors > l->rows) break;
    fill_lanes(l, first, lanes);
    for (int offset = r.from; offset > 0; offset /= 2) add_from(r.kind, offset, r.width, lanes);
    for (int v = 0; v < l->s.vectors && first + v < l->rows; v++) {
      double value = value_of(l, first + v, lanes[v * l->s.width]);
      if (!sl_warp_has_value(l, first + v, value, 2 * WARP)) return false;
    }
  }
  return true;
}

/* Explains if `fits`. If each row has the right value, nothing was wrong. */
static sl_judgement explains_if_spoilt(const look *l, bool fits) {
  if (!fits) return SL_CONTRADICTS;
  return l->count[SPOILT] > 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Explains a reduction that begins at distance 2, 4 or 8, which is right for one width. */
static sl_judgement explains_fixed_distance(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool fits = false;
  if (!l.got || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  for (int from = 2; from <= 8; from *= 2) {
    fits = fits || rows_have(&l, (reduction){DOWN, from, l.s.width}, false) ||
           rows_have(&l, (reduction){XOR, from, l.s.width}, false);
  }
  return explains_if_spoilt(&l, fits);
}

static sl_judgement explains_first_step_missed(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  if (!l.got || evidence->seen.num_findings > 0) return SL_CONTRADICTS;
  return explains_if_spoilt(&l, rows_have(&l, (reduction){DOWN, l.s.width / 4, l.s.width}, false));
}

/* Explains a reduction over the whole warp. Lanes without a row may have returned, so what other
 * lanes get from them is undefined. */
static sl_judgement explains_reduced_over_warp(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool found = evidence->seen.num_findings > 0;
  if (!l.got || !sl_findings_only(evidence, LENS_BAD_SHUFFLE, NULL)) return SL_CONTRADICTS;
  if (l.s.width == WARP) return found ? SL_CONTRADICTS : SL_NEUTRAL;
  bool fits = rows_have(&l, (reduction){DOWN, WARP / 2, WARP}, found) ||
              rows_have(&l, (reduction){XOR, WARP / 2, WARP}, found);
  if (found && l.rows < l.s.vectors) return SL_NEUTRAL; /* no warp is whole */
  return explains_if_spoilt(&l, fits);
}

/* Whether lane 0 counts its own partial sum twice: that of the row's first entries, or of its last.
 */
static bool has_own_part_twice(const look *l, int row) {
  int begin = l->s.a->row_ptr[row], length = sl_csr_row_length(l->s.a, row);
  double first = 0, last = 0, sum = sl_spmv_row_right(l->s.given, row);
  for (int j = 0; j < length; j += l->s.width) {
    first += sl_spmv_row_product(l->s.given, begin + j);
    last += sl_spmv_row_product(l->s.given, begin + length - 1 - j);
  }
  return sl_warp_has_value(l, row, value_of(l, row, sum + first), WARP) ||
         sl_warp_has_value(l, row, value_of(l, row, sum + last), WARP);
}

static sl_judgement explains_own_part_twice(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool fits = l.got && evidence->seen.num_findings == 0 && sl_warp_each_row(&l, has_own_part_twice);
  return explains_if_spoilt(&l, fits);
}

/* Explains that the sum is not reset. On the lens the first warp runs alone and takes all rows in
 * order. The rows of its first iteration are right, and most of the later ones are not. */
static sl_judgement explains_sum_not_reset(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool fits = l.got && evidence->seen.num_findings == 0;
  for (int row = 0; fits && row < l.rows && row < l.s.vectors; row++) {
    fits = sl_warp_state_of(&l, row) != SPOILT;
  }
  /* Some of the other rows may be unchanged or right by chance. */
  if (!fits || l.count[LEFT_OUT] > l.count[SPOILT] / 8) return SL_CONTRADICTS;
  return l.count[SPOILT] > WARP && l.count[SPOILT] > l.count[RIGHT] ? SL_EXPLAINS : SL_NEUTRAL;
}

/* ---- entries --------------------------------------------------------------------------------- */

static bool is_of_entries(const sl_finding *f) {
  return strcmp(f->array, "values") == 0 || strcmp(f->array, "col_idx") == 0;
}

static bool is_of_next_entry(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_OUT_OF_BOUNDS_READ && is_of_entries(f) && f->index == f->length;
}

/* Whether the finding is such a read or a consequence: a lane that the lens ends there is missing
 * from later exchanges. */
static bool is_next_entry_or_mask(const sl_evidence *evidence, const sl_finding *f) {
  return is_of_next_entry(evidence, f) || sl_warp_is_of_masks(evidence, f);
}

static bool has_next_entry(const look *l, int row) {
  int end = l->s.a->row_ptr[row + 1];
  if (end == l->s.a->nnz) return true; /* the program has read past the end */
  double sum = sl_spmv_row_right(l->s.given, row) + sl_spmv_row_product(l->s.given, end);
  return sl_warp_has_value(l, row, value_of(l, row, sum), WARP);
}

/* Explains that each row also has the first entry of the next row. */
static sl_judgement explains_entry_too_many(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  const sl_lens_report *seen = &evidence->seen;
  if (l.s.a->nnz == 0 && seen->num_findings > 0 && is_of_entries(&seen->findings[0])) {
    return SL_NEUTRAL; /* the memory was never written, so the index can be anything */
  }
  if (seen->num_findings > 0) {
    return sl_finding_explains_all(evidence, is_of_next_entry, is_next_entry_or_mask);
  }
  return explains_if_spoilt(&l, l.got && sl_warp_each_row(&l, has_next_entry));
}

/* ---- α and β --------------------------------------------------------------------------------- */

/* Whether the row has the value that it would have without the β term (has_no_beta), or with β = 1
 * (has_whole_y). */
static bool has_no_beta(const look *l, int row) {
  return sl_warp_has_value(l, row, l->s.alpha * sl_spmv_row_right(l->s.given, row), 2);
}

static bool has_whole_y(const look *l, int row) {
  double old = sl_compare_initial_value(l->y, (size_t)row);
  return sl_warp_has_value(l, row, l->s.alpha * sl_spmv_row_right(l->s.given, row) + old, 2);
}

/* Explains that y is read although β is 0. If β is not 0, each row must follow the rule
 * `otherwise`. */
static sl_judgement reads_y_for_zero(const sl_evidence *evidence, row_rule *otherwise) {
  look l = sl_warp_look(evidence);
  if (l.s.a->num_rows == 0) return SL_NEUTRAL;
  if (l.s.beta != 0) {
    bool fits = l.got && evidence->seen.num_findings == 0 && sl_warp_each_row(&l, otherwise);
    return explains_if_spoilt(&l, fits);
  }
  if (evidence->seen.num_findings == 0) return l.count[RIGHT] > 0 ? SL_NEVER : SL_NEUTRAL;
  return sl_findings_only(evidence, LENS_UNINITIALISED_READ, "y") ? SL_EXPLAINS : SL_NEUTRAL;
}

SL_RULE_BY(explains_beta_reversed, reads_y_for_zero, has_no_beta)
SL_RULE_BY(explains_beta_ignored, reads_y_for_zero, has_whole_y)

/* ---- which lane writes which row ------------------------------------------------------------- */

/* Explains that all lanes of a vector write its row, and race there. */
static sl_judgement explains_all_lanes_write(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  bool adds = sl_finding_counter_sum(&evidence->seen, SL_ANY, LENS_ATOMIC, "y").threads > 0;
  if (!sl_warp_only_raced(&l) || adds) return SL_CONTRADICTS;
  return sl_finding_explains_if(sl_findings_all(evidence, sl_warp_is_within_vector));
}

/* Explains that only the first row of each block was written. */
static sl_judgement explains_first_thread_alone(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  const sl_lens_report *seen = &evidence->seen;
  if (!l.got || seen->num_findings > 0 || seen->num_launches != 1) return SL_CONTRADICTS;
  int of_block = (int)sl_finding_block_threads(&seen->launches[0]) / l.s.width;
  for (int row = 0; row < l.rows && of_block > 0; row++) {
    row_state state = sl_warp_state_of(&l, row);
    if (state == SPOILT) return SL_CONTRADICTS;
    if (state != TELLS_NOTHING && (state == RIGHT) != (row % of_block == 0)) return SL_CONTRADICTS;
  }
  return l.count[LEFT_OUT] > 0 && of_block > 1 ? SL_EXPLAINS : SL_NEUTRAL;
}

static bool was_done_twice(const look *l, int row) {
  double sum = sl_spmv_row_right(l->s.given, row), once = value_of(l, row, sum);
  return sl_warp_has_value(l, row, l->s.alpha * sum + l->s.beta * (l->s.beta == 0 ? 0 : once), 2);
}

/* Explains that there are two launches, and both have processed each row. */
static sl_judgement explains_worked_twice(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  size_t launches = 0;
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    launches += evidence->seen.launches[i].error == 0;
  }
  bool fits = l.got && launches > 1 && evidence->seen.num_findings == 0;
  return explains_if_spoilt(&l, fits && sl_warp_each_row(&l, was_done_twice));
}

static bool is_between_vectors(const sl_evidence *evidence, const sl_finding *f) {
  return sl_warp_is_race_at_y(f) && f->other.known && !sl_finding_is_between_streams(f) &&
         !sl_warp_is_within_vector(evidence, f);
}

/* Whether the finding is such a race or a consequence: lanes of these vectors may be missing from
 * an exchange of other lanes, or wait forever. */
static bool is_of_shared_row(const sl_evidence *evidence, const sl_finding *f) {
  bool race = f->kind == LENS_RACE;
  return is_between_vectors(evidence, f) || (!race && sl_warp_is_of_masks(evidence, f));
}

/* Explains that vectors collide at an element of y, because they have the same row. The reason is
 * unknown. */
static sl_judgement explains_row_of_several(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  if (evidence->seen.num_findings == 0) return l.count[SPOILT] ? SL_CONTRADICTS : SL_NEUTRAL;
  return sl_finding_explains_all(evidence, is_between_vectors, is_of_shared_row);
}

/* Explains that some rows were not processed, and the others are right. */
static sl_judgement explains_rows_left_out(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  return sl_finding_explains_if(sl_warp_nothing_spoilt(&l) && l.count[LEFT_OUT] > 0 &&
                                l.count[RIGHT] > 0);
}

/* Explains that only the first row is missing. */
static sl_judgement explains_first_row_missed(const sl_evidence *evidence) {
  look l = sl_warp_look(evidence);
  if (!sl_warp_nothing_spoilt(&l) || l.count[LEFT_OUT] > 1) return SL_CONTRADICTS;
  return l.first_left_out == 0 ? SL_EXPLAINS : SL_NEUTRAL;
}

/* Whether one vector accesses the element after the last one. */
static bool is_of_next_row(const sl_evidence *evidence, const sl_finding *f) {
  bool of_rows = strcmp(f->array, "row_ptr") == 0 || strcmp(f->array, "y") == 0;
  bool one = f->count <= (unsigned)sl_warp_setting_of(evidence->given).width;
  return of_rows && one && f->index == f->length && sl_finding_is_out_of_bounds(f);
}

/* Explains that one row too many is processed, whatever the number of rows. */
static sl_judgement explains_bound_too_far(const sl_evidence *evidence) {
  if (evidence->seen.num_findings > 0) {
    return sl_finding_explains_if(sl_findings_none_but(evidence, is_of_next_row));
  }
  return sl_finding_explains_if(evidence->past_end == 1 || evidence->past_end == 2);
}

static const sl_rule lane_rules[] = {
    {"bound-too-far", explains_bound_too_far},
    {"all-lanes-write", explains_all_lanes_write},
    {"too-few-vectors", sl_effect_too_few_threads},
    {"sum-in-integer", sl_effect_whole_sums},
    {"sum-not-reset", explains_sum_not_reset},
    {"fixed-distance", explains_fixed_distance},
    {"first-step-missed", explains_first_step_missed},
    {"reduced-over-warp", explains_reduced_over_warp},
    {"own-part-twice", explains_own_part_twice},
    {"entry-too-many", explains_entry_too_many},
    {"beta-reversed", explains_beta_reversed},
    {"beta-ignored", explains_beta_ignored},
    {"first-thread-alone", explains_first_thread_alone},
    {"worked-twice", explains_worked_twice},
    {"first-row-missed", explains_first_row_missed},
    {"row-of-several", explains_row_of_several},
    {"rows-left-out", explains_rows_left_out},
};

const sl_rule_list sl_warp_lane_rules = SL_RULE_LIST(lane_rules);
