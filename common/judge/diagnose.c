/* diagnose.c: the mistake is the one whose model leaves just what the student's code left, on every
 * case that failed and on every one that passed. */
#include "judge/diagnose.h"

#include "base/memory.h"
#include "judge/compare.h"

#include <math.h>

/* The one real array that a task's models predict; NULL when there is none. */
static const sl_array *answer_of(const sl_problem *problem) {
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (array->role != SL_IN && array->type == SL_REAL) return array;
  }
  return NULL;
}

static sl_status predict(const sl_mistake *mistake, const sl_evidence *evidence,
                         const sl_array *answer, double **out) {
  SL_TRY(sl_alloc(answer->count, sizeof(double), "a model of a mistake", out));
  for (size_t i = 0; i < answer->count; i++) (*out)[i] = sl_initial_real(answer, i);
  mistake->predict(evidence, *out);
  return SL_OK;
}

/* A model that only says "right" or "anything" of the wrong elements explains none of them. */
static bool foretells_an_error(const sl_array *answer, const double *got, const double *predicted) {
  for (size_t i = 0; i < answer->count; i++) {
    double bound = answer->bound ? answer->bound[i] : 0.0;
    if (!isnan(predicted[i]) && !sl_within(got[i], answer->expected[i], bound)) return true;
  }
  return false;
}

static sl_status judge_failed(const sl_mistake *mistake, const sl_evidence *evidence,
                              sl_judgement *out) {
  *out = mistake->explains ? mistake->explains(evidence) : SL_NEUTRAL;
  const sl_array *answer = answer_of(evidence->problem);
  if (*out != SL_NEUTRAL || !mistake->predict || !answer || !evidence->reals) return SL_OK;
  double *predicted;
  SL_TRY(predict(mistake, evidence, answer, &predicted));
  const double *got = evidence->reals[answer - evidence->problem->arrays];
  if (!sl_matches_prediction(answer, got, predicted)) {
    *out = SL_CONTRADICTS;
  } else if (foretells_an_error(answer, got, predicted)) {
    *out = SL_EXPLAINS;
  }
  sl_free(predicted);
  return SL_OK;
}

sl_status sl_suspects_failed(sl_suspects *suspects, const sl_task *task,
                             const sl_evidence *evidence) {
  for (size_t m = 0; m < task->num_mistakes && m < SL_MAX_MISTAKES; m++) {
    if (suspects->ruled_out[m]) continue;
    sl_judgement judgement;
    SL_TRY(judge_failed(&task->mistakes[m], evidence, &judgement));
    suspects->explained[m] += judgement == SL_EXPLAINS;
    suspects->ruled_out[m] = judgement == SL_CONTRADICTS;
  }
  return SL_OK;
}

sl_status sl_suspects_passed(sl_suspects *suspects, const sl_task *task,
                             const sl_evidence *evidence) {
  const sl_array *answer = answer_of(evidence->problem);
  if (!answer || !evidence->reals) return SL_OK;
  for (size_t m = 0; m < task->num_mistakes && m < SL_MAX_MISTAKES; m++) {
    if (suspects->ruled_out[m] || !task->mistakes[m].predict) continue;
    double *predicted;
    SL_TRY(predict(&task->mistakes[m], evidence, answer, &predicted));
    suspects->ruled_out[m] = !sl_matches_prediction(answer, answer->expected, predicted);
    sl_free(predicted);
  }
  return SL_OK;
}

const sl_mistake *sl_suspects_verdict(const sl_suspects *suspects, const sl_task *task) {
  for (size_t m = 0; m < task->num_mistakes && m < SL_MAX_MISTAKES; m++) {
    if (!suspects->ruled_out[m] && suspects->explained[m] > 0) return &task->mistakes[m];
  }
  return NULL;
}
