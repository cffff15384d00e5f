/* masks.c: wrong masks in lab 06, recognised by the lens's findings. */
#include "judge/account.h"
#include "judge/findings.h"
#include "rows.h"

/* Whether a lane takes part in an exchange although the mask does not name it. */
static bool is_mask_without_caller(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_MASK && f->reason == LENS_LANE_NOT_NAMED;
}

static bool is_of_absent_source(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_SHUFFLE || f->kind == LENS_HANG || sl_warp_is_race_at_y(f);
}

/* Whether the finding follows from a wrong mask. After a wrong exchange, lanes have values of lanes
 * outside the mask: they may process a row that is not theirs, or loop forever, and later exchanges
 * lack lanes. */
static bool follows_from_mask(const sl_evidence *evidence, const sl_finding *f) {
  return is_of_absent_source(evidence, f) || sl_finding_is_mask_of_absent(evidence, f);
}

bool sl_warp_is_of_masks(const sl_evidence *evidence, const sl_finding *f) {
  return f->kind == LENS_BAD_MASK || follows_from_mask(evidence, f);
}

/* Whether a thread of the first warp shifts too far. If the lens does not check shifts, it sees the
 * mask that results. */
static bool shows_shift_too_far(const sl_evidence *evidence, const sl_finding *f) {
  if (f->kind == LENS_SHIFT_TOO_FAR) return sl_finding_thread_number(evidence, f) < WARP;
  return is_mask_without_caller(evidence, f);
}

static bool is_of_shift_too_far(const sl_evidence *evidence, const sl_finding *f) {
  bool widest = sl_warp_setting_of(evidence->given).width == WARP;
  return widest && (shows_shift_too_far(evidence, f) || follows_from_mask(evidence, f));
}

SL_RULE_BY(explains_shift_too_far, sl_finding_explains_all, shows_shift_too_far,
           is_of_shift_too_far)

static bool is_of_mask_of_first_vector(const sl_evidence *evidence, const sl_finding *f) {
  unsigned lane = sl_finding_thread_number(evidence, f) % WARP;
  bool in_first = lane < (unsigned)sl_warp_setting_of(evidence->given).width;
  bool foreign = is_mask_without_caller(evidence, f) && !in_first;
  return foreign || follows_from_mask(evidence, f);
}

SL_RULE_BY(explains_mask_of_first_vector, sl_finding_explains_all, is_mask_without_caller,
           is_of_mask_of_first_vector)

/* Whether the thread that shifts too far is in another warp, or has an empty mask. */
static bool shows_shift_of_block(const sl_evidence *evidence, const sl_finding *f) {
  if (f->kind == LENS_SHIFT_TOO_FAR) return sl_finding_thread_number(evidence, f) >= WARP;
  return is_mask_without_caller(evidence, f) && f->mask == 0;
}

static bool is_of_shift_of_block(const sl_evidence *evidence, const sl_finding *f) {
  if (!shows_shift_of_block(evidence, f)) return sl_warp_is_of_masks(evidence, f);
  return sl_finding_thread_number(evidence, f) >= WARP;
}

/* A shift that grows with the thread's index in the block makes the mask empty in some warp after
 * the first. */
SL_RULE_BY(explains_shift_of_block, sl_finding_explains_all, shows_shift_of_block,
           is_of_shift_of_block)

/* Explains a block whose last warp is not whole: its masks and shuffles name lanes that do not
 * exist. A vector may also lie in two blocks, and then both write its row. */
static sl_judgement explains_block_not_of_warps(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    if (sl_finding_block_threads(&evidence->seen.launches[i]) % WARP == 0) continue;
    if (evidence->seen.num_findings == 0) return SL_NEUTRAL;
    return sl_finding_explains_all(evidence, sl_warp_is_of_masks, sl_warp_is_of_masks);
  }
  return SL_CONTRADICTS;
}

static bool is_bad_shuffle(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_SHUFFLE;
}

SL_RULE_BY(explains_source_has_left, sl_finding_explains_all, is_bad_shuffle, is_of_absent_source)
SL_RULE_BY(explains_mask_of_absent, sl_finding_explains_all, sl_finding_is_mask_of_absent,
           follows_from_mask)

static const sl_rule mask_rules[] = {
    SL_RULES_OF_HOST,
    {"second-dimension", sl_finding_second_dimension},
    {"shift-too-far", explains_shift_too_far},
    {"mask-of-first-vector", explains_mask_of_first_vector},
    {"shift-of-block", explains_shift_of_block},
    {"mask-of-absent", explains_mask_of_absent},
    {"block-not-of-warps", explains_block_not_of_warps},
    {"source-has-left", explains_source_has_left},
};

const sl_rule_list sl_warp_mask_rules = SL_RULE_LIST(mask_rules);
