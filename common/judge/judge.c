/* judge.c: every task on every case, and what follows from it. */
#include "judge/judge.h"

#include "base/memory.h"
#include "judge/child.h"
#include "judge/compare.h"
#include "judge/diagnose.h"
#include "judge/explain.h"
#include "judge/figures.h"
#include "judge/source.h"
#include "lens/lens.h"

#include <stdio.h>
#include <string.h>

enum {
  COLD_SAMPLES = 30,
  HOT_SAMPLES = 30,
  MAX_DEATHS = 3,          /* crashes and the like after which a task is given up */
  SMALL_CASE_NNZ = 200000, /* mistakes are tried on passed cases up to this size */
  SHUFFLED_SEED = 1,       /* any but 0 will do */
};

static const double default_deadline_seconds = 60;

/* Small cases take the lens milliseconds: who waits longer waits for a loop that never ends. */
static const double small_case_deadline_seconds = 20;

/* What the judge keeps of a task while the cases go by. */
typedef struct task_state {
  sl_suspects suspects;
  int failed, failed_unmeasured, deaths;
  bool all_untouched; /* every failure so far left the answer as it was */
} task_state;

typedef struct session {
  const sl_lab *lab;
  const sl_judge_options *options;
  const char *program;
  sl_source source;
  sl_child child;
  task_state *states;
  sl_lab_result *result;
  bool counted;          /* the result holds counters of the present case */
  bool child_has_failed; /* the worker has given a wrong answer and lives on */
} session;

const char *sl_backend_name(sl_backend_id backend) {
  return backend == SL_GPU ? "gpu" : "lens";
}

const char *sl_verdict_name(sl_verdict verdict) {
  static const char *const names[] = {"passed",        "not written", "wrong answer", "faulty",
                                      "out of bounds", "CUDA error",  "crashed",      "timed out",
                                      "no answer",     "not judged",  "skipped"};
  return names[verdict];
}

static double deadline_of(const session *s, bool measured) {
  if (s->options->deadline_seconds > 0) return s->options->deadline_seconds;
  bool small = s->options->backend == SL_LENS && !measured;
  return small ? small_case_deadline_seconds : default_deadline_seconds;
}

static bool kills(sl_verdict verdict) {
  return verdict == SL_CRASHED || verdict == SL_NO_ANSWER || verdict == SL_BROKEN;
}

/* After these the worker goes on: what it did wrong shows in its answer, and all of that is made
 * anew for the next job. A new worker would cost most of a second on a GPU, each time. */
static bool lives_on(sl_verdict verdict) {
  return verdict == SL_PASSED || verdict == SL_WRONG || verdict == SL_OUT_OF_BOUNDS;
}

/* After these a further case tells nothing, or there is nothing left to measure. */
static bool pointless(const task_state *state, const sl_case_spec *spec) {
  return state->deaths >= MAX_DEATHS || (spec->measured && state->failed_unmeasured > 0);
}

static sl_evidence evidence_of(const sl_case *given, const sl_observed *seen,
                               const sl_decoded *decoded) {
  const sl_reply *reply = seen->reply;
  return (sl_evidence){.given = given,
                       .problem = seen->problem,
                       .answers = reply->collected ? (const double *const *)decoded->answers : NULL,
                       .findings = reply->findings,
                       .num_findings = reply->num_findings,
                       .counters = reply->counters,
                       .num_counters = reply->num_counters,
                       .cuda_error = reply->cuda_error,
                       .fault_signal = reply->fault_signal,
                       .past_end = seen->difference->past_end,
                       .fault_array = reply->fault_array,
                       .fault_index = reply->fault_index};
}

/* Memory that was not freed is told of a right answer alone: of a wrong one it explains nothing. */
static void drop_leaks(const sl_difference *difference, sl_reply *reply) {
  bool wrong = difference->wrong || difference->damaged || difference->changed_input;
  if (reply->collected && !reply->cuda_error && !wrong) return;
  size_t kept = 0;
  for (size_t i = 0; i < reply->num_findings; i++) {
    if (reply->findings[i].kind != LENS_LEAK) reply->findings[kept++] = reply->findings[i];
  }
  reply->num_findings = kept;
}

static sl_status learn(session *s, size_t t, const sl_observed *seen, const sl_evidence *evidence,
                       const sl_case_result *outcome) {
  task_state *state = &s->states[t];
  const sl_task *task = s->result->tasks[t].task;
  if (outcome->verdict == SL_PASSED) {
    if (evidence->given->matrix.nnz > SMALL_CASE_NNZ) return SL_OK;
    return sl_suspects_passed(&state->suspects, task, evidence);
  }
  state->failed++;
  state->failed_unmeasured += !outcome->measured;
  if (outcome->verdict == SL_TIMED_OUT) state->deaths = MAX_DEATHS;
  if (kills(outcome->verdict)) state->deaths++;
  state->all_untouched = state->all_untouched && outcome->verdict == SL_WRONG &&
                         seen->difference->untouched == seen->difference->wrong_count;
  return sl_suspects_failed(&state->suspects, task, evidence);
}

