/* grade_rubrics.c: reads the rubrics of all labs, and decides which labs can be graded. */
#include "cli/grade_rubrics.h"

#include "cli/cli.h"
#include "grade/one.h"

#include <stdio.h>
#include <unistd.h>

static bool is_selected(const sl_grade_wishes *w, size_t i) {
  return w->labs >> i & 1;
}

bool sl_grade_rubrics_is_graded(const sl_grade_wishes *w, const sl_grade_rubrics *known, size_t i) {
  return is_selected(w, i) && !known->why_not[i][0];
}

static size_t count_graded(const sl_grade_wishes *w, const sl_grade_rubrics *known) {
  size_t count = 0;
  for (size_t i = 0; i < sl_num_labs; i++) count += sl_grade_rubrics_is_graded(w, known, i);
  return count;
}

static sl_status read_rubric(const sl_lab *lab, const char *own, sl_rubric *out) {
  char path[512];
  sl_rubric_path(lab, path, sizeof path);
  const char *usual = access(path, F_OK) == 0 ? path : NULL;
  sl_status status = sl_rubric_read(lab, own ? own : usual, out);
  if (status != SL_OK) *out = (sl_rubric){.lab = lab, .unreadable = true};
  return status;
}

void sl_grade_rubrics_keep_reason(size_t i, sl_grade_rubrics *out) {
  (void)snprintf(out->why_not[i], sizeof out->why_not[i], "%s", sl_status_message());
}

/* Finds the labs of the rubrics that the user has named. `given` is indexed by lab. */
static sl_status find_given(const sl_grade_wishes *w, const char *given[]) {
  const sl_lab *lab = NULL;
  bool any_graded = w->num_rubrics == 0 || !w->labs;
  for (size_t r = 0; r < w->num_rubrics; r++) {
    SL_TRY(sl_rubric_find_lab(w->rubrics[r], &lab));
    for (size_t i = 0; i < sl_num_labs; i++) {
      if (sl_labs[i] != lab) continue;
      if (given[i]) {
        return sl_fail(SL_ERR_USAGE, "%s and %s are both rubrics of %s: give one of them", given[i],
                       w->rubrics[r], lab->id);
      }
      given[i] = w->rubrics[r];
      any_graded = any_graded || is_selected(w, i);
    }
  }
  if (any_graded) return SL_OK;
  return sl_fail(SL_ERR_USAGE, "%s is the rubric of %s, but no submission of that lab is graded",
                 w->rubrics[w->num_rubrics - 1], lab->id);
}

sl_status sl_grade_rubrics_read(const sl_grade_wishes *w, sl_grade_rubrics *out) {
  const char *given[SL_GRADE_MOST_LABS] = {NULL};
  if (sl_num_labs > SL_GRADE_MOST_LABS) return sl_fail(SL_ERR_INTERNAL, "too many labs to grade");
  SL_TRY(find_given(w, given));
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (read_rubric(sl_labs[i], given[i], &out->all[i]) != SL_OK) {
      sl_grade_rubrics_keep_reason(i, out);
    }
  }
  return SL_OK;
}

sl_status sl_grade_rubrics_leave_out(const sl_grade_wishes *w, const sl_grade_rubrics *known) {
  const size_t left = count_graded(w, known);
  size_t last = 0;
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (is_selected(w, i)) last = i;
  }
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_selected(w, i) || sl_grade_rubrics_is_graded(w, known, i) || (!left && i == last))
      continue;
    (void)fprintf(stderr, "lab: %s\nlab: for this reason %s is not graded%s\n", known->why_not[i],
                  sl_labs[i]->id, left ? "; the other labs are" : "");
  }
  return left ? SL_OK : sl_fail(SL_ERR_INPUT, "%s", known->why_not[last]);
}

sl_status sl_grade_rubrics_prepare(const sl_grade_wishes *w, sl_grade_rubrics *out) {
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_selected(w, i)) continue;
    SL_TRY(sl_grade_one_grader(sl_labs[i], w->backend, out->graders[i], sizeof out->graders[i]));
    if (!out->why_not[i][0] &&
        sl_rubric_check_matrices(&out->all[i], sl_judging_cache_dir()) != SL_OK) {
      sl_grade_rubrics_keep_reason(i, out);
    }
  }
  return count_graded(w, out) ? SL_OK : sl_grade_rubrics_leave_out(w, out);
}

void sl_grade_rubrics_list_left_out(const sl_grade_wishes *w, sl_grade_rubrics *known) {
  const char *separator = "Not graded, for the reason that is given above: ";
  for (size_t i = 0; i < sl_num_labs; i++) {
    if (!is_selected(w, i) || sl_grade_rubrics_is_graded(w, known, i)) continue;
    (void)printf("%s%s", separator, sl_labs[i]->id);
    separator = ", ";
    known->incomplete = true;
  }
  if (*separator == ',') (void)printf(". Correct it, and give the same command again.\n");
}
