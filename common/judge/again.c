/* again.c: judges tasks that failed on a GPU again on the lens. */
#include "judge/again.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool has_failed(const sl_task_result *task) {
  return task->failure && task->verdict != SL_BROKEN && task->verdict != SL_NOT_WRITTEN &&
         task->verdict != SL_SKIPPED && !task->failure->in_other_precision;
}

/* Both tasks come from the same catalogue, so a mistake has the same number in each. */
static const sl_mistake *same_mistake(const sl_task *here, const sl_task *there,
                                      const sl_mistake *mistake) {
  for (size_t m = 0; mistake && m < there->num_mistakes; m++) {
    if (mistake == &there->mistakes[m]) return &here->mistakes[m];
  }
  return mistake; /* a mistake that every lab has */
}

static sl_case_result *failed_case(sl_task_result *task, const char *name) {
  for (size_t i = 0; i < task->num_cases; i++) {
    sl_case_result *it = &task->cases[i];
    bool failed = it->verdict != SL_PASSED && it->verdict != SL_SKIPPED;
    if (failed && strcmp(it->name, name) == 0) return it;
  }
  return NULL;
}

/* Shows the case on which the lens sees the mistake, if it failed on the GPU, too. */
static void take_failure(sl_task_result *task, const sl_task_result *seen) {
  sl_case_result *same = failed_case(task, seen->failure->name);
  if (!same) return;
  (void)snprintf(same->what, sizeof same->what, "%s", seen->failure->what);
  same->line = seen->failure->line;
  same->other_barrier = seen->failure->other_barrier;
  task->failure = same;
}

static void take_mistake(sl_task_result *task, const sl_task_result *seen) {
  task->mistake = same_mistake(task->task, seen->task, seen->mistake);
  task->line = seen->line;
  memcpy(task->within, seen->within, sizeof task->within);
  for (int i = 0; i < 2; i++) {
    task->pair[i] = same_mistake(task->task, seen->task, seen->pair[i]);
    task->pair_line[i] = seen->pair_line[i];
  }
  take_failure(task, seen);
}

static sl_status judge_task(sl_lab_result *result, sl_task_result *task, const char *program,
                            const sl_case_spec *cases, size_t num_cases,
                            const sl_judge_options *options) {
  sl_judge_options on_lens = sl_judge_options_on_lens(options, task->task->name);
  on_lens.precision = options->precision;
  on_lens.mistakes = options->mistakes;
  sl_lab_result seen;
  sl_status status =
      sl_judge(result->lab, result->source, program, cases, num_cases, &on_lens, &seen);
  bool complete = status == SL_OK && !seen.stopped_at[0];
  if (complete && has_failed(&seen.tasks[0])) take_mistake(task, &seen.tasks[0]);
  sl_judge_result_free(&seen);
  return status;
}

static sl_status judge_tasks(sl_lab_result *result, const sl_case_spec *small, size_t count,
                             const sl_judge_options *options) {
  const char *program = NULL;
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (!has_failed(&result->tasks[t])) continue;
    if (!program) SL_TRY(options->on_lens(options->on_lens_context, &program));
    if (!program) return SL_OK;
    SL_TRY(judge_task(result, &result->tasks[t], program, small, count, options));
  }
  return SL_OK;
}

sl_status sl_again_on_lens(sl_lab_result *result, const sl_case_spec *cases, size_t num_cases,
                           const sl_judge_options *options) {
  sl_case_spec *small;
  size_t count = 0;
  if (!options->on_lens) return SL_OK;
  SL_TRY(sl_alloc(num_cases + 1, sizeof *small, "cases", &small));
  for (size_t i = 0; i < num_cases; i++) {
    if (!cases[i].measured) small[count++] = cases[i];
  }
  sl_status status = count > 0 ? judge_tasks(result, small, count, options) : SL_OK;
  sl_free(small);
  return status;
}
