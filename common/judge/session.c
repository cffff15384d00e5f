/* session.c: asks a worker about a task on a case. */
#include "judge/session.h"

#include "judge/explain.h"
#include "judge/failed_case.h"
#include "judge/job_limits.h"
#include "judge/lab_cases.h"
#include "judge/slowness.h"

#include <math.h>
#include <stdio.h>

enum { COLD_SAMPLES = 30, HOT_SAMPLES = 30, SHUFFLED_SEED = 1 /* any number except 0 */ };

bool sl_session_is_stopped(const sl_session *s) {
  return s->options->stop && *s->options->stop;
}

bool sl_session_has_time_left(const sl_session *s) {
  double most = s->options->total_seconds;
  return most <= 0 || s->taken_seconds <= most || s->taken_seconds <= most * sl_slowness();
}

sl_status sl_session_make_case(const sl_session *s, const sl_case_spec *spec, sl_case *out) {
  *out = (sl_case){.x = NULL};
  SL_TRY(sl_lab_cases_check(s->lab, spec->spec));
  return sl_case_make_fresh(spec->spec, spec->name, s->precision, spec->exact,
                            s->options->cache_dir, spec->fresh ? s->options->seed : 0, out);
}

sl_status sl_session_exhibit(const sl_session *s, const sl_case_spec *spec,
                             const sl_attempt *attempt, sl_case_result *outcome) {
  bool failed = outcome->verdict != SL_PASSED && outcome->verdict != SL_BROKEN;
  if (!s->options->exhibits || spec->fresh || !failed) return SL_OK;
  return sl_failed_case_make(attempt, &outcome->exhibit);
}

void sl_session_begin_case(sl_case_result *outcome, const sl_case *given,
                           const sl_case_spec *spec) {
  (void)snprintf(outcome->name, sizeof outcome->name, "%s", given->name);
  (void)snprintf(outcome->spec, sizeof outcome->spec, "%s", spec->spec);
  outcome->num_rows = given->matrix.num_rows;
  outcome->num_cols = given->matrix.num_cols;
  outcome->nnz = given->matrix.nnz;
  outcome->measured = spec->measured;
}

sl_job_options sl_session_job(const sl_session *s, const sl_task *task, const sl_problem *problem,
                              bool measured) {
  bool timed = measured && task->measured && s->options->backend == SL_GPU && !s->options->untimed;
  bool starts = !measured && s->options->backend == SL_GPU && s->options->deadline_seconds <= 0;
  return (sl_job_options){.cold_samples = timed ? COLD_SAMPLES : 0,
                          .hot_samples = timed ? HOT_SAMPLES : 0,
                          .measure_copy = timed,
                          .accounts = s->options->backend == SL_LENS && task->launch_reads,
                          .seed = task->shuffled ? SHUFFLED_SEED : 0,
                          .candidate = s->options->candidate,
                          .columns = s->options->columns,
                          .one_thread = !measured || s->options->one_thread,
                          .deadline_seconds = sl_job_limits_idle(s->options, measured),
                          .processor_seconds =
                              sl_job_limits_processor(s->options, problem, measured),
                          .ready_seconds = starts ? SL_JOB_LIMITS_DEFAULT : 0,
                          .patient = s->options->deadline_seconds <= 0};
}

bool sl_session_keeps_child(sl_verdict verdict) {
  return verdict == SL_PASSED || verdict == SL_WRONG || verdict == SL_OUT_OF_BOUNDS;
}

sl_status sl_session_ask(sl_session *s, const sl_task *task, const sl_case *given,
                         const sl_problem *problem, const sl_job_options *job, sl_attempt *out,
                         sl_case_result *outcome) {
  SL_TRY(sl_attempt_make(&s->child, task, given, problem, job, out));
  const sl_ending *ending = &out->ending;
  bool waited = ending->timed_out && !ending->spent;
  s->taken_seconds +=
      waited ? fmax(job->deadline_seconds, ending->processor_seconds) : ending->processor_seconds;
  sl_explain(out, &s->source, s->program, outcome);
  sl_explain_inspect(out, outcome);
  return SL_OK;
}

void sl_session_end_child(sl_session *s) {
  sl_child_stop(&s->child);
  s->child_has_failed = false;
}

sl_status sl_session_ask_fairly(sl_session *s, size_t t, const sl_case *given,
                                const sl_problem *problem, const sl_job_options *job,
                                sl_attempt *out, sl_case_result *outcome) {
  const sl_task *task = s->result->tasks[t].task;
  SL_TRY(sl_session_ask(s, task, given, problem, job, out, outcome));
  bool first_failure = outcome->verdict != SL_PASSED && s->standings[t].failed == 0;
  if (first_failure && s->child_has_failed) {
    sl_attempt_free(out);
    sl_session_end_child(s);
    SL_TRY(sl_session_ask(s, task, given, problem, job, out, outcome));
  }
  if (sl_session_keeps_child(outcome->verdict)) {
    s->child_has_failed |= outcome->verdict != SL_PASSED;
  } else {
    sl_session_end_child(s);
  }
  return SL_OK;
}
