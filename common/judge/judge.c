/* judge.c: judges every task on every case. */
#define _GNU_SOURCE
#include "judge/judge.h"

#include "base/memory.h"
#include "base/random.h"
#include "judge/again.h"
#include "judge/cpu_times.h"
#include "judge/figures.h"
#include "judge/growth.h"
#include "judge/job_limits.h"
#include "judge/lab_cases.h"
#include "judge/module.h"
#include "judge/other_precision.h"
#include "judge/rerun.h"
#include "judge/result.h"
#include "judge/session.h"
#include "judge/slowness.h"
#include "judge/trusted_time.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FEWEST_FOR_HABITS = 8 }; /* number of cases */

static const double first_look_seconds = 5;

/* Skips the case that was interrupted, because it says nothing about the student's work. */
static void leave_case(sl_session *s, size_t t, sl_case_result *outcome) {
  outcome->verdict = SL_SKIPPED;
  outcome->what[0] = '\0';
  outcome->line = 0;
  sl_session_end_child(s);
  if (s->result->stopped_at[0]) return;
  (void)snprintf(s->result->stopped_at, sizeof s->result->stopped_at, "in task %s, on \"%s\"",
                 s->result->tasks[t].task->name, outcome->name);
}

/* Runs one job of batches (trusted_time.h) with new vectors. Its answer is judged like any other.
 */
static sl_status run_batches(sl_session *s, size_t t, sl_case *given, sl_timed *timed,
                             const sl_trusted_plan *plan, sl_slopes *slopes,
                             sl_case_result *outcome) {
  sl_batches batches;
  sl_case_renew_vectors(given, sl_random_mix(s->options->seed + ++s->num_vectors));
  sl_status status = sl_trusted_time_run_batches(timed, given, plan, &batches, outcome);
  if (status == SL_OK && outcome->verdict != SL_PASSED) {
    sl_task_outcome_take(&s->standings[t], &batches.attempt, outcome);
  }
  sl_trusted_time_add_slopes(&batches.attempt.reply, plan->launches, slopes);
  sl_trusted_time_note_set_aside(batches.attempt.reply.set_aside_bytes, &outcome->figures);
  sl_trusted_time_free_batches(&batches);
  if (!sl_session_keeps_child(outcome->verdict)) sl_session_end_child(s);
  return status;
}

/* Measures the time of a launch by the judge's own clock: see trusted_time.h. */
static sl_status trust_times(sl_session *s, size_t t, const sl_case *given, double read_bytes,
                             const sl_trusted_plan *plan, sl_case_result *outcome) {
  sl_slopes slopes = {.count = 0};
  sl_timed timed = {.child = &s->child,
                    .task = s->result->tasks[t].task,
                    .source = &s->source,
                    .program = s->program,
                    .deadline_seconds = sl_job_limits_idle(s->options, true)};
  sl_case renewed;
  sl_status status = sl_case_copy_vectors(given, &renewed);
  for (int i = 0; i < plan->jobs && status == SL_OK; i++) {
    if (outcome->verdict != SL_PASSED || sl_session_is_stopped(s)) break;
    status = run_batches(s, t, &renewed, &timed, plan, &slopes, outcome);
  }
  if (status == SL_OK && outcome->verdict == SL_PASSED && !sl_session_is_stopped(s)) {
    sl_trusted_time_conclude(&slopes, sl_trusted_time_copies_us(&slopes), read_bytes,
                             &outcome->figures);
  }
  sl_case_free_vectors(&renewed);
  return status;
}

/* Runs the case again, with all of the time that a case may take. */
static sl_status ask_to_the_end(sl_session *s, size_t t, const sl_case *given,
                                const sl_case_spec *spec, const sl_problem *problem,
                                const sl_job_options *job, sl_attempt *out,
                                sl_case_result *outcome) {
  const sl_figures figures = outcome->figures;
  sl_attempt_free(out);
  *outcome = (sl_case_result){.figures = figures};
  sl_session_begin_case(outcome, given, spec);
  return sl_session_ask_fairly(s, t, given, problem, job, out, outcome);
}