/* Puts an array of the reply behind that of the result. */
#define APPEND(name)                                                                               \
  do {                                                                                             \
    size_t had_ = result->num_##name;                                                              \
    if (reply->num_##name == 0) break;                                                             \
    SL_TRY(sl_resize(had_ + reply->num_##name, sizeof *result->name, #name, &result->name));       \
    memcpy(result->name + had_, reply->name, reply->num_##name * sizeof *result->name);            \
    result->num_##name = had_ + reply->num_##name;                                                 \
  } while (0)

/* Those of an earlier case go, those of other tasks on the same case stay. */
static sl_status keep_counters(session *s, const sl_reply *reply) {
  sl_lab_result *result = s->result;
  if (reply->num_counters == 0) return SL_OK;
  if (!s->counted) result->num_counters = result->num_requests = result->num_launches = 0;
  s->counted = true;
  size_t counters = result->num_counters, requests = result->num_requests;
  APPEND(counters);
  APPEND(requests);
  APPEND(launches);
  for (size_t i = requests; i < result->num_requests; i++) {
    result->requests[i].counter += counters; /* its number among all of them */
  }
  return SL_OK;
}

static sl_status keep_findings(session *s, const sl_reply *reply) {
  sl_lab_result *result = s->result;
  if (result->num_findings == 0) APPEND(findings);
  return SL_OK;
}

static sl_status take_reference_times(const session *s, const sl_case *given, sl_figures *figures) {
  if (!s->options->speedup) return SL_OK;
  return sl_reference_time(&given->matrix, given->precision, 200, &figures->sequential_us,
                           &figures->parallel_us, &figures->threads);
}

/* What one job brought back. */
typedef struct returned_job {
  sl_reply reply;
  sl_answer answer;
  sl_ending ending;
  sl_decoded decoded;
  sl_difference difference;
} returned_job;

static void returned_free(returned_job *r) {
  sl_decoded_free(&r->decoded);
  sl_answer_free(&r->answer);
  sl_reply_free(&r->reply);
}

static sl_observed observe(const session *s, const sl_problem *problem, const returned_job *r,
                           double deadline_seconds) {
  return (sl_observed){.problem = problem,
                       .reply = &r->reply,
                       .ending = &r->ending,
                       .difference = &r->difference,
                       .source = &s->source,
                       .program = s->program,
                       .deadline_seconds = deadline_seconds};
}

/* From the question to the verdict. Free `*out` in any event. */
static sl_status ask(session *s, const sl_task *task, const sl_case *given, sl_problem *problem,
                     const sl_job_options *job, sl_case_result *outcome, returned_job *out) {
  memset(out, 0, sizeof *out);
  SL_TRY(sl_child_run(&s->child, problem, task->name, given->precision, job, &out->reply,
                      &out->answer, &out->ending));
  if (out->reply.collected) {
    SL_TRY(sl_answer_decode(problem, &out->answer, given->precision, &out->decoded));
    if (task->arrange) task->arrange(problem, out->decoded.answers);
    SL_TRY(sl_compare(problem, &out->answer, &out->decoded, given->precision, &out->difference));
  }
  drop_leaks(&out->difference, &out->reply);
  outcome->line = 0;
  sl_observed seen = observe(s, problem, out, job->deadline_seconds);
  sl_evidence evidence = evidence_of(given, &seen, &out->decoded);
  sl_explain(&seen, outcome);
  sl_inspect(task, &evidence, outcome);
  return SL_OK;
}

static void end_child(session *s) {
  sl_child_stop(&s->child);
  s->child_has_failed = false;
}

/* The same, and again where somebody else's wrong answer could be the cause: what a task is first
 * blamed for was seen in a worker that had done nothing wrong before. */
static sl_status ask_fairly(session *s, size_t t, const sl_case *given, sl_problem *problem,
                            const sl_job_options *job, sl_case_result *outcome, returned_job *out) {
  const sl_task *task = s->result->tasks[t].task;
  SL_TRY(ask(s, task, given, problem, job, outcome, out));
  bool in_doubt = outcome->verdict != SL_PASSED && s->child_has_failed && s->states[t].failed == 0;
  if (in_doubt) {
    returned_free(out);
    end_child(s);
    SL_TRY(ask(s, task, given, problem, job, outcome, out));
  }
  if (lives_on(outcome->verdict)) {
    s->child_has_failed |= outcome->verdict != SL_PASSED;
  } else {
    end_child(s);
  }
  return SL_OK;
}

static sl_status keep(session *s, size_t t, const returned_job *r) {
  sl_task_result *task_result = &s->result->tasks[t];
  if (r->reply.device[0]) {
    (void)snprintf(s->result->device, sizeof s->result->device, "%s", r->reply.device);
  }
  if (!task_result->output[0]) {
    (void)snprintf(task_result->output, sizeof task_result->output, "%s", r->ending.output);
  }
  if (task_result->task->measured) SL_TRY(keep_counters(s, &r->reply));
  return keep_findings(s, &r->reply);
}

/* One task on one case, and what is learnt from it. */
static sl_status run_case(session *s, size_t t, const sl_case *given, sl_problem *problem,
                          sl_case_result *outcome) {
  const sl_task *task = s->result->tasks[t].task;
  bool timed =
      outcome->measured && task->measured && s->options->backend == SL_GPU && !s->options->untimed;
  sl_job_options job = {.cold_samples = timed ? COLD_SAMPLES : 0,
                        .hot_samples = timed ? HOT_SAMPLES : 0,
                        .measure_copy = timed,
                        .seed = task->shuffled ? SHUFFLED_SEED : 0,
                        .deadline_seconds = deadline_of(s, outcome->measured)};
  returned_job r;
  sl_status status = ask_fairly(s, t, given, problem, &job, outcome, &r);
  if (status == SL_OK) {
    sl_observed seen = observe(s, problem, &r, job.deadline_seconds);
    sl_evidence evidence = evidence_of(given, &seen, &r.decoded);
    status = learn(s, t, &seen, &evidence, outcome);
    if (outcome->measured && task->measured && outcome->verdict == SL_PASSED) {
      sl_figures_take(problem, &r.reply, s->result->source, &outcome->figures);
    }
  }
  if (status == SL_OK) status = keep(s, t, &r);
  returned_free(&r);
  return status;
}

static sl_status judge_task(session *s, size_t t, const sl_case *given, const sl_case_spec *spec,
                            const sl_figures *reference) {
  sl_task_result *task_result = &s->result->tasks[t];
  sl_case_result *outcome = &task_result->cases[task_result->num_cases++];
  (void)snprintf(outcome->name, sizeof outcome->name, "%s", given->name);
  outcome->num_rows = given->matrix.num_rows;
  outcome->num_cols = given->matrix.num_cols;
  outcome->nnz = given->matrix.nnz;
  outcome->measured = spec->measured;
  if (pointless(&s->states[t], spec)) {
    outcome->verdict = SL_SKIPPED;
    return SL_OK;
  }
  if (s->options->progress) {
    s->options->progress(given->name, task_result->task, s->options->progress_context);
  }
  outcome->figures = *reference;
  sl_problem problem = {.num_arrays = 0};
  sl_status status = task_result->task->pose(given, &problem);
  if (status == SL_OK) status = run_case(s, t, given, &problem, outcome);
  sl_problem_free(&problem);
  if (status == SL_ERR_SIZE) { /* the format cannot hold this matrix, which is no one's mistake */
    outcome->verdict = SL_SKIPPED;
    (void)snprintf(outcome->what, sizeof outcome->what, "%s", sl_message());
    return SL_OK;
  }
  return status;
}

static sl_status judge_case(session *s, const sl_case_spec *spec) {
  if (s->options->progress) s->options->progress(spec->spec, NULL, s->options->progress_context);
  sl_case given;
  SL_TRY(sl_case_make(spec->spec, spec->name, s->options->precision, spec->exact,
                      s->options->cache_dir, &given));
  if (s->options->backend == SL_GPU) given.device_bytes = SL_GPU_CASE_BYTES;
  s->counted = false;
  sl_figures reference = {0};
  sl_status status = spec->measured ? take_reference_times(s, &given, &reference) : SL_OK;
  for (size_t t = 0; t < s->result->num_tasks && status == SL_OK; t++) {
    status = judge_task(s, t, &given, spec, &reference);
  }
  sl_case_free(&given);
  return status;
}

/* Number `number` of the cases that failed. */
static const sl_case_result *failed_case(const sl_task_result *result, int number) {
  for (size_t i = 0; i < result->num_cases; i++) {
    sl_verdict verdict = result->cases[i].verdict;
    bool failed = verdict != SL_PASSED && verdict != SL_SKIPPED;
    if (failed && number-- == 0) return &result->cases[i];
  }
  return NULL;
}

static bool any_passed(const sl_task_result *result) {
  for (size_t i = 0; i < result->num_cases; i++) {
    if (result->cases[i].verdict == SL_PASSED) return true;
  }
  return false;
}

/* Where to look for the line in the source. A launch that was refused is the function's own. */
static const char *place_of_failure(const sl_task_result *result) {
  if (result->mistake) return result->mistake->at;
  return result->verdict == SL_CUDA_ERROR ? NULL : result->task->at;
}

/* A task of which at least one case failed. */
static void conclude_failure(const session *s, size_t t) {
  sl_task_result *result = &s->result->tasks[t];
  const sl_suspects *suspects = &s->states[t].suspects;
  int todo = sl_source_todo(&s->source, result->task->name);
  if (result->failure->verdict != SL_BROKEN) {
    result->mistake = sl_suspects_verdict(suspects, result->task);
    result->failure =
        failed_case(result, sl_suspects_case(suspects, result->task, result->mistake));
  }
  result->verdict = result->failure->verdict;
  result->line = result->failure->line;
  if (todo && s->states[t].all_untouched) {
    result->verdict = SL_NOT_WRITTEN;
    result->line = todo;
    result->mistake = NULL;
    return;
  }
  if (result->verdict == SL_BROKEN || result->line) return; /* the lens or the crash knew it */
  bool returned = !result->mistake && result->failure->function[0];
  result->line =
      sl_source_line(&s->source, returned ? result->failure->function : result->task->function,
                     place_of_failure(result));
}

static void conclude_task(const session *s, size_t t) {
  sl_task_result *result = &s->result->tasks[t];
  result->failure = failed_case(result, 0);
  if (result->failure) {
    conclude_failure(s, t);
  } else if (any_passed(result)) {
    result->verdict = SL_PASSED;
    result->points = result->task->points;
  } else {
    result->verdict = SL_SKIPPED; /* without a case there is nothing to praise */
  }
}

static sl_status prepare(session *s, size_t num_cases) {
  sl_lab_result *result = s->result;
  const sl_task *only = NULL;
  if (s->options->only_task) SL_TRY(sl_lab_find_task(s->lab, s->options->only_task, &only));
  SL_TRY(sl_alloc(s->lab->num_tasks, sizeof *result->tasks, "results", &result->tasks));
  SL_TRY(sl_alloc(s->lab->num_tasks, sizeof *s->states, "results", &s->states));
  for (size_t i = 0; i < s->lab->num_tasks; i++) {
    const sl_task *task = &s->lab->tasks[i];
    if (only && task != only) continue;
    sl_task_result *task_result = &result->tasks[result->num_tasks];
    s->states[result->num_tasks++].all_untouched = true;
    task_result->task = task;
    SL_TRY(sl_alloc(num_cases, sizeof *task_result->cases, "results", &task_result->cases));
  }
  return sl_source_read(result->source, &s->source);
}

sl_status sl_judge(const sl_lab *lab, const char *source, const char *program,
                   const sl_case_spec *cases, size_t num_cases, const sl_judge_options *options,
                   sl_lab_result *out) {
  memset(out, 0, sizeof *out);
  out->lab = lab;
  out->backend = options->backend;
  out->precision = options->precision;
  (void)snprintf(out->source, sizeof out->source, "%s", source);
  session s = {.lab = lab,
               .options = options,
               .program = program,
               .child = {.program = program},
               .result = out};
  sl_status status = prepare(&s, num_cases);
  for (size_t i = 0; i < num_cases && status == SL_OK; i++) status = judge_case(&s, &cases[i]);
  for (size_t t = 0; t < out->num_tasks && status == SL_OK; t++) conclude_task(&s, t);
  sl_child_stop(&s.child);
  sl_source_free(&s.source);
  sl_free(s.states);
  return status;
}

void sl_lab_result_free(sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) sl_free(result->tasks[t].cases);
  sl_free(result->tasks);
  sl_free(result->counters);
  sl_free(result->requests);
  sl_free(result->launches);
  sl_free(result->findings);
  memset(result, 0, sizeof *result);
}

int sl_lab_result_points(const sl_lab_result *result, int *possible_out) {
  int points = 0, possible = 0;
  for (size_t t = 0; t < result->num_tasks; t++) {
    points += result->tasks[t].points;
    possible += result->tasks[t].task->points;
  }
  if (possible_out) *possible_out = possible;
  return points;
}

bool sl_lab_result_passed(const sl_lab_result *result) {
  for (size_t t = 0; t < result->num_tasks; t++) {
    if (result->tasks[t].verdict != SL_PASSED) return false;
  }
  return result->num_tasks > 0;
}
