/* judge.c: judges every task on every case. */
#define _GNU_SOURCE
#include "judge/judge.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "judge/again.h"
#include "judge/common_mistakes.h"
#include "judge/explain.h"
#include "judge/failed_case.h"
#include "judge/figures.h"
#include "judge/growth.h"
#include "judge/lab_cases.h"
#include "judge/module.h"
#include "judge/other_precision.h"
#include "judge/result.h"
#include "judge/slowness.h"
#include "judge/task_outcome.h"
#include "judge/trusted_time.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  COLD_SAMPLES = 30,
  HOT_SAMPLES = 30,
  SHUFFLED_SEED = 1,     /* any number except 0 */
  FEWEST_FOR_HABITS = 8, /* cases */
};

static const double default_deadline_seconds = 60, first_look_seconds = 5;

/* A correct program takes milliseconds on the lens for a small case, so a longer run is an endless
 * loop. The lens finds a kernel's loop by itself; a loop of the host is only noticed by its
 * duration. Limits are processor time, because on a busy machine the elapsed time of a correct
 * program is long, too. On a slow machine, such as an emulated one, the limits grow (slowness.h).
 * They also grow with the arrays, because the work does, and so that the lens can find the hang of
 * a kernel first, which is more informative. A program that does nothing at all is ended by elapsed
 * time (base/progress.h). */
static const double small_case_idle_seconds = 20, small_case_processor_seconds = 3,
                    seconds_an_element = 1e-4;

/* A GPU also needs milliseconds after it has started, which can take long. Kernels that never end
 * keep the host computing or waiting. */
static const double small_gpu_case_idle_seconds = 8, small_gpu_case_processor_seconds = 5;

typedef struct judge_session {
  const sl_lab *lab;
  const sl_judge_options *options;
  const char *program;
  sl_precision precision;
  const sl_case_spec *cases;
  sl_source source, contract; /* the contract is empty if the lab has no header */
  sl_child child;
  sl_task_outcome *standings; /* by task of the result */
  sl_lab_result *result;
  bool counted;          /* the result holds counters of the current case */
  bool child_has_failed; /* the worker has given a wrong answer and is still used */
  double taken_seconds;  /* used by all jobs, out of total_seconds */
  bool cut_short;        /* something was not tried, for lack of time or because it was stopped */
  uint64_t num_vectors;  /* number of vectors made for batches */
} judge_session;

static double deadline_of(const judge_session *s, bool measured) {
  if (s->options->deadline_seconds > 0) return s->options->deadline_seconds;
  bool on_gpu = s->options->backend == SL_GPU;
  if (!measured) return on_gpu ? small_gpu_case_idle_seconds : small_case_idle_seconds;
  double measured_seconds = s->options->measured_seconds;
  return measured && measured_seconds > 0 ? measured_seconds : default_deadline_seconds;
}

/* After these verdicts the worker is kept: its error is only in the answer, and everything there is
 * made again for the next job. A new worker would cost most of a second on a GPU each time. */
static bool lives_on(sl_verdict verdict) {
  return verdict == SL_PASSED || verdict == SL_WRONG || verdict == SL_OUT_OF_BOUNDS;
}