/* Being slow is not a mistake, and on a larger matrix the program would be slow again. After a few
 * seconds on the lens, the growth of the work is measured, so that no one waits a minute for a
 * program that could not finish in time. If the work does not grow too fast, the case gets all of
 * its time. */
static sl_status ask_measured(sl_session *s, size_t t, const sl_case *given,
                              const sl_case_spec *spec, const sl_problem *problem,
                              sl_job_options *job, sl_attempt *out, sl_case_result *outcome) {
  const double limit = sl_job_processor_seconds(job);
  const bool brief = job->patient && s->options->backend == SL_LENS && limit > first_look_seconds;
  const sl_slow_task slow = {.child = &s->child,
                             .task = s->result->tasks[t].task,
                             .source = &s->source,
                             .program = s->program,
                             .sizes = sl_lab_cases_are_sizes(s->lab),
                             .precision = given->precision,
                             .job = job};
  double tried = brief ? first_look_seconds : limit;
  sl_growth growth;
  job->processor_seconds = tried;
  SL_TRY(sl_session_ask_fairly(s, t, given, problem, job, out, outcome));
  if (outcome->verdict != SL_TIMED_OUT || sl_session_is_stopped(s)) return SL_OK;
  job->processor_seconds = limit;
  SL_TRY(sl_growth_measure(&slow, outcome, &growth));
  sl_session_end_child(s);
  double waiting = sl_job_limits_waiting(s->options, problem) * (job->patient ? sl_slowness() : 1);
  bool slow_for_certain = sl_growth_exceeds(&growth, outcome, waiting);
  if (brief && out->ending.spent && !slow_for_certain) {
    tried = limit;
    SL_TRY(ask_to_the_end(s, t, given, spec, problem, job, out, outcome));
    if (outcome->verdict != SL_TIMED_OUT || sl_session_is_stopped(s)) return SL_OK;
  }
  /* Half of the limit, because both times have errors. */
  if (!slow_for_certain && !sl_growth_exceeds(&growth, outcome, limit / 2)) return SL_OK;
  sl_growth_excuse(&growth, tried, outcome);
  s->standings[t].slow = true;
  return SL_OK;
}

/* Judges one task on one case, and records the result. */
static sl_status run_case(sl_session *s, size_t t, const sl_case *given, const sl_case_spec *spec,
                          const sl_problem *problem, sl_case_result *outcome) {
  const sl_task *task = s->result->tasks[t].task;
  sl_job_options job = sl_session_job(s, task, problem, outcome->measured);
  sl_attempt attempt;
  sl_status status = outcome->measured
                         ? ask_measured(s, t, given, spec, problem, &job, &attempt, outcome)
                         : sl_session_ask_fairly(s, t, given, problem, &job, &attempt, outcome);
  if (status == SL_OK && sl_session_is_stopped(s)) {
    leave_case(s, t, outcome);
    sl_attempt_free(&attempt);
    return SL_OK;
  }
  if (outcome->verdict == SL_SKIPPED) {
    sl_attempt_free(&attempt);
    return status;
  }
  if (status == SL_OK) sl_task_outcome_take(&s->standings[t], &attempt, outcome);
  if (outcome->verdict == SL_PASSED && !s->result->tasks[t].review) {
    s->result->tasks[t].review = sl_account_review(&attempt.account);
  }
  if (status == SL_OK) {
    if (outcome->measured && task->measured && outcome->verdict == SL_PASSED) {
      sl_figures_take(problem, &attempt.reply, s->result->source, &outcome->figures);
    }
    status = sl_result_keep(s->result, t, &attempt, &s->counted);
  }
  if (status == SL_OK) status = sl_session_exhibit(s, spec, &attempt, outcome);
  const sl_trusted_plan plan = sl_trusted_time_plan_of(&attempt.reply);
  sl_attempt_free(&attempt);
  bool trusted = s->options->trusted_times && job.cold_samples > 0;
  if (status == SL_OK && trusted && outcome->verdict == SL_PASSED) {
    status = trust_times(s, t, given, problem->read_bytes, &plan, outcome);
  }
  return status;
}

