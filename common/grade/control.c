/* control.c: attributes failures of the kit by a control run. */
#include "grade/control.h"

#include <stdio.h>
#include <string.h>

bool sl_control_is_needed(const sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (result->tasks[t].verdict == SL_BROKEN) return true;
  }
  return false;
}

static void attribute_case(sl_case_result *outcome) {
  char was[sizeof outcome->what];
  if (outcome->verdict != SL_BROKEN) return;
  memcpy(was, outcome->what, sizeof was);
  outcome->verdict = SL_NO_ANSWER;
  (void)snprintf(outcome->what, sizeof outcome->what, "with this file alone, %.600s", was);
}

sl_status sl_control_attribute(sl_control *control, void *context, sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_task_result *task = &result->tasks[t];
    bool broken = true;
    if (task->verdict != SL_BROKEN) continue;
    SL_TRY(control(context, task->task, &broken));
    if (broken) continue;
    task->verdict = SL_NO_ANSWER;
    for (size_t i = 0; i < task->num_cases; i++) attribute_case(&task->cases[i]);
  }
  return SL_OK;
}