/* Runs a task on a case and decides the verdict. Free `*out` in either case. */
static sl_status ask(judge_session *s, const sl_task *task, const sl_case *given,
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

static void end_child(judge_session *s) {
  sl_child_stop(&s->child);
  s->child_has_failed = false;
}

/* Like ask, but repeats the case if an earlier wrong answer of another task could be the cause. So
 * the first failure of a task was seen in a worker that had done nothing wrong before. */
static sl_status ask_fairly(judge_session *s, size_t t, const sl_case *given,
                            const sl_problem *problem, const sl_job_options *job, sl_attempt *out,
                            sl_case_result *outcome) {
  const sl_task *task = s->result->tasks[t].task;
  SL_TRY(ask(s, task, given, problem, job, out, outcome));
  bool first_failure = outcome->verdict != SL_PASSED && s->standings[t].failed == 0;
  if (first_failure && s->child_has_failed) {
    sl_attempt_free(out);
    end_child(s);
    SL_TRY(ask(s, task, given, problem, job, out, outcome));
  }
  if (lives_on(outcome->verdict)) {
    s->child_has_failed |= outcome->verdict != SL_PASSED;
  } else {
    end_child(s);
  }
  return SL_OK;
}

static double growing_seconds_of(const sl_problem *problem) {
  double elements = 0;
  for (int i = 0; i < problem->num_arrays; i++) elements += (double)problem->arrays[i].count;
  return seconds_an_element * elements;
}

/* The processor time that a case may take. */
static double processor_seconds_of(const judge_session *s, const sl_problem *problem,
                                   bool measured) {
  double least = deadline_of(s, measured), growing = growing_seconds_of(problem);
  if (s->options->deadline_seconds > 0) return least;
  if (s->options->backend == SL_GPU) {
    return measured ? least
                    : fmin(default_deadline_seconds, small_gpu_case_processor_seconds + growing);
  }
  return measured ? fmax(least, growing) : small_case_processor_seconds + growing;
}

/* The time that `run` allows for a measured case. The grader allows more, but a program that is too
 * slow here is too slow for the grader. */
static double waiting_seconds_of(const judge_session *s, const sl_problem *problem) {
  return s->options->deadline_seconds > 0
             ? s->options->deadline_seconds
             : fmax(default_deadline_seconds, growing_seconds_of(problem));
}

static sl_job_options job_of(const judge_session *s, const sl_task *task, const sl_problem *problem,
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
                          .deadline_seconds = deadline_of(s, measured),
                          .processor_seconds = processor_seconds_of(s, problem, measured),
                          .ready_seconds = starts ? default_deadline_seconds : 0,
                          .patient = s->options->deadline_seconds <= 0};
}

static bool is_stopped(const judge_session *s) {
  return s->options->stop && *s->options->stop;
}

static bool has_time_left(const judge_session *s) {
  double most = s->options->total_seconds;
  return most <= 0 || s->taken_seconds <= most || s->taken_seconds <= most * sl_slowness();
}

/* The interrupted case says nothing about the student's work. */
static void leave_case(judge_session *s, size_t t, sl_case_result *outcome) {
  outcome->verdict = SL_SKIPPED;
  outcome->what[0] = '\0';
  outcome->line = 0;
  end_child(s);
  if (s->result->stopped_at[0]) return;
  (void)snprintf(s->result->stopped_at, sizeof s->result->stopped_at, "in task %s, on \"%s\"",
                 s->result->tasks[t].task->name, outcome->name);
}

/* Runs one job of batches on other vectors; its answer is judged like any other. */
static sl_status run_batches(judge_session *s, size_t t, sl_case *given, sl_timed *timed,
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
  if (!lives_on(outcome->verdict)) end_child(s);
  return status;
}

/* The time of a launch by the judge's own clock: see trusted_time.h. */
static sl_status trust_times(judge_session *s, size_t t, const sl_case *given, double read_bytes,
                             const sl_trusted_plan *plan, sl_case_result *outcome) {
  sl_slopes slopes = {.count = 0};
  sl_timed timed = {.child = &s->child,
                    .task = s->result->tasks[t].task,
                    .source = &s->source,
                    .program = s->program,
                    .deadline_seconds = deadline_of(s, true)};
  sl_case renewed;
  sl_status status = sl_case_copy_vectors(given, &renewed);
  for (int i = 0; i < plan->jobs && status == SL_OK; i++) {
    if (outcome->verdict != SL_PASSED || is_stopped(s)) break;
    status = run_batches(s, t, &renewed, &timed, plan, &slopes, outcome);
  }
  if (status == SL_OK && outcome->verdict == SL_PASSED && !is_stopped(s)) {
    sl_trusted_time_conclude(&slopes, sl_trusted_time_copies_us(&slopes), read_bytes,
                             &outcome->figures);
  }
  sl_case_free_vectors(&renewed);
  return status;
}

