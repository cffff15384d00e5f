/* pairs.c: the combined effect of two mistakes on y. */
#include "judge/pairs.h"

#include "judge/compare.h"
#include "judge/spmv.h"

#include <math.h>
#include <string.h>

/* What a mistake changes; two that change the same aspect exclude each other. */
typedef enum aspect { OLD_Y, SIGN, ROWS, ENTRIES, FACTORS } aspect;

typedef enum pairs_change {
  Y_LOST,
  Y_TWICE,
  SUBTRACTED,
  NO_LAST_ROW,
  NO_FIRST_ROW,
  NO_FIRST_ENTRY,
  NO_LAST_ENTRY,
  NO_LAST_SLOT,
  ONLY_LAST_ENTRY,
  NO_X,
  NO_VALUES,
  X_BY_ROW,
  X_BY_PLACE,
  NUM_CHANGES
} pairs_change;

/* For each change, the aspect that it changes, and the names that labs use for the mistake. */
static const struct {
  aspect aspect;
  const char *names[4];
} changes[NUM_CHANGES] = {
    [Y_LOST] = {OLD_Y, {"overwritten"}},
    [Y_TWICE] = {OLD_Y, {"y-twice"}},
    [SUBTRACTED] = {SIGN, {"subtracted"}},
    [NO_LAST_ROW] = {ROWS, {"last-row-missed"}},
    [NO_FIRST_ROW] = {ROWS, {"first-row-missed"}},
    [NO_FIRST_ENTRY] = {ENTRIES,
                        {"first-entry-missed", "first-slot-missed", "first-diagonal-missed"}},
    [NO_LAST_ENTRY] = {ENTRIES, {"last-entry-missed"}},
    [NO_LAST_SLOT] = {ENTRIES, {"last-slot-missed", "last-diagonal-missed"}},
    [ONLY_LAST_ENTRY] = {ENTRIES, {"sum-overwritten"}},
    [NO_X] = {FACTORS, {"without-x"}},
    [NO_VALUES] = {FACTORS, {"without-values"}},
    [X_BY_ROW] = {FACTORS, {"x-by-row"}},
    [X_BY_PLACE] = {FACTORS, {"x-by-place"}},
};

typedef struct pair {
  pairs_change of[2];
} pair;

/* Stores pair number `n` in `*out`. False: there are fewer pairs. */
static bool pair_at(int n, pair *out) {
  for (int a = 0; a < NUM_CHANGES; a++) {
    for (int b = a + 1; b < NUM_CHANGES; b++) {
      if (changes[a].aspect == changes[b].aspect || n-- > 0) continue;
      *out = (pair){{(pairs_change)a, (pairs_change)b}};
      return true;
    }
  }
  return false;
}

static bool makes(const pair *p, pairs_change it) {
  return p->of[0] == it || p->of[1] == it;
}

/* ---- the effect of a pair -------------------------------------------------------------------- */

typedef struct scaled {
  const sl_case *given;
  const double *values;
  const sl_array *y;
  double alpha, beta;
  int longest;
} scaled;

static double scalar(const sl_problem *problem, const char *name) {
  const sl_array *array = sl_problem_find(problem, name);
  return array ? array->reals[0] : 1;
}

static bool read_task(const sl_evidence *evidence, scaled *out) {
  const sl_problem *problem = evidence->problem;
  const sl_csr *a = &evidence->given->matrix;
  *out = (scaled){.given = evidence->given,
                  .values = problem->values ? problem->values : a->values,
                  .y = sl_problem_find(problem, "y")};
  if (!out->y || !out->y->bound || out->y->count != (size_t)a->num_rows) return false;
  out->alpha = scalar(problem, "alpha");
  out->beta = scalar(problem, "beta");
  for (int row = 0; row < a->num_rows; row++) {
    int length = sl_csr_row_length(a, row);
    if (length > out->longest) out->longest = length;
  }
  return true;
}