/* `timed`: the matrix or the size on which the CPU reference is timed; NULL: none. It is timed only
 * if the case passes, because otherwise no speedup is shown. */
static sl_status judge_task(sl_session *s, size_t t, const sl_case *given, const sl_case_spec *spec,
                            const char *timed) {
  sl_task_result *task_result = &s->result->tasks[t];
  sl_case_result *outcome = &task_result->cases[task_result->num_cases++];
  sl_session_begin_case(outcome, given, spec);
  bool hopeless = sl_task_outcome_is_hopeless(&s->standings[t], spec->measured);
  if (hopeless || sl_session_is_stopped(s) || !sl_session_has_time_left(s)) {
    outcome->verdict = SL_SKIPPED;
    s->cut_short |= !hopeless;
    return SL_OK;
  }
  if (s->options->progress) {
    s->options->progress(given->name, task_result->task, s->options->progress_context);
  }
  sl_problem problem = {.num_arrays = 0};
  sl_status status = task_result->task->pose(given, &problem);
  if (status == SL_OK) status = run_case(s, t, given, spec, &problem, outcome);
  bool compared = timed && task_result->task->measured && outcome->verdict == SL_PASSED;
  if (status == SL_OK && compared && !sl_session_is_stopped(s)) {
    status = sl_cpu_times_take(timed, given, &problem, &outcome->figures);
    if (status == SL_ERR_MEMORY) status = SL_OK; /* then no speedup is shown */
  }
  sl_problem_free(&problem);
  if (status == SL_ERR_SIZE) { /* the format cannot hold this matrix, which is not a mistake */
    outcome->verdict = SL_SKIPPED;
    (void)snprintf(outcome->what, sizeof outcome->what, "%s", sl_status_message());
    return SL_OK;
  }
  return status;
}

/* In a fresh case each task gets new vectors and a new worker, so that nothing that another task
 * kept or computed helps it. */
static void begin_task(sl_session *s, size_t t, sl_case *given, const sl_case_spec *spec) {
  if (!spec->fresh || s->options->backend != SL_LENS) return;
  if (t > 0) sl_case_renew_vectors(given, sl_random_mix(s->options->seed ^ (t << 32)));
  sl_session_end_child(s);
}

/* Judges the tasks that use `matrix` in this case. */
static sl_status judge_tasks(sl_session *s, const sl_case_spec *spec, const char *matrix) {
  sl_case_spec mine = *spec;
  sl_case given = {.x = NULL};
  bool timed = spec->measured && s->options->speedup;
  bool made = false;
  sl_status status = SL_OK;
  mine.spec = matrix;
  for (size_t t = 0; t < s->result->num_tasks && status == SL_OK; t++) {
    if (strcmp(sl_case_spec_for(spec, s->result->tasks[t].task), matrix) != 0) continue;
    if (!made) {
      SL_TRY(sl_session_make_case(s, &mine, &given));
      if (s->options->backend == SL_GPU) given.device_bytes = SL_GPU_CASE_BYTES;
      made = true;
    }
    begin_task(s, t, &given, &mine);
    status = judge_task(s, t, &given, &mine, timed ? matrix : NULL);
  }
  if (made) sl_case_free(&given);
  return status;
}

static sl_status judge_case(sl_session *s, const sl_case_spec *spec) {
  if (s->options->progress) s->options->progress(spec->spec, NULL, s->options->progress_context);
  s->counted = false;
  sl_status status = judge_tasks(s, spec, spec->spec);
  if (status == SL_OK && spec->less) status = judge_tasks(s, spec, spec->less);
  return status;
}

/* Whether a verdict shows a mistake. A time limit or a lack of memory does not, because even right
 * programs may reach a limit on such a large matrix. */
static bool shows_mistake(sl_verdict verdict) {
  return verdict == SL_WRONG || verdict == SL_FAULTY || verdict == SL_OUT_OF_BOUNDS ||
         verdict == SL_CUDA_ERROR;
}

/* Judges one more case. It counts only if it shows a mistake, because not every program is judged
 * on it. */
