/* result.c: the result of a lab: stored data and totals. */
#include "judge/result.h"

#include "base/memory.h"
#include "judge/failed_case.h"
#include "judge/forecast.h"

#include <stdio.h>
#include <string.h>

const char *sl_judge_backend_name(sl_backend_id backend) {
  return backend == SL_GPU ? "gpu" : "lens";
}

const char *sl_judge_verdict_name(sl_verdict verdict) {
  static const char *const names[] = {"passed",        "not written", "wrong answer", "faulty",
                                      "out of bounds", "CUDA error",  "crashed",      "timed out",
                                      "no answer",     "not judged",  "skipped"};
  _Static_assert(sizeof names / sizeof *names == SL_NUM_VERDICTS, "each verdict has a name");
  return names[verdict];
}

static sl_status keep_counted(sl_lens_report *kept, const sl_lens_report *seen, bool *counted) {
  if (seen->num_counters == 0) return SL_OK;
  if (!*counted) kept->num_counters = kept->num_requests = kept->num_launches = 0;
  *counted = true;
  return sl_lens_report_add_counted(kept, seen);
}

sl_status sl_result_keep(sl_lab_result *result, size_t t, const sl_attempt *attempt,
                         bool *counted) {
  sl_task_result *task = &result->tasks[t];
  const sl_reply *reply = &attempt->reply;
  if (reply->device[0]) {
    (void)snprintf(result->device, sizeof result->device, "%s", reply->device);
  }
  if (!task->output[0]) {
    (void)snprintf(task->output, sizeof task->output, "%s", attempt->ending.output);
  }
  if (task->task->measured) SL_TRY(keep_counted(&result->seen, &reply->seen, counted));
  return result->seen.num_findings ? SL_OK
                                   : sl_lens_report_add_findings(&result->seen, &reply->seen);
}

void sl_judge_result_free(sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_task_result *task = &result->tasks[t];
    for (size_t i = 0; i < task->num_cases; i++) sl_failed_case_free(task->cases[i].exhibit);
    sl_free(task->cases);
  }
  sl_free(result->tasks);
  sl_lens_report_free(&result->seen);
  sl_forecast_free(result->forecast);
  sl_free(result->forecast);
  sl_free(result->goals);
  sl_catalogue_free(&result->catalogue);
  memset(result, 0, sizeof *result);
}

int sl_judge_result_points(const sl_lab_result *result, int *possible_out) {
  int points = 0, possible = 0;
  for (size_t t = 0; t < result->num_tasks; t++) {
    points += result->tasks[t].points;
    possible += result->tasks[t].task->points;
  }
  if (possible_out) *possible_out = possible;
  return points;
}

int sl_judge_result_unjudged(const sl_lab_result *result) {
  int points = 0;
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (result->tasks[t].verdict == SL_BROKEN) points += result->tasks[t].task->points;
  }
  return points;
}

bool sl_judge_seen_elsewhere(const sl_task_result *result) {
  return result->failure && result->failure->line && result->failure->line != result->line;
}

int sl_judge_result_exit_status(const sl_lab_result *result) {
  if (sl_judge_result_unjudged(result) > 0) return sl_status_exit(SL_ERR_SYSTEM);
  return sl_judge_result_passed(result) ? 0 : 1;
}

bool sl_judge_result_passed(const sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (result->tasks[t].verdict != SL_PASSED) return false;
  }
  return result->num_tasks > 0;
}
