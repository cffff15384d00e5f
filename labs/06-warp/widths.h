/* widths.h: recognizes mistakes of lab 06 in the choice of a width by what all calls returned.
 * Included by lab.c alone. */
#ifndef LAB_06_WIDTHS_H
#define LAB_06_WIDTHS_H

#include "judge/findings.h"
#include "setting.h"

/* The results, call by call. */
typedef struct calls {
  const int *num_rows, *nnz;
  const double *got;
  int count;
} calls;

static bool take_calls(const sl_evidence *evidence, calls *out) {
  *out = (calls){sl_problem_find(evidence->problem, "num_rows")->ints,
                 sl_problem_find(evidence->problem, "nnz")->ints,
                 sl_evidence_answer(evidence, "widths"), NUM_CALLS};
  return out->got && evidence->seen.num_findings == 0 && !evidence->fault_signal;
}

/* What a mistake returns; 0: anything. */
typedef int width_model(int num_rows, int nnz);

static sl_judgement explains_widths(const sl_evidence *evidence, width_model *model) {
  calls c;
  if (!take_calls(evidence, &c)) return SL_CONTRADICTS;
  bool wrong = false;
  for (int i = 0; i < c.count; i++) {
    int width = model(c.num_rows[i], c.nnz[i]);
    if (width && c.got[i] != width) return SL_CONTRADICTS;
    wrong = wrong || (width && width != right_width(c.num_rows[i], c.nnz[i]));
  }
  return sl_finding_explains_if(wrong);
}

/* The first comparison accepts everything that the later ones test. */
static int by_last_bound(int num_rows, int nnz) {
  if (num_rows == 0) return 0;
  return nnz < 64LL * num_rows ? 8 : 32;
}

static int by_float(int num_rows, int nnz) {
  if (num_rows == 0) return 0;
  float mean = (float)nnz / (float)num_rows;
  return mean < 2 ? 2 : mean < 4 ? 4 : mean < 64 ? 8 : 32;
}

static int by_mean_rounded_up(int num_rows, int nnz) {
  if (num_rows == 0) return 0;
  long long mean = ((long long)nnz + num_rows - 1) / num_rows;
  if ((long long)nnz + num_rows - 1 > 2147483647) return 0; /* which overflows an int */
  return mean < 2 ? 2 : mean < 4 ? 4 : mean < 64 ? 8 : 32;
}

static sl_judgement explains_order_of_bounds(const sl_evidence *evidence) {
  return explains_widths(evidence, by_last_bound);
}

static sl_judgement explains_mean_in_float(const sl_evidence *evidence) {
  return explains_widths(evidence, by_float);
}

static sl_judgement explains_mean_rounded_up(const sl_evidence *evidence) {
  return explains_widths(evidence, by_mean_rounded_up);
}

static bool is_width(double width) {
  return width == 2 || width == 4 || width == 8 || width == 32;
}

/* Some calls returned none of the four widths, and most calls are right. */
static sl_judgement explains_other_width(const sl_evidence *evidence) {
  calls c;
  if (!take_calls(evidence, &c)) return SL_CONTRADICTS;
  int other = 0;
  for (int i = 0; i < c.count; i++) {
    if (c.got[i] == right_width(c.num_rows[i], c.nnz[i])) continue;
    if (is_width(c.got[i])) return SL_CONTRADICTS;
    other++;
  }
  return sl_finding_explains_if(other > 0 && 2 * other < c.count);
}

/* The width is one of the four and never falls as the mean grows, so there are three bounds; they
 * are not all where they should be. */
static sl_judgement explains_other_bound(const sl_evidence *evidence) {
  calls c;
  if (!take_calls(evidence, &c)) return SL_CONTRADICTS;
  for (int i = 0; i < c.count; i++) {
    if (!is_width(c.got[i])) return SL_CONTRADICTS;
    for (int j = 0; j < c.count; j++) {
      if (!c.num_rows[i] || !c.num_rows[j]) continue;
      bool longer = (long long)c.nnz[i] * c.num_rows[j] > (long long)c.nnz[j] * c.num_rows[i];
      if (longer && c.got[i] < c.got[j]) return SL_CONTRADICTS;
    }
    bool without_rows = c.num_rows[i] == 0 && c.got[i] != 2;
    if (without_rows) return SL_CONTRADICTS;
  }
  return SL_EXPLAINS;
}

#endif