static sl_status ask_beyond(sl_session *s, size_t t, const sl_case_spec *spec) {
  sl_task_result *task = &s->result->tasks[t];
  sl_case given;
  if (s->standings[t].failed > 0 || sl_session_is_stopped(s) || !sl_session_has_time_left(s))
    return SL_OK;
  sl_status status = sl_session_make_case(s, spec, &given);
  if (status == SL_ERR_MEMORY) return SL_OK; /* all regular cases have been judged */
  SL_TRY(status);
  status = judge_task(s, t, &given, spec, NULL);
  sl_case_result *outcome = &task->cases[task->num_cases - 1];
  outcome->beyond = true;
  if (!shows_mistake(outcome->verdict)) task->num_cases--;
  sl_case_free(&given);
  return status;
}

/* If a launch may be just large enough for the cases, tries a larger case (launch_sizes.h). */
static sl_status ask_for_more(sl_session *s, size_t t, bool fresh) {
  const sl_task *task = s->result->tasks[t].task;
  const sl_launch_sizes *habits = &s->standings[t].habits;
  bool sizes = sl_lab_cases_are_sizes(s->lab);
  /* A lab with its own matrices may not support other kinds. */
  unsigned room = s->lab->cases && !sizes ? 0 : sl_launch_sizes_room(habits);
  sl_status status = SL_OK;
  for (int i = 0; i < (sizes ? 1 : SL_LARGER_SPECS) && room > 0 && status == SL_OK; i++) {
    char text[SL_LARGER_SPEC_BYTES];
    if (!sl_launch_sizes_larger_spec(room, i, sizes, text)) continue;
    const char *name = sizes ? "very many elements" : "very many rows";
    status = ask_beyond(s, t, &(sl_case_spec){.spec = text, .name = name, .fresh = fresh});
  }
  /* One or two matrices chosen by the user say little about launches. */
  bool asks = status == SL_OK && task->beyond && s->options->backend == SL_LENS &&
              habits->cases >= FEWEST_FOR_HABITS;
  const char *wanted = asks ? task->beyond(habits) : NULL;
  if (wanted) {
    const sl_case_spec spec = {.spec = wanted, .name = "very many columns", .fresh = fresh};
    status = ask_beyond(s, t, &spec);
  }
  return status;
}

static sl_status prepare(sl_session *s, size_t num_cases) {
  sl_lab_result *result = s->result;
  const sl_task *only = NULL;
  if (s->options->only_task) SL_TRY(sl_lab_find_task(s->lab, s->options->only_task, &only));
  const sl_task *tasks = s->lab->tasks;
  if (s->options->mistakes) {
    SL_TRY(sl_catalogue_read(s->options->mistakes, &result->catalogue));
    SL_TRY(sl_catalogue_attach(&result->catalogue, s->lab));
    tasks = result->catalogue.tasks;
  }
  SL_TRY(sl_alloc(s->lab->num_tasks, sizeof *result->tasks, "results", &result->tasks));
  SL_TRY(sl_alloc(s->lab->num_tasks, sizeof *s->standings, "results", &s->standings));
  for (size_t i = 0; i < s->lab->num_tasks; i++) {
    const sl_task *task = &tasks[i];
    char foundation[256];
    SL_TRY(sl_lab_describe_foundation(s->lab, task, foundation, sizeof foundation));
    if (only && only != &s->lab->tasks[i]) continue;
    sl_task_result *task_result = &result->tasks[result->num_tasks++];
    task_result->task = task;
    s->standings[result->num_tasks - 1].unnamed = s->options->backend == SL_GPU;
    SL_TRY(sl_alloc(num_cases + 2, sizeof *task_result->cases, "results", &task_result->cases));
  }
  SL_TRY(sl_source_read(result->source, &s->source));
  char header[512];
  sl_module_contract(s->lab, header, sizeof header);
  if (sl_source_read(header, &s->contract) == SL_OK) s->source.contract = s->contract.code;
  return SL_OK;
}

/* Makes a file in which the workers share the lines that they have looked up. Without the file,
 * each worker starts a tool to look up the same lines. */
