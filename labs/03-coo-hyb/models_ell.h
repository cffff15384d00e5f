/* models_ell.h: what students get wrong where the ELL part of lab 03 is read, as models. Included
 * by lab.c alone, behind models.h. */
#ifndef LAB_03_MODELS_ELL_H
#define LAB_03_MODELS_ELL_H

#include "models.h"

/* ---- slots looked for at the wrong place, inside of the arrays ------------------------------- */

/* Slot i of a row is looked for at element first + i · step. */
typedef struct slot_walk {
  size_t first, step;
} slot_walk;

typedef slot_walk slot_rule(size_t row, size_t width);

/* Adds what the walk meets. False where it leaves the arrays, and where it matters whether the loop
 * skips padding or ends there. */
static bool walk_slots(const sl_evidence *evidence, slot_walk walk, double *y, strays *got) {
  const sl_array *col_idx = sl_problem_find(evidence->problem, "ell_col_idx");
  const double *values = sl_problem_find(evidence->problem, "ell_values")->reals;
  bool ended = false;
  for (int i = 0; i < width_of(evidence); i++) {
    size_t slot = walk.first + (size_t)i * walk.step;
    if (slot >= col_idx->count) return false;
    int col = col_idx->ints[slot];
    ended = ended || col < 0;
    if (ended && col >= 0) return false;
    if (!ended) take(values[slot] * evidence->given->x[col], 1, y, got);
  }
  return true;
}

static void predict_by_walk(const sl_evidence *evidence, slot_rule *rule, double *const *answers) {
  const sl_case *given = evidence->given;
  double *y = sl_predicted(evidence, answers, "y");
  for (int row = 0; row < given->matrix.num_rows; row++) {
    cut_row part = cut(evidence, row);
    strays got = {0};
    slot_walk walk = rule((size_t)row, (size_t)width_of(evidence));
    bool known = walk_slots(evidence, walk, &y[row], &got);
    for (int k = part.middle; k < part.end; k++) take(sl_row_product(given, k), 1, &y[row], &got);
    if (!known || is_too_rough(evidence, row, got)) y[row] = (double)NAN;
  }
}

static slot_walk side_by_side(size_t row, size_t width) {
  return (slot_walk){row * width, 1};
}

static slot_walk a_width_apart(size_t row, size_t width) {
  return (slot_walk){row, width};
}

static void predict_ell_row_major(const sl_evidence *evidence, double *const *answers) {
  predict_by_walk(evidence, side_by_side, answers);
}

static void predict_ell_wrong_stride(const sl_evidence *evidence, double *const *answers) {
  predict_by_walk(evidence, a_width_apart, answers);
}

/* ---- slots looked for behind the arrays ------------------------------------------------------ */

/* Whether a finding's thread can be that of this row, whatever the size of the student's blocks. */
static bool is_thread_of_row(const sl_finding *f, long long row) {
  long long block = f->block[0], thread = f->thread[0], in_front = row - thread;
  if (block == 0) return in_front == 0;
  long long block_size = in_front / block;
  return in_front % block == 0 && block_size > thread && block_size <= SL_MAX_BLOCK;
}

/* A read behind the arrays of the ELL part, by the thread of a row. */
static bool is_behind_ell(const sl_evidence *evidence, const sl_finding *f, long long row) {
  long long rows = evidence->given->matrix.num_rows, slots = rows * width_of(evidence);
  bool behind = f->kind == LENS_OUT_OF_BOUNDS_READ && f->length == slots && f->index >= slots;
  return behind && row >= 0 && row < rows && is_thread_of_row(f, row);
}

/* The slot behind the last of a row. */
static bool is_slot_too_far(const sl_evidence *evidence, const sl_finding *f) {
  return is_behind_ell(evidence, f, f->index - f->length);
}

/* Row r begins at r · num_rows: from row `width` on that is behind the arrays. */
static bool is_row_too_far(const sl_evidence *evidence, const sl_finding *f) {
  long long rows = evidence->given->matrix.num_rows;
  return rows > 0 && f->index % rows == 0 && is_behind_ell(evidence, f, f->index / rows);
}

/* At least one thread was seen at such a place. What it reads far behind the end, in arrays of
 * others, may be anything, and lead it anywhere; but a kernel that reads too far writes nothing
 * outside. Arrays without elements tell nothing. */
static sl_judgement judge_reads(const sl_evidence *evidence, sl_finding_rule *is_there) {
  if (evidence->num_findings > 0 && width_of(evidence) == 0) return SL_NEUTRAL;
  bool written = sl_found(evidence, LENS_OUT_OF_BOUNDS_WRITE, NULL);
  return sl_first_finding(evidence, is_there) && !written ? SL_EXPLAINS : SL_CONTRADICTS;
}

static sl_judgement explains_ell_slot_too_far(const sl_evidence *evidence) {
  return judge_reads(evidence, is_slot_too_far);
}

static sl_judgement explains_ell_rows_too_far(const sl_evidence *evidence) {
  return judge_reads(evidence, is_row_too_far);
}

#endif