static bool takes_entry(const pair *p, const scaled *s, int place, int length) {
  if (makes(p, NO_FIRST_ENTRY)) return place > 0;
  if (makes(p, NO_LAST_ENTRY)) return place < length - 1;
  if (makes(p, NO_LAST_SLOT)) return place < s->longest - 1;
  if (makes(p, ONLY_LAST_ENTRY)) return place == length - 1;
  return true;
}

/* Returns the product of an entry as the two mistakes compute it; NAN: x has no such element, and
 * the memory there is unknown. */
static double product(const pair *p, const scaled *s, int row, int place) {
  const sl_csr *a = &s->given->matrix;
  int k = a->row_ptr[row] + place, col = a->col_idx[k];
  if (makes(p, NO_X)) return s->values[k];
  if (makes(p, X_BY_ROW)) col = row;
  if (makes(p, X_BY_PLACE)) col = place;
  if (col >= a->num_cols) return NAN;
  return makes(p, NO_VALUES) ? s->given->x[col] : s->values[k] * s->given->x[col];
}

static double y_after(const pair *p, const scaled *s, int row) {
  const sl_csr *a = &s->given->matrix;
  double old = s->beta == 0 ? 0 : s->beta * sl_compare_initial_value(s->y, (size_t)row), sum = 0;
  bool left_out =
      (makes(p, NO_LAST_ROW) && row == a->num_rows - 1) || (makes(p, NO_FIRST_ROW) && row == 0);
  if (left_out) return sl_compare_initial_value(s->y, (size_t)row);
  for (int place = 0, length = sl_csr_row_length(a, row); place < length; place++) {
    if (takes_entry(p, s, place, length)) sum += product(p, s, row, place);
  }
  if (makes(p, Y_LOST)) old = 0;
  if (makes(p, Y_TWICE)) old *= 2;
  return old + (makes(p, SUBTRACTED) ? -1 : 1) * s->alpha * sum;
}

static bool leaves(const pair *p, const scaled *s, const double *got) {
  for (size_t row = 0; row < s->y->count; row++) {
    if (!sl_within(got[row], y_after(p, s, (int)row), 4 * s->y->bound[row])) return false;
  }
  return true;
}

/* ---- from case to case ----------------------------------------------------------------------- */

void sl_pairs_take(sl_pairs *pairs, const sl_evidence *evidence) {
  scaled s = {.longest = 0};
  const double *got = sl_evidence_answer(evidence, "y");
  bool counts = got && evidence->seen.num_findings == 0 && read_task(evidence, &s);
  bool failed = evidence->difference && evidence->difference->wrong, any = false;
  pair p;
  for (int n = 0; n < SL_MAX_PAIRS && pair_at(n, &p); n++) {
    if (pairs->ruled_out[n]) continue;
    pairs->ruled_out[n] = !counts || !leaves(&p, &s, got);
    any = any || !pairs->ruled_out[n];
  }
  pairs->explained += failed && any;
}

static const sl_mistake *find_mistake(const sl_task *task, pairs_change it) {
  for (size_t m = 0; m < task->num_mistakes; m++) {
    for (size_t i = 0; i < SL_COUNT(changes[it].names) && changes[it].names[i]; i++) {
      if (strcmp(task->mistakes[m].name, changes[it].names[i]) == 0) return &task->mistakes[m];
    }
  }
  return NULL;
}

bool sl_pairs_verdict(const sl_pairs *pairs, const sl_task *task, const sl_mistake *out[2]) {
  enum { ENOUGH_CASES = 3 };
  pair p, found = {{NUM_CHANGES, NUM_CHANGES}};
  int left = 0;
  for (int n = 0; n < SL_MAX_PAIRS && pair_at(n, &p); n++) {
    if (pairs->ruled_out[n]) continue;
    found = p;
    left++;
  }
  if (left != 1 || pairs->explained < ENOUGH_CASES) return false;
  for (int i = 0; i < 2; i++) out[i] = find_mistake(task, found.of[i]);
  return out[0] && out[1];
}