/* Makes the exhibit of a failure, if the user may see it. */
static sl_status exhibit(const judge_session *s, const sl_case_spec *spec,
                         const sl_attempt *attempt, sl_case_result *outcome) {
  bool failed = outcome->verdict != SL_PASSED && outcome->verdict != SL_BROKEN;
  if (!s->options->exhibits || spec->fresh || !failed) return SL_OK;
  return sl_failed_case_make(attempt, &outcome->exhibit);
}

static void begin_case(sl_case_result *outcome, const sl_case *given, const sl_case_spec *spec) {
  (void)snprintf(outcome->name, sizeof outcome->name, "%s", given->name);
  (void)snprintf(outcome->spec, sizeof outcome->spec, "%s", spec->spec);
  outcome->num_rows = given->matrix.num_rows;
  outcome->num_cols = given->matrix.num_cols;
  outcome->nnz = given->matrix.nnz;
  outcome->measured = spec->measured;
}

/* Runs the case again with all of the time that it may take. */
static sl_status ask_to_the_end(judge_session *s, size_t t, const sl_case *given,
                                const sl_case_spec *spec, const sl_problem *problem,
                                const sl_job_options *job, sl_attempt *out,
                                sl_case_result *outcome) {
  const sl_figures figures = outcome->figures;
  sl_attempt_free(out);
  *outcome = (sl_case_result){.figures = figures};
  begin_case(outcome, given, spec);
  return ask_fairly(s, t, given, problem, job, out, outcome);
}

/* Slow is not wrong, and on a larger matrix the program would be slow again. After a few seconds on
 * the lens, the growth of the work is measured, so that no one waits a minute for a program that
 * could not finish in time. Without growth the case gets all of its time. */
static sl_status ask_measured(judge_session *s, size_t t, const sl_case *given,
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
  SL_TRY(ask_fairly(s, t, given, problem, job, out, outcome));
  if (outcome->verdict != SL_TIMED_OUT || is_stopped(s)) return SL_OK;
  job->processor_seconds = limit;
  SL_TRY(sl_growth_measure(&slow, outcome, &growth));
  end_child(s);
  double waiting = waiting_seconds_of(s, problem) * (job->patient ? sl_slowness() : 1);
  bool slow_for_certain = sl_growth_exceeds(&growth, outcome, waiting);
  if (brief && out->ending.spent && !slow_for_certain) {
    tried = limit;
    SL_TRY(ask_to_the_end(s, t, given, spec, problem, job, out, outcome));
    if (outcome->verdict != SL_TIMED_OUT || is_stopped(s)) return SL_OK;
  }
  /* Half of the limit, because both times have errors. */
  if (!slow_for_certain && !sl_growth_exceeds(&growth, outcome, limit / 2)) return SL_OK;
  sl_growth_excuse(&growth, tried, outcome);
  s->standings[t].slow = true;
  return SL_OK;
}

