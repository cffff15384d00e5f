/* again.c: judges on the lens what was judged on a GPU. */
#include "judge/again.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

static bool has_failed(const sl_task_result *task) {
  return task->failure && task->verdict != SL_BROKEN && task->verdict != SL_NOT_WRITTEN &&
         task->verdict != SL_SKIPPED && !task->failure->in_other_precision;
}

/* Returns the mistake of the task `here` that corresponds to `mistake` of `there`. Both tasks come
 * from the same catalogue, so a mistake has the same index in both. */
static const sl_mistake *same_mistake(const sl_task *here, const sl_task *there,
                                      const sl_mistake *mistake) {
  for (size_t m = 0; mistake && m < there->num_mistakes; m++) {
    if (mistake == &there->mistakes[m]) return &here->mistakes[m];
  }
  return mistake; /* a mistake that every lab has */
}

static sl_case_result *case_named(sl_task_result *task, const char *name) {
  for (size_t i = 0; i < task->num_cases; i++) {
    sl_case_result *it = &task->cases[i];
    if (it->verdict != SL_SKIPPED && strcmp(it->name, name) == 0) return it;
  }
  return NULL;
}

static void take_failure(sl_task_result *task, sl_case_result *same, const sl_case_result *seen) {
  (void)snprintf(same->what, sizeof same->what, "%s", seen->what);
  same->line = seen->line;
  same->other_barrier = seen->other_barrier;
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
}

/* Copies the result of the lens: the reason why `task` failed, or a failure that the GPU did not
 * show. */
static void take(sl_task_result *task, const sl_task_result *seen) {
  bool passed = task->verdict == SL_PASSED;
  if (!has_failed(seen) || !(passed || has_failed(task))) return;
  sl_case_result *same = case_named(task, seen->failure->name);
  if (passed && !same) return;
  if (passed) {
    task->points = 0;
    task->verdict = same->verdict = seen->verdict;
    same->only_on_lens = true;
  }
  take_mistake(task, seen);
  if (same && same->verdict != SL_PASSED) take_failure(task, same, seen->failure);
}

static bool is_open(const sl_task_result *task) {
  return task->verdict == SL_PASSED || has_failed(task);
}

static sl_status judge_small(sl_lab_result *result, const sl_case_spec *small, size_t count,
                             const sl_judge_options *options) {
  const char *program;
  sl_lab_result seen;
  SL_TRY(options->on_lens(options->on_lens_context, &program));
  result->lens_check = program ? SL_LENS_CHECK_DONE : SL_LENS_CHECK_MISSING;
  if (!program) return SL_OK;
  sl_judge_options on_lens = sl_judge_options_on_lens(options, options->only_task);
  on_lens.precision = options->precision;
  on_lens.mistakes = options->mistakes;
  sl_status status = sl_judge(result->lab, result->source, program, small, count, &on_lens, &seen);
  bool complete = status == SL_OK && !seen.stopped_at[0];
  if (!complete) result->lens_check = SL_LENS_CHECK_MISSING;
  for (size_t t = 0; complete && t < result->num_tasks; t++) {
    take(&result->tasks[t], &seen.tasks[t]);
  }
  sl_judge_result_free(&seen);
  return status;
}

sl_status sl_again_on_lens(sl_lab_result *result, const sl_case_spec *cases, size_t num_cases,
                           const sl_judge_options *options) {
  sl_case_spec *small;
  size_t count = 0;
  bool any = false;
  for (size_t t = 0; t < result->num_tasks; t++) any = any || is_open(&result->tasks[t]);
  if (!options->on_lens || !any) return SL_OK;
  SL_TRY(sl_alloc(num_cases + 1, sizeof *small, "cases", &small));
  for (size_t i = 0; i < num_cases; i++) {
    if (!cases[i].measured) small[count++] = cases[i];
  }
  sl_status status = count > 0 ? judge_small(result, small, count, options) : SL_OK;
  sl_free(small);
  return status;
}