static int make_lines_file(sl_backend_id backend) {
  int file = backend == SL_LENS ? memfd_create("lines", MFD_CLOEXEC) : 0;
  return file > 0 ? file : 0;
}

/* Skips a task that has not failed yet, because it might have failed on the remaining cases. */
static void leave_unfinished(sl_task_result *task) {
  if (task->verdict != SL_PASSED) return;
  task->verdict = SL_SKIPPED;
  task->points = 0;
}

static bool has_failed(const sl_task_result *task) {
  return task->verdict != SL_PASSED && task->verdict != SL_SKIPPED && task->verdict != SL_BROKEN;
}

/* Finds failed tasks whose function calls the function of another failed task. An error in a
 * function also affects its callers, so a kernel in which a fault shows may itself be correct. */
static void find_what_to_mend_first(const sl_source *source, sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    sl_task_result *task = &result->tasks[t];
    for (size_t i = 0; has_failed(task) && !task->mend_first && i < result->num_tasks; i++) {
      const sl_task_result *other = &result->tasks[i];
      bool calls = i != t && has_failed(other) &&
                   sl_source_calls(source, task->task->function, other->task->function);
      if (calls) task->mend_first = other->task;
    }
  }
}

sl_judge_options sl_judge_options_on_lens(const sl_judge_options *options, const char *task) {
  return (sl_judge_options){.backend = SL_LENS,
                            .precision = SL_F32,
                            .cache_dir = options->cache_dir,
                            .only_task = task,
                            .deadline_seconds = options->deadline_seconds,
                            .total_seconds = options->total_seconds,
                            .progress = options->progress,
                            .progress_context = options->progress_context,
                            .stop = options->stop,
                            .seed = options->seed,
                            .sandbox = options->sandbox};
}

sl_status sl_judge(const sl_lab *lab, const char *source, const char *program,
                   const sl_case_spec *cases, size_t num_cases, const sl_judge_options *options,
                   sl_lab_result *out) {
  memset(out, 0, sizeof *out);
  out->lab = lab;
  out->backend = options->backend;
  out->precision = options->precision;
  out->seed = options->seed;
  (void)snprintf(out->source, sizeof out->source, "%s", source);
  sl_session s = {.lab = lab,
                  .options = options,
                  .program = program,
                  .precision = options->precision,
                  .cases = cases,
                  .child = {.program = program,
                            .lines = make_lines_file(options->backend),
                            .stop = options->stop,
                            .sandbox = options->sandbox,
                            .gpu = options->backend == SL_GPU},
                  .result = out};
  sl_status status = prepare(&s, num_cases);
  for (size_t i = 0; i < num_cases && status == SL_OK && !sl_session_is_stopped(&s); i++) {
    status = judge_case(&s, &cases[i]);
  }
  for (size_t t = 0; t < out->num_tasks && status == SL_OK && !options->candidate; t++) {
    status = ask_for_more(&s, t, num_cases > 0 && cases[0].fresh);
  }
  if (status == SL_OK) status = sl_other_precision_judge(&s, cases, num_cases);
  bool stopped = sl_session_is_stopped(&s) || s.cut_short;
  for (size_t t = 0; t < out->num_tasks && status == SL_OK; t++) {
    sl_task_outcome_conclude(&s.standings[t], &s.source, &out->tasks[t]);
    if (stopped) leave_unfinished(&out->tasks[t]);
    if (!stopped) status = sl_rerun_explain(&s, &out->tasks[t], cases);
  }
  if (status == SL_OK && !stopped && options->backend == SL_GPU) {
    sl_session_end_child(&s); /* others may use the GPU meanwhile */
    status = sl_again_on_lens(out, cases, num_cases, options);
  }
  if (status == SL_OK) find_what_to_mend_first(&s.source, out);
  if (stopped && !out->stopped_at[0]) {
    (void)snprintf(out->stopped_at, sizeof out->stopped_at, "between two cases");
  }
  sl_child_stop(&s.child);
  if (s.child.lines > 0) (void)close(s.child.lines);
  sl_source_free(&s.source);
  sl_source_free(&s.contract);
  sl_free(s.standings);
  return status;
}
