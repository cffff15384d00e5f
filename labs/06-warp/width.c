/* width.c: the task width of lab 06: the calls that it asks for, and mistakes in the choice of a
 * width, recognised by the results of all calls. */
#include "judge/findings.h"
#include "setting.h"

#include <stdio.h>

int sl_warp_right_width(int num_rows, int nnz) {
  long long rows = num_rows;
  if (nnz < 2 * rows || rows == 0) return 2;
  return nnz < 4 * rows ? 4 : nnz < 64 * rows ? 8 : 32;
}

/* The sizes to ask for: means just below, at and just above the bounds, no rows, matrices so large
 * that 64, 4 and 2 times num_rows do not fit into an int, and means that a float rounds up to 64, 4
 * and 2. */
static const int sizes[][2] = {
    {0, 0},
    {1, 0},
    {1, 1},
    {1, 2},
    {1, 3},
    {1, 4},
    {1, 5},
    {1, 7},
    {1, 8},
    {1, 9},
    {1, 16},
    {1, 63},
    {1, 64},
    {1, 65},
    {1, 2000000000},
    {100, 199},
    {100, 200},
    {100, 201},
    {100, 399},
    {100, 400},
    {100, 401},
    {100, 6399},
    {100, 6400},
    {100, 100000},
    {40000000, 400000000},
    {600000000, 1800000000},
    {1200000000, 3},
    {30000000, 1919999999},
    {50000000, 199999999},
    {50000000, 99999999},
};

enum { NUM_SIZES = SL_COUNT(sizes), NUM_CALLS };

/* Writes the call, which a student can try by hand. */
static void say_call(const sl_problem *problem, size_t i, char *out, size_t size) {
  const sl_array *num_rows = sl_problem_find(problem, "num_rows");
  const sl_array *nnz = sl_problem_find(problem, "nnz");
  (void)snprintf(out, size, "choose_vector_width(%d, %d)", num_rows->ints[i], nnz->ints[i]);
}

/* Poses the sizes of the table, and those of the case's own matrix. A skeleton returns 0. */
sl_status sl_warp_pose_width(const sl_case *given, sl_problem *out) {
  int *num_rows, *nnz, right[NUM_CALLS];
  SL_TRY(sl_problem_own(out, NUM_CALLS, sizeof *num_rows, &num_rows));
  SL_TRY(sl_problem_own(out, NUM_CALLS, sizeof *nnz, &nnz));
  for (int i = 0; i < NUM_CALLS; i++) {
    num_rows[i] = i < NUM_SIZES ? sizes[i][0] : given->matrix.num_rows;
    nnz[i] = i < NUM_SIZES ? sizes[i][1] : given->matrix.nnz;
    right[i] = sl_warp_right_width(num_rows[i], nnz[i]);
  }
  out->say_element = say_call;
  SL_TRY(sl_problem_int(out, "count", NUM_CALLS));
  SL_TRY(sl_problem_ints(out, "num_rows", SL_HOST, SL_IN, num_rows, NUM_CALLS));
  SL_TRY(sl_problem_ints(out, "nnz", SL_HOST, SL_IN, nnz, NUM_CALLS));
  SL_TRY(sl_problem_change_ints(out, "widths", SL_HOST, NULL, right, NUM_CALLS));
  out->arrays[out->num_arrays - 1].is_returned = true;
  return SL_OK;
}

/* ---- mistakes -------------------------------------------------------------------------------- */

/* The arguments and results of all calls. */
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

/* Returns the width that a program with the mistake returns; 0: it may return any width. */
typedef int width_model(int num_rows, int nnz);

static sl_judgement explains_widths(const sl_evidence *evidence, width_model *model) {
  calls c;
  if (!take_calls(evidence, &c)) return SL_CONTRADICTS;
  bool wrong = false;
  for (int i = 0; i < c.count; i++) {
    int width = model(c.num_rows[i], c.nnz[i]);
    if (width && c.got[i] != width) return SL_CONTRADICTS;
    wrong = wrong || (width && width != sl_warp_right_width(c.num_rows[i], c.nnz[i]));
  }
  return sl_finding_explains_if(wrong);
}

/* The width by a program whose first comparison accepts everything that the later ones test. */
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
  if ((long long)nnz + num_rows - 1 > 2147483647) return 0; /* the sum overflows an int */
  return mean < 2 ? 2 : mean < 4 ? 4 : mean < 64 ? 8 : 32;
}

SL_RULE_BY(explains_order_of_bounds, explains_widths, by_last_bound)
SL_RULE_BY(explains_mean_in_float, explains_widths, by_float)
SL_RULE_BY(explains_mean_rounded_up, explains_widths, by_mean_rounded_up)

static bool is_width(double width) {
  return width == 2 || width == 4 || width == 8 || width == 32;
}

/* Explains that some calls returned none of the four widths, and most calls are right. */
static sl_judgement explains_other_width(const sl_evidence *evidence) {
  calls c;
  if (!take_calls(evidence, &c)) return SL_CONTRADICTS;
  int other = 0;
  for (int i = 0; i < c.count; i++) {
    if (c.got[i] == sl_warp_right_width(c.num_rows[i], c.nnz[i])) continue;
    if (is_width(c.got[i])) return SL_CONTRADICTS;
    other++;
  }
  return sl_finding_explains_if(other > 0 && 2 * other < c.count);
}

/* Explains that the width is one of the four and never falls as the mean grows, so that there are
 * three bounds, not all of which are right. */
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

static const sl_rule width_rules[] = {
    {"order-of-bounds", explains_order_of_bounds}, {"mean-in-float", explains_mean_in_float},
    {"mean-rounded-up", explains_mean_rounded_up}, {"other-bound", explains_other_bound},
    {"other-width", explains_other_width},
};

const sl_rule_list sl_warp_width_rules = SL_RULE_LIST(width_rules);
