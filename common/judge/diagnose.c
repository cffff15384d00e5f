/* diagnose.c: the mistake is the one whose model leaves just what the student's code left, on every
 * case that failed and on every one that passed. */
#include "judge/diagnose.h"

#include "base/memory.h"
#include "judge/compare.h"
#include "judge/fingerprint.h"

#include <math.h>

/* What a mistake foretells of each answer of a problem. */
typedef struct prediction {
  double *answers[SL_WIRE_MAX_ARRAYS];
} prediction;

static void free_prediction(prediction *foretold) {
  for (int i = 0; i < SL_WIRE_MAX_ARRAYS; i++) sl_free(foretold->answers[i]);
}

static sl_status start_prediction(const sl_problem *problem, prediction *out) {
  *out = (prediction){{NULL}};
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    if (array->role == SL_IN) continue;
    SL_TRY(sl_alloc(array->count, sizeof(double), "a model of a mistake", &out->answers[i]));
    for (size_t k = 0; k < array->count; k++) out->answers[i][k] = sl_initial_value(array, k);
  }
  return SL_OK;
}

static sl_status predict(const sl_mistake *mistake, const sl_evidence *evidence, prediction *out) {
  sl_status status = start_prediction(evidence->problem, out);
  if (status != SL_OK) {
    free_prediction(out);
    return status;
  }
  mistake->predict(evidence, out->answers);
  return SL_OK;
}

/* Whether `values`, by array of the problem, could be what the mistake leaves. */
static bool matches(const sl_problem *problem, const prediction *foretold,
                    const double *const *values) {
  for (int i = 0; i < problem->num_arrays; i++) {
    if (!foretold->answers[i]) continue;
    if (!sl_matches_prediction(&problem->arrays[i], values[i], foretold->answers[i])) return false;
  }
  return true;
}

/* A model that only says "right" or "anything" of the wrong elements explains none of them. */
static bool foretells_an_error(const sl_problem *problem, const prediction *foretold,
                               const double *const *got) {
  for (int i = 0; i < problem->num_arrays; i++) {
    const sl_array *array = &problem->arrays[i];
    for (size_t k = 0; foretold->answers[i] && k < array->count; k++) {
      double bound = array->bound ? array->bound[k] : 0.0;
      if (isnan(foretold->answers[i][k])) continue;
      if (!sl_within(got[i][k], array->expected[k], bound)) return true;
    }
  }
  return false;
}

/* What went wrong beyond the numbers. A model of the numbers alone has no opinion of it: someone
 * who makes another mistake besides is to be shown that one. */
static bool has_fault(const sl_evidence *evidence) {
  return evidence->num_findings > 0 || evidence->cuda_error || evidence->fault_signal ||
         evidence->past_end > 0;
}

static sl_status judge_failed(const sl_task *task, size_t m, const sl_evidence *evidence,
                              uint64_t asked, sl_judgement *out) {
  const sl_mistake *mistake = &task->mistakes[m];
  sl_judgement without_rule = task->prints ? SL_FITS : SL_NEUTRAL;
  *out = mistake->explains ? mistake->explains(evidence) : without_rule;
  if (task->prints) {
    if (*out == SL_FITS) *out = sl_prints_judge(&task->prints[m], asked, evidence, true);
    return SL_OK;
  }
  bool fits = *out == SL_FITS || !has_fault(evidence);
  if (*out == SL_FITS) *out = SL_NEUTRAL;
  if (*out != SL_NEUTRAL || !mistake->predict || !evidence->answers) return SL_OK;
  prediction foretold;
  SL_TRY(predict(mistake, evidence, &foretold));
  if (!matches(evidence->problem, &foretold, evidence->answers)) {
    *out = SL_CONTRADICTS;
  } else if (fits && foretells_an_error(evidence->problem, &foretold, evidence->answers)) {
    *out = SL_EXPLAINS;
  }
  free_prediction(&foretold);
  return SL_OK;
}

static sl_status check_table(const sl_task *task) {
  if (task->num_mistakes <= SL_MAX_MISTAKES) return SL_OK;
  return sl_fail(SL_ERR_INTERNAL, "task %s has %zu mistakes; raise SL_MAX_MISTAKES, which is %d",
                 task->name, task->num_mistakes, SL_MAX_MISTAKES);
}

sl_status sl_suspects_failed(sl_suspects *suspects, const sl_task *task,
                             const sl_evidence *evidence) {
  SL_TRY(check_table(task));
  uint64_t asked = task->prints ? sl_problem_hash(evidence->problem) : 0;
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (suspects->ruled_out[m]) continue;
    sl_judgement judgement;
    SL_TRY(judge_failed(task, m, evidence, asked, &judgement));
    if (judgement == SL_EXPLAINS && suspects->explained[m]++ == 0) {
      suspects->first[m] = suspects->failed;
    }
    suspects->ruled_out[m] = judgement == SL_CONTRADICTS;
  }
  suspects->failed++;
  return SL_OK;
}

/* What would have failed did not happen. A rule does not say where a program of its kind fails. */
static void take_prints_passed(sl_suspects *suspects, const sl_task *task,
                               const sl_evidence *evidence) {
  uint64_t asked = sl_problem_hash(evidence->problem);
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (task->mistakes[m].explains) continue;
    sl_judgement judgement = sl_prints_judge(&task->prints[m], asked, evidence, false);
    suspects->ruled_out[m] = suspects->ruled_out[m] || judgement == SL_CONTRADICTS;
  }
}

sl_status sl_suspects_passed(sl_suspects *suspects, const sl_task *task,
                             const sl_evidence *evidence) {
  SL_TRY(check_table(task));
  if (task->prints) take_prints_passed(suspects, task, evidence);
  if (task->prints || !evidence->answers) return SL_OK;
  const sl_problem *problem = evidence->problem;
  const double *expected[SL_WIRE_MAX_ARRAYS];
  for (int i = 0; i < problem->num_arrays; i++) expected[i] = problem->arrays[i].expected;
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (suspects->ruled_out[m] || !task->mistakes[m].predict) continue;
    prediction foretold;
    SL_TRY(predict(&task->mistakes[m], evidence, &foretold));
    suspects->ruled_out[m] = !matches(problem, &foretold, expected);
    free_prediction(&foretold);
  }
  return SL_OK;
}

const sl_mistake *sl_suspects_verdict(const sl_suspects *suspects, const sl_task *task) {
  for (size_t m = 0; m < task->num_mistakes; m++) {
    if (!suspects->ruled_out[m] && suspects->explained[m] > 0) return &task->mistakes[m];
  }
  return NULL;
}

int sl_suspects_case(const sl_suspects *suspects, const sl_task *task, const sl_mistake *named) {
  return named ? suspects->first[named - task->mistakes] : 0;
}
