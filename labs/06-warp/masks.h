/* masks.h: recognizes wrong masks in lab 06 by the lens's findings. Included by lab.c alone. */
#ifndef LAB_06_MASKS_H
#define LAB_06_MASKS_H

#include "judge/findings.h"
#include "setting.h"

#include <string.h>

/* A mask without a lane that takes part. */
static bool is_mask_without_caller(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_MASK && f->reason == LENS_LANE_NOT_NAMED;
}

static bool is_mask_of_absent(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_MASK && f->reason == LENS_LANES_NEVER_COME;
}

/* After a wrong exchange, lanes have values of lanes outside the mask: they may process a row that
 * is not theirs, or loop forever, and later exchanges lack lanes. */
static bool follows_from_mask(const sl_evidence *evidence, const sl_finding *f) {
  bool race_at_y = f->kind == LENS_RACE && strcmp(f->array, "y") == 0;
  return f->kind == LENS_BAD_SHUFFLE || f->kind == LENS_HANG || race_at_y ||
         is_mask_of_absent(evidence, f);
}

/* Consequences of wrong masks, and of a vector whose lanes have different rows. */
static bool is_of_masks(const sl_evidence *evidence, const sl_finding *f) {
  return f->kind == LENS_BAD_MASK || follows_from_mask(evidence, f);
}

/* The first thread that shifts too far is in the first warp. If the lens does not check shifts, it
 * sees the resulting mask. */
static bool shows_shift_too_far(const sl_evidence *evidence, const sl_finding *f) {
  if (f->kind == LENS_SHIFT_TOO_FAR) return sl_finding_thread_number(evidence, f) < WARP;
  return is_mask_without_caller(evidence, f);
}

static bool is_of_shift_too_far(const sl_evidence *evidence, const sl_finding *f) {
  bool widest = setting_of(evidence->given).width == WARP;
  return widest && (shows_shift_too_far(evidence, f) || follows_from_mask(evidence, f));
}

static sl_judgement explains_shift_too_far(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, shows_shift_too_far, is_of_shift_too_far);
}

static bool is_of_mask_of_first_vector(const sl_evidence *evidence, const sl_finding *f) {
  unsigned lane = sl_finding_thread_number(evidence, f) % WARP;
  bool in_first = lane < (unsigned)setting_of(evidence->given).width;
  bool foreign = is_mask_without_caller(evidence, f) && !in_first;
  return foreign || follows_from_mask(evidence, f);
}

static sl_judgement explains_mask_of_first_vector(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, is_mask_without_caller, is_of_mask_of_first_vector);
}

/* The thread is in another warp, or has an empty mask. */
static bool shows_shift_of_block(const sl_evidence *evidence, const sl_finding *f) {
  if (f->kind == LENS_SHIFT_TOO_FAR) return sl_finding_thread_number(evidence, f) >= WARP;
  return is_mask_without_caller(evidence, f) && f->mask == 0;
}

static bool is_of_shift_of_block(const sl_evidence *evidence, const sl_finding *f) {
  if (!shows_shift_of_block(evidence, f)) return is_of_masks(evidence, f);
  return sl_finding_thread_number(evidence, f) >= WARP;
}

/* A shift that grows with the thread's index in the block makes the mask empty in some warp after
 * the first. */
static sl_judgement explains_shift_of_block(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, shows_shift_of_block, is_of_shift_of_block);
}

static bool is_of_masks_or_rows(const sl_evidence *evidence, const sl_finding *f) {
  return is_of_masks(evidence, f) || (f->kind == LENS_RACE && strcmp(f->array, "y") == 0);
}

/* A block whose last warp is not whole: its masks and shuffles name lanes that do not exist. A
 * vector may also lie in two blocks, and both write its row. */
static sl_judgement explains_block_not_of_warps(const sl_evidence *evidence) {
  for (size_t i = 0; i < evidence->seen.num_launches; i++) {
    if (sl_finding_block_threads(&evidence->seen.launches[i]) % WARP == 0) continue;
    if (evidence->seen.num_findings == 0) return SL_NEUTRAL;
    return sl_finding_explains_all(evidence, is_of_masks, is_of_masks_or_rows);
  }
  return SL_CONTRADICTS;
}

static bool is_of_absent_source(const sl_evidence *evidence, const sl_finding *f) {
  bool race_at_y = f->kind == LENS_RACE && strcmp(f->array, "y") == 0;
  (void)evidence;
  return f->kind == LENS_BAD_SHUFFLE || f->kind == LENS_HANG || race_at_y;
}

static bool is_bad_shuffle(const sl_evidence *evidence, const sl_finding *f) {
  (void)evidence;
  return f->kind == LENS_BAD_SHUFFLE;
}

static sl_judgement explains_source_has_left(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, is_bad_shuffle, is_of_absent_source);
}

static sl_judgement explains_mask_of_absent(const sl_evidence *evidence) {
  return sl_finding_explains_all(evidence, is_mask_of_absent, follows_from_mask);
}

#endif