/* Judges one task on one case, and records the result. */
static sl_status run_case(judge_session *s, size_t t, const sl_case *given,
                          const sl_case_spec *spec, const sl_problem *problem,
                          sl_case_result *outcome) {
  const sl_task *task = s->result->tasks[t].task;
  sl_job_options job = job_of(s, task, problem, outcome->measured);
  sl_attempt attempt;
  sl_status status = outcome->measured
                         ? ask_measured(s, t, given, spec, problem, &job, &attempt, outcome)
                         : ask_fairly(s, t, given, problem, &job, &attempt, outcome);
  if (status == SL_OK && is_stopped(s)) {
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
  if (status == SL_OK) status = exhibit(s, spec, &attempt, outcome);
  const sl_trusted_plan plan = sl_trusted_time_plan_of(&attempt.reply);
  sl_attempt_free(&attempt);
  bool trusted = s->options->trusted_times && job.cold_samples > 0;
  if (status == SL_OK && trusted && outcome->verdict == SL_PASSED) {
    status = trust_times(s, t, given, problem->read_bytes, &plan, outcome);
  }
  return status;
}

/* CPU times for the matrices of this run. A matrix is timed once, because demo judges all labs on
 * the same ones. */
typedef struct known_time {
  uint64_t matrix; /* its hash; 0: free */
  sl_precision precision;
  sl_figures figures;
} known_time;

static known_time known_times[64];

/* A hash of its name and sizes. */
static uint64_t matrix_hash(const char *spec, const sl_csr *matrix) {
  const int sizes[] = {matrix->num_rows, matrix->num_cols, matrix->nnz};
  uint64_t hash = sl_hash_bytes(SL_HASH_START, spec, strlen(spec));
  hash = sl_hash_bytes(hash, sizes, sizeof sizes);
  return hash ? hash : 1;
}

static sl_status take_reference_times(const judge_session *s, const char *spec,
                                      const sl_case *given, sl_figures *figures) {
  if (!s->options->speedup || sl_case_is_size(spec)) return SL_OK;
  size_t place = 0;
  uint64_t hash = matrix_hash(spec, &given->matrix);
  for (; place < SL_COUNT(known_times) && known_times[place].matrix; place++) {
    const known_time *known = &known_times[place];
    if (known->matrix != hash || known->precision != given->precision) continue;
    *figures = known->figures;
    return SL_OK;
  }
  SL_TRY(sl_reference_spmv_time(&given->matrix, given->precision, 200, &figures->sequential_us,
                                &figures->parallel_us, &figures->threads));
  if (place < SL_COUNT(known_times)) {
    known_times[place] = (known_time){hash, given->precision, *figures};
  }
  return SL_OK;
}

static sl_status judge_task(judge_session *s, size_t t, const sl_case *given,
                            const sl_case_spec *spec, const sl_figures *reference) {
  sl_task_result *task_result = &s->result->tasks[t];
  sl_case_result *outcome = &task_result->cases[task_result->num_cases++];
  begin_case(outcome, given, spec);
  bool hopeless = sl_task_outcome_is_hopeless(&s->standings[t], spec->measured);
  if (hopeless || is_stopped(s) || !has_time_left(s)) {
    outcome->verdict = SL_SKIPPED;
    s->cut_short |= !hopeless;
    return SL_OK;
  }
  if (s->options->progress) {
    s->options->progress(given->name, task_result->task, s->options->progress_context);
  }
  outcome->figures = *reference;
  sl_problem problem = {.num_arrays = 0};
  sl_status status = task_result->task->pose(given, &problem);
  if (status == SL_OK) status = run_case(s, t, given, spec, &problem, outcome);
  sl_problem_free(&problem);
  if (status == SL_ERR_SIZE) { /* the format cannot hold this matrix, which is not a mistake */
    outcome->verdict = SL_SKIPPED;
    (void)snprintf(outcome->what, sizeof outcome->what, "%s", sl_status_message());
    return SL_OK;
  }
  return status;
}

static sl_status make_case(const judge_session *s, const sl_case_spec *spec, sl_case *out) {
  *out = (sl_case){.x = NULL};
  SL_TRY(sl_lab_cases_check(s->lab, spec->spec));
  return sl_case_make_fresh(spec->spec, spec->name, s->precision, spec->exact,
                            s->options->cache_dir, spec->fresh ? s->options->seed : 0, out);
}

/* In a fresh case each task gets new vectors and a new worker, so that nothing that another task
 * kept or computed helps it. */
static void begin_task(judge_session *s, size_t t, sl_case *given, const sl_case_spec *spec) {
  if (!spec->fresh || s->options->backend != SL_LENS) return;
  if (t > 0) sl_case_renew_vectors(given, sl_random_mix(s->options->seed ^ (t << 32)));
  end_child(s);
}

/* Judges the tasks that use this matrix in the case. */
static sl_status judge_tasks(judge_session *s, const sl_case_spec *spec, const char *matrix) {
  sl_case_spec mine = *spec;
  sl_case given = {.x = NULL};
  sl_figures reference = {0};
  sl_status status = SL_OK;
  bool made = false;
  mine.spec = matrix;
  for (size_t t = 0; t < s->result->num_tasks && status == SL_OK; t++) {
    if (strcmp(sl_case_spec_for(spec, s->result->tasks[t].task), matrix) != 0) continue;
    if (!made) {
      SL_TRY(make_case(s, &mine, &given));
      if (s->options->backend == SL_GPU) given.device_bytes = SL_GPU_CASE_BYTES;
      if (spec->measured) status = take_reference_times(s, matrix, &given, &reference);
      made = true;
    }
    begin_task(s, t, &given, &mine);
    if (status == SL_OK) status = judge_task(s, t, &given, &mine, &reference);
  }
  if (made) sl_case_free(&given);
  return status;
}

static sl_status judge_case(judge_session *s, const sl_case_spec *spec) {
  if (s->options->progress) s->options->progress(spec->spec, NULL, s->options->progress_context);
  s->counted = false;
  sl_status status = judge_tasks(s, spec, spec->spec);
  if (status == SL_OK && spec->less) status = judge_tasks(s, spec, spec->less);
  return status;
}

/* Whether a verdict shows a mistake. Being slow or out of memory does not, because right programs
 * may be on such a large matrix. */
static bool shows_mistake(sl_verdict verdict) {
  return verdict == SL_WRONG || verdict == SL_FAULTY || verdict == SL_OUT_OF_BOUNDS ||
         verdict == SL_CUDA_ERROR;
}

/* Judges one more case, which counts only if it shows a mistake, because other programs do not get
 * it. */
static sl_status ask_beyond(judge_session *s, size_t t, const sl_case_spec *spec) {
  sl_task_result *task = &s->result->tasks[t];
  const sl_figures none = {0};
  sl_case given;
  if (s->standings[t].failed > 0 || is_stopped(s) || !has_time_left(s)) return SL_OK;
  sl_status status = make_case(s, spec, &given);
  if (status == SL_ERR_MEMORY) return SL_OK; /* all regular cases have been judged */
  SL_TRY(status);
  status = judge_task(s, t, &given, spec, &none);
  sl_case_result *outcome = &task->cases[task->num_cases - 1];
  outcome->beyond = true;
  if (!shows_mistake(outcome->verdict)) task->num_cases--;
  sl_case_free(&given);
  return status;
}

/* If a launch may be just large enough for the cases, tries a larger case (launch_sizes.h). */
static sl_status ask_for_more(judge_session *s, size_t t, bool fresh) {
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

/* ---- the other precision --------------------------------------------------------------------- */

static bool may_fail_otherwise(const judge_session *s, size_t t) {
  const sl_task_result *task = &s->result->tasks[t];
  bool any = false;
  for (size_t i = 0; i < task->num_cases; i++) any |= task->cases[i].verdict == SL_PASSED;
  return any && s->standings[t].failed == 0 && !is_stopped(s) && has_time_left(s);
}

/* Only a failure becomes a case of the task, after the others. */
static void keep_failure(judge_session *s, size_t t, size_t of_case,
                         const sl_case_result *outcome) {
  sl_task_result *task = &s->result->tasks[t];
  sl_case_result *kept = &task->cases[task->num_cases++];
  *kept = *outcome;
  size_t used = strlen(kept->name);
  (void)snprintf(kept->name + used, sizeof kept->name - used, ", in %s",
                 s->options->precision == SL_F32 ? "double" : "float");
  kept->beyond = kept->in_other_precision = true;
  kept->of_case = of_case;
  s->standings[t].failed++;
  s->standings[t].failed_unmeasured++;
  s->standings[t].touched = true;
}

static sl_status judge_otherwise(judge_session *s, size_t t, const sl_case *given,
                                 const sl_case_spec *spec) {
  const sl_task *task = s->result->tasks[t].task;
  sl_problem problem = {.num_arrays = 0};
  sl_case_result outcome = {.verdict = SL_PASSED};
  sl_status status = task->pose(given, &problem);
  if (status == SL_OK && sl_other_precision_differs(&problem)) {
    sl_job_options job = job_of(s, task, &problem, false);
    sl_attempt attempt;
    begin_case(&outcome, given, spec);
    status = ask(s, task, given, &problem, &job, &attempt, &outcome);
    bool failed = status == SL_OK && outcome.verdict != SL_PASSED && !is_stopped(s);
    if (failed) {
      outcome.float_only = sl_other_precision_shows_float(&attempt, &outcome);
      status = exhibit(s, spec, &attempt, &outcome);
      keep_failure(s, t, (size_t)(spec - s->cases), &outcome);
    }
    sl_attempt_free(&attempt);
    if (outcome.verdict != SL_PASSED) end_child(s);
  }
  sl_problem_free(&problem);
  return status == SL_ERR_SIZE ? SL_OK : status;
}

/* The module does not compile in the other precision, so no passed task is right. */
static void refuse_otherwise(judge_session *s, const char *why, int line) {
  for (size_t t = 0; t < s->result->num_tasks; t++) {
    if (!may_fail_otherwise(s, t)) continue;
    sl_case_result outcome = {.verdict = SL_FAULTY, .line = line, .float_only = true};
    (void)snprintf(outcome.name, sizeof outcome.name, "compilation");
    (void)snprintf(outcome.what, sizeof outcome.what, "it does not compile: %s", why);
    keep_failure(s, t, 0, &outcome);
  }
}

static sl_status judge_in_other_precision(judge_session *s, const sl_case_spec *cases,
                                          size_t num_cases) {
  bool any = false;
  char why[400] = "";
  int line = 0;
  for (size_t t = 0; t < s->result->num_tasks; t++) any |= may_fail_otherwise(s, t);
  if (!any || !s->options->other_precision) return SL_OK;
  end_child(s);
  SL_TRY(s->options->other_precision(s->options->other_precision_context, &s->program, why,
                                     sizeof why, &line));
  s->result->in_both = true;
  if (!s->program) {
    refuse_otherwise(s, why, line);
    return SL_OK;
  }
  s->child.program = s->program;
  s->precision = sl_other_precision(s->options->precision);
  sl_status status = SL_OK;
  for (size_t i = 0; i < num_cases && status == SL_OK && !is_stopped(s); i++) {
    sl_case given;
    if (cases[i].measured) continue;
    SL_TRY(make_case(s, &cases[i], &given));
    if (s->options->backend == SL_GPU) given.device_bytes = SL_GPU_CASE_BYTES;
    for (size_t t = 0; t < s->result->num_tasks && status == SL_OK; t++) {
      if (may_fail_otherwise(s, t)) status = judge_otherwise(s, t, &given, &cases[i]);
    }
    sl_case_free(&given);
  }
  end_child(s);
  return status;
}

static sl_status prepare(judge_session *s, size_t num_cases) {
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

/* The workers share looked-up lines in this file. Without it, each starts a tool to look up the
 * same lines. */
static int make_lines_file(sl_backend_id backend) {
  int file = backend == SL_LENS ? memfd_create("lines", MFD_CLOEXEC) : 0;
  return file > 0 ? file : 0;
}

/* Skips tasks that have not failed, because they might still fail. */
static void leave_unfinished(sl_task_result *task) {
  if (task->verdict != SL_PASSED) return;
  task->verdict = SL_SKIPPED;
  task->points = 0;
}

static bool has_failed(const sl_task_result *task) {
  return task->verdict != SL_PASSED && task->verdict != SL_SKIPPED && task->verdict != SL_BROKEN;
}

/* Whether a failed case is right in a new worker; with `cleared`, if malloc returns zeroed
 * memory. */
static sl_status try_alone(judge_session *s, const sl_task_result *task, const sl_case_spec *spec,
                           bool cleared, bool *right_out) {
  sl_case given;
  sl_case_spec mine = *spec;
  mine.spec = sl_case_spec_for(spec, task->task);
  SL_TRY(make_case(s, &mine, &given));
  sl_problem problem = {.num_arrays = 0};
  sl_status status = task->task->pose(&given, &problem);
  sl_attempt attempt = {.task = NULL};
  sl_case_result outcome = {.measured = spec->measured};
  if (status == SL_OK) {
    end_child(s);
    sl_job_options job = job_of(s, task->task, &problem, spec->measured);
    job.own_cleared = cleared;
    status = ask(s, task->task, &given, &problem, &job, &attempt, &outcome);
    *right_out = outcome.verdict == SL_PASSED;
    end_child(s);
  }
  sl_attempt_free(&attempt);
  sl_problem_free(&problem);
  sl_case_free(&given);
  return status;
}

/* Whether running the case again may reveal more. */
static bool is_worth_a_try(const judge_session *s, const sl_task_result *task) {
  bool answered = task->verdict == SL_WRONG || task->verdict == SL_FAULTY ||
                  task->verdict == SL_OUT_OF_BOUNDS || task->verdict == SL_CRASHED;
  return answered && s->options->backend == SL_LENS && !s->options->candidate &&
         !task->failure->hangs && !task->failure->beyond;
}

/* Replaces the conclusions from the cases. */
static void blame(sl_task_result *task, const sl_mistake *mistake, int line) {
  task->mistake = mistake;
  task->line = line;
  task->pair[0] = task->pair[1] = NULL;
  task->within[0] = '\0';
}

/* On the host, reads of memory that was never written are not detected. But if the case is right
 * when malloc returns zeros, that is the mistake. */
static sl_status blame_own_memory(judge_session *s, sl_task_result *task,
                                  const sl_case_spec *cases) {
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
static sl_status blame_lasting_variable(judge_session *s, sl_task_result *task,
                                        const sl_case_spec *cases) {
  if (!is_worth_a_try(s, task) || is_of_lab(task->mistake)) return SL_OK;
  int line = sl_source_lasting(&s->source, task->task->function);
  bool right = false;
  if (line) SL_TRY(try_alone(s, task, &cases[task->failure - task->cases], false, &right));
  if (!right) return SL_OK;
  blame(task, &sl_kept_from_earlier_call, line);
  return SL_OK;
}

/* An error in a function also affects its callers: a kernel in which a fault shows may be correct
 * itself. */
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
  judge_session s = {.lab = lab,
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
  for (size_t i = 0; i < num_cases && status == SL_OK && !is_stopped(&s); i++) {
    status = judge_case(&s, &cases[i]);
  }
  for (size_t t = 0; t < out->num_tasks && status == SL_OK && !options->candidate; t++) {
    status = ask_for_more(&s, t, num_cases > 0 && cases[0].fresh);
  }
  if (status == SL_OK) status = judge_in_other_precision(&s, cases, num_cases);
  bool stopped = is_stopped(&s) || s.cut_short;
  for (size_t t = 0; t < out->num_tasks && status == SL_OK; t++) {
    sl_task_outcome_conclude(&s.standings[t], &s.source, &out->tasks[t]);
    if (stopped) leave_unfinished(&out->tasks[t]);
    if (!stopped) status = blame_lasting_variable(&s, &out->tasks[t], cases);
    if (status == SL_OK && !stopped) status = blame_own_memory(&s, &out->tasks[t], cases);
  }
  if (status == SL_OK && !stopped && options->backend == SL_GPU) {
    end_child(&s); /* others may use the GPU meanwhile */
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
