/* rerun.c: runs a failed case again under other conditions, to recognise its mistake. */
#include "judge/rerun.h"

#include "judge/common_mistakes.h"

/* Whether a failed case is right in a new worker; with `cleared`, if malloc returns zeroed
 * memory. */
static sl_status try_alone(sl_session *s, const sl_task_result *task, const sl_case_spec *spec,
                           bool cleared, bool *right_out) {
  sl_case given;
  sl_case_spec mine = *spec;
  mine.spec = sl_case_spec_for(spec, task->task);
  SL_TRY(sl_session_make_case(s, &mine, &given));
  sl_problem problem = {.num_arrays = 0};
  sl_status status = task->task->pose(&given, &problem);
  sl_attempt attempt = {.task = NULL};
  sl_case_result outcome = {.measured = spec->measured};
  if (status == SL_OK) {
    sl_session_end_child(s);
    sl_job_options job = sl_session_job(s, task->task, &problem, spec->measured);
    job.own_cleared = cleared;
    status = sl_session_ask(s, task->task, &given, &problem, &job, &attempt, &outcome);
    *right_out = outcome.verdict == SL_PASSED;
    sl_session_end_child(s);
  }
  sl_attempt_free(&attempt);
  sl_problem_free(&problem);
  sl_case_free(&given);
  return status;
}

/* Whether running the case again may reveal more. */
static bool is_worth_a_try(const sl_session *s, const sl_task_result *task) {
  bool answered = task->verdict == SL_WRONG || task->verdict == SL_FAULTY ||
                  task->verdict == SL_OUT_OF_BOUNDS || task->verdict == SL_CRASHED;
  return answered && s->options->backend == SL_LENS && !s->options->candidate &&
         !task->failure->hangs && !task->failure->beyond;
}

/* Replaces the mistake and the line that followed from the cases. */
static void blame(sl_task_result *task, const sl_mistake *mistake, int line) {
  task->mistake = mistake;
  task->line = line;
  task->pair[0] = task->pair[1] = NULL;
  task->within[0] = '\0';
}

/* On the host, reads of memory that was never written are not detected. But if the case is right
 * when malloc returns zeros, that is the mistake. */
static sl_status blame_own_memory(sl_session *s, sl_task_result *task, const sl_case_spec *cases) {
  if (!is_worth_a_try(s, task)) return SL_OK;
  int line = sl_source_find(&s->source, task->task->function, "malloc( realloc(");
  bool right = false;
  if (line) SL_TRY(try_alone(s, task, &cases[task->failure - task->cases], true, &right));
  if (!right) return SL_OK;
  blame(task, &sl_own_memory_not_cleared, line);
  return SL_OK;
}

static bool is_of_lab(const sl_mistake *mistake) {
  return mistake && !sl_common_mistakes_has(mistake);
}

/* If no mistake of the lab explains a failure, and the source has a variable that outlives a call,
 * tries the case alone. */
static sl_status blame_lasting_variable(sl_session *s, sl_task_result *task,
                                        const sl_case_spec *cases) {
  if (!is_worth_a_try(s, task) || is_of_lab(task->mistake)) return SL_OK;
  int line = sl_source_lasting(&s->source, task->task->function);
  bool right = false;
  if (line) SL_TRY(try_alone(s, task, &cases[task->failure - task->cases], false, &right));
  if (!right) return SL_OK;
  blame(task, &sl_kept_from_earlier_call, line);
  return SL_OK;
}

sl_status sl_rerun_explain(sl_session *s, sl_task_result *task, const sl_case_spec *cases) {
  SL_TRY(blame_lasting_variable(s, task, cases));
  return blame_own_memory(s, task, cases);
}
